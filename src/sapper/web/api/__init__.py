"""The routes of the API, one folder per subject: its requests, answers and routes."""
