"""Settings from a file of NAME=value lines, for a program and for its environment."""

import io
import os
import pathlib
import stat
import sys
import warnings
from contextlib import contextmanager
from typing import IO, Dict, Iterable, Iterator, Optional, Tuple, Union

from .lines import Line, parse_lines
from .names import expand

PathLike = Union[str, "os.PathLike[str]"]


class Settings:
    """The settings of one source: a file by its path, or an open stream of text."""

    def __init__(
        self,
        path: Optional[PathLike],
        stream: Optional[IO[str]] = None,
        *,
        loud: bool = False,
        encoding: Optional[str] = "utf-8",
        expanding: bool = True,
        replacing: bool = True,
    ) -> None:
        self.path = path
        self.stream = stream
        self.loud = loud
        self.encoding = encoding
        self.expanding = expanding
        self.replacing = replacing
        self._values: Optional[Dict[str, Optional[str]]] = None

    @contextmanager
    def _open(self) -> Iterator[IO[str]]:
        if self.path and is_readable(self.path):
            with open(self.path, encoding=self.encoding) as stream:
                yield stream
        elif self.stream is not None:
            yield self.stream
        else:
            if self.loud:
                warnings.warn(f"settle found no file {self.path or '.env'} to read.")
            yield io.StringIO("")

    def values(self) -> Dict[str, Optional[str]]:
        """Reads once, and gives the same values from then on. A later line wins over an earlier one."""
        if self._values is None:
            pairs = self._pairs()
            self._values = dict(expanded(pairs, self.replacing) if self.expanding else pairs)
        return self._values

    def _pairs(self) -> Iterator[Tuple[str, Optional[str]]]:
        with self._open() as stream:
            for line in told(parse_lines(stream), self.loud):
                if line.name is not None:
                    yield line.name, line.value

    def apply(self) -> bool:
        """Sets what the environment lacks, or everything if it replaces. False: there was nothing to read."""
        found = self.values()
        if not found:
            return False
        for name, value in found.items():
            if name in os.environ and not self.replacing:
                continue
            if value is not None:
                os.environ[name] = value
        return True

    def get(self, name: str) -> Optional[str]:
        found = self.values()
        if name in found:
            return found[name]
        if self.loud:
            warnings.warn(f"settle found no {name} in {self.path or 'the stream'}.")
        return None


def told(lines: Iterable[Line], loud: bool) -> Iterator[Line]:
    """Lines that cannot be read are skipped. A loud caller hears of each."""
    for line in lines:
        if line.broken and loud:
            warnings.warn(f"settle cannot read line {line.number}: {line.text!r}")
        yield line


def expanded(
    pairs: Iterable[Tuple[str, Optional[str]]],
    replacing: bool,
) -> Iterator[Tuple[str, Optional[str]]]:
    """Replaces ${NAME} by what is known when the line is read: earlier lines, and the environment."""
    known: Dict[str, Optional[str]] = {}
    for name, value in pairs:
        if value is not None:
            scope: Dict[str, Optional[str]] = {}
            if replacing:
                scope.update(os.environ)
                scope.update(known)
            else:
                scope.update(known)
                scope.update(os.environ)
            value = expand(value, scope)
        known[name] = value
        yield name, value


def apply_settings(
    path: Optional[PathLike] = None,
    stream: Optional[IO[str]] = None,
    loud: bool = False,
    replacing: bool = False,
    expanding: bool = True,
    encoding: Optional[str] = "utf-8",
) -> bool:
    """Puts the settings of a file into the environment of this process.

    Without a path and a stream, the file is looked for with `find_settings`, from the folder of the
    caller upwards. What the environment already has stays, unless `replacing` is true. Returns whether
    at least one setting was read.
    """
    if path is None and stream is None:
        path = find_settings()
    source = Settings(
        path,
        stream,
        loud=loud,
        encoding=encoding,
        expanding=expanding,
        replacing=replacing,
    )
    return source.apply()


def read_settings(
    path: Optional[PathLike] = None,
    stream: Optional[IO[str]] = None,
    loud: bool = False,
    expanding: bool = True,
    encoding: Optional[str] = "utf-8",
) -> Dict[str, Optional[str]]:
    """The settings of a file as a dictionary. The environment stays as it is.

    A name without `=` has the value None. The arguments are those of `apply_settings`.
    """
    if path is None and stream is None:
        path = find_settings()
    source = Settings(
        path,
        stream,
        loud=loud,
        encoding=encoding,
        expanding=expanding,
        replacing=True,
    )
    return source.values()


def find_settings(
    name: str = ".env",
    must_exist: bool = False,
    from_here: bool = False,
) -> str:
    """The path of the nearest file of this name, from the folder of the calling file up to the root.

    `from_here` starts in the current folder instead, and so does a session without a file: a shell, a
    notebook, a frozen program. Returns "" if there is none, or raises FileNotFoundError.
    """
    start = os.getcwd() if from_here or is_interactive() else folder_of_caller()
    for folder in upwards(start):
        candidate = os.path.join(folder, name)
        if is_readable(candidate):
            return candidate
    if must_exist:
        raise FileNotFoundError(f"There is no {name} in {start} or above.")
    return ""


def is_interactive() -> bool:
    """Whether nobody's file is being run: a shell, a notebook, or a program that was frozen."""
    if getattr(sys, "frozen", False) or hasattr(sys, "ps1"):
        return True
    main = sys.modules.get("__main__")
    return not hasattr(main, "__file__")


def folder_of_caller() -> str:
    """The folder of the first file in the stack that is not one of ours."""
    ours = os.path.dirname(os.path.abspath(__file__))
    frame = sys._getframe()
    while frame.f_back is not None:
        place = os.path.abspath(frame.f_code.co_filename)
        if os.path.dirname(place) != ours and os.path.exists(place):
            return os.path.dirname(place)
        frame = frame.f_back
    return os.getcwd()


def upwards(start: str) -> Iterator[str]:
    """A folder and all above it, nearest first."""
    if not os.path.exists(start):
        raise OSError(f"There is no folder {start} to start from.")
    folder = pathlib.Path(start).resolve()
    if not folder.is_dir():
        folder = folder.parent
    yield str(folder)
    for parent in folder.parents:
        yield str(parent)


def is_readable(path: PathLike) -> bool:
    """A file or a named pipe. Settings may be handed over through a pipe, so that no disk holds them."""
    try:
        mode = os.stat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    return stat.S_ISREG(mode) or stat.S_ISFIFO(mode)
