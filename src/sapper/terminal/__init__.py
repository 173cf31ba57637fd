"""An analysis or a click in words and pictures, for terminals."""
