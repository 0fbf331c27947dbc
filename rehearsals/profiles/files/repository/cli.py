"""The command line: settle list, get, set, unset and run."""

import json
import os
import shlex
import sys
from contextlib import contextmanager
from subprocess import Popen
from typing import IO, Any, Dict, Iterator, List, Optional

try:
    import click
except ImportError:
    sys.stderr.write("settle's command line needs click. Install it with: pip install 'settle[cli]'\n")
    sys.exit(1)

from .lines import parse_lines
from .load import read_settings
from .write import set_setting, unset_setting
from .version import __version__


def nearest() -> Optional[str]:
    """The file that is used if none is named: .env in the current folder."""
    try:
        return os.path.join(os.getcwd(), ".env")
    except FileNotFoundError:
        # The current folder was removed.
        return None


@click.group()
@click.option(
    "-f",
    "--file",
    default=nearest(),
    type=click.Path(file_okay=True),
    help="The file to read and write; .env in the current folder if left out.",
)
@click.option(
    "-q",
    "--quote",
    default="always",
    type=click.Choice(["always", "never", "auto"]),
    help="Whether set puts quotes around a value.",
)
@click.option(
    "-e",
    "--export",
    default=False,
    type=click.BOOL,
    help="Whether set writes export before the name.",
)
@click.version_option(version=__version__)
@click.pass_context
def cli(ctx: click.Context, file: Any, quote: str, export: bool) -> None:
    """Shows, changes and uses the settings of a .env file."""
    ctx.obj = {"FILE": file, "QUOTE": quote, "EXPORT": export}


@contextmanager
def opened(path: Optional[str]) -> Iterator[IO[str]]:
    """The file for reading. A file that cannot be opened ends the command with exit 2."""
    try:
        with open(path or "", encoding="utf-8") as stream:
            yield stream
    except OSError as problem:
        click.echo(f"Cannot open the settings: {problem}", err=True)
        sys.exit(2)


@cli.command(name="list")
@click.option(
    "--format",
    "shape",
    default="simple",
    type=click.Choice(["simple", "json", "shell", "export"]),
    help="How each setting is printed.",
)
@click.pass_context
def list_values(ctx: click.Context, shape: str) -> None:
    """Prints all settings, in the order of their names."""
    with opened(ctx.obj["FILE"]) as stream:
        values = read_settings(stream=stream)
    if shape == "json":
        click.echo(json.dumps(values, indent=2, sort_keys=True))
        return
    prefix = "export " if shape == "export" else ""
    for name in sorted(values):
        value = values[name]
        if value is not None:
            text = shlex.quote(value) if shape in ("export", "shell") else value
            click.echo(f"{prefix}{name}={text}")


@cli.command(name="get")
@click.argument("name", required=True)
@click.pass_context
def get_value(ctx: click.Context, name: str) -> None:
    """Prints the value of one setting. Without one, it prints nothing and exits with 1."""
    with opened(ctx.obj["FILE"]) as stream:
        values = read_settings(stream=stream)
    value = values.get(name)
    if value is None:
        sys.exit(1)
    click.echo(value)


@cli.command(name="set")
@click.argument("name", required=True)
@click.argument("value", required=True)
@click.pass_context
def set_value(ctx: click.Context, name: str, value: str) -> None:
    """Writes one setting, and makes the file if there is none."""
    path, quote, export = ctx.obj["FILE"], ctx.obj["QUOTE"], ctx.obj["EXPORT"]
    done = set_setting(path, name, value, quote, export)
    if not done:
        sys.exit(1)
    click.echo(f"{name}={value}")


@cli.command(name="unset")
@click.argument("name", required=True)
@click.pass_context
def unset_value(ctx: click.Context, name: str) -> None:
    """Takes one setting out of the file."""
    done = unset_setting(ctx.obj["FILE"], name, ctx.obj["QUOTE"])
    if not done:
        sys.exit(1)
    click.echo(f"{name} is gone.")


@cli.command(
    name="run",
    context_settings={
        "allow_extra_args": True,
        "allow_interspersed_args": False,
        "ignore_unknown_options": True,
    },
)
@click.option(
    "--replace/--keep",
    default=True,
    help="Whether a setting wins over the variable of the same name that is already there.",
)
@click.argument("command", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def run(ctx: click.Context, replace: bool, command: List[str]) -> None:
    """Runs a command with the settings in its environment."""
    path = ctx.obj["FILE"]
    if not os.path.isfile(path):
        raise click.BadParameter(f"There is no file {path!r} to run with.", ctx=ctx)
    values = {
        name: value
        for name, value in read_settings(path).items()
        if value is not None and (replace or name not in os.environ)
    }
    if not command:
        click.echo("Say which command to run.", err=True)
        sys.exit(1)
    sys.exit(run_command(list(command), values))


def run_command(command: List[str], values: Dict[str, str]) -> int:
    """Runs it to its end and gives its exit code.

    The variables of this process come first, so that a program finds everything it found before, and
    the settings after them. A path of a program is looked up as a shell would look it up.
    """
    environment = {**os.environ, **values}
    # On Windows exec makes a second process and leaves the shell at once, so the child is waited for.
    if sys.platform == "win32":
        child = Popen(command, universal_newlines=True, bufsize=0, shell=False, env=environment)
        _, _ = child.communicate()
        return child.returncode
    try:
        os.execvpe(command[0], command, environment)
    except FileNotFoundError:
        click.echo(f"There is no command {command[0]!r}.", err=True)
    except PermissionError:
        click.echo(f"{command[0]!r} cannot be run.", err=True)
    return 127


@cli.command(name="check")
@click.option("--strict", is_flag=True, help="Exit with 1 if a name stands there twice, too.")
@click.pass_context
def check(ctx: click.Context, strict: bool) -> None:
    """Says which lines of the file settle cannot read, and which names stand there twice."""
    seen: Dict[str, int] = {}
    faults = 0
    with opened(ctx.obj["FILE"]) as stream:
        for line in parse_lines(stream):
            if line.broken:
                faults += 1
                click.echo(f"line {line.number}: {line.text.strip()!r} is no setting", err=True)
            if line.name is None:
                continue
            if line.name in seen:
                faults += 1 if strict else 0
                click.echo(f"line {line.number}: {line.name} replaces line {seen[line.name]}", err=True)
            seen[line.name] = line.number
    sys.exit(1 if faults else 0)


def main() -> None:
    """What the script settle starts. Its own faults end it with a line of words, not with a trace."""
    try:
        cli(prog_name="settle")
    except UnicodeDecodeError as problem:
        click.echo(f"The settings are not UTF-8: {problem.reason} at byte {problem.start}.", err=True)
        sys.exit(2)
