"""The layout of ``--help``: commands in groups, and arguments as they are typed.

Plain text without rich, which takes longer to import than the help takes to print.
"""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand, TyperGroup


class GroupedCommands(TyperGroup):
    """A list of commands under the title of their group, with summaries that are never cut."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002
        """Write the commands, group by group."""
        visible = [command for command in self.commands.values() if not command.hidden]
        width = max(len(str(command.name)) for command in visible)
        groups: dict[str, list[tuple[str, str]]] = {}
        for command in visible:
            summary = (command.help or "").partition("\n\n")[0].replace("\n", " ")
            row = (str(command.name).ljust(width), summary)
            groups.setdefault(str(getattr(command, "rich_help_panel", "")), []).append(row)
        for title, rows in groups.items():
            with formatter.section(title):
                formatter.write_dl(rows)


class Command(TyperCommand):
    """One command, whose usage and list of arguments name an argument in the same way."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """Return the words of the usage line after the name of the command."""
        return ["[OPTIONS]", *(_usage(argument) for argument in self._arguments(ctx))]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments and the options."""
        arguments = [(_name(argument), argument.help) for argument in self._arguments(ctx)]
        if arguments:
            with formatter.section("Arguments"):
                formatter.write_dl(arguments)
        options = [p.get_help_record(ctx) for p in self.get_params(ctx) if _is_option(p)]
        with formatter.section("Options"):
            formatter.write_dl([record for record in options if record is not None])

    def _arguments(self, ctx: Any) -> list[Any]:
        return [p for p in self.get_params(ctx) if not _is_option(p)]


def _is_option(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "option")


def _name(argument: Any) -> str:
    return str(argument.metavar or argument.name.upper())


def _usage(argument: Any) -> str:
    name = _name(argument) if argument.required else f"[{_name(argument)}]"
    return name if argument.nargs == 1 or name.endswith("...") else f"{name}..."
