"""The magic command %settle for notebooks."""

from IPython.core.magic import Magics, line_magic, magics_class
from IPython.core.magic_arguments import argument, magic_arguments, parse_argstring

from .load import apply_settings, find_settings


@magics_class
class SettleMagics(Magics):
    @magic_arguments()
    @argument("-r", "--replace", action="store_true", help="settings win over the environment")
    @argument("-l", "--loud", action="store_true", help="say what cannot be read")
    @argument("path", nargs="?", default=".env", help="the file; looked for upwards if it is only a name")
    @line_magic
    def settle(self, line):
        args = parse_argstring(self.settle, line)
        path = args.path
        try:
            path = find_settings(path, must_exist=True, from_here=True)
        except OSError:
            print(f"There is no {path}.")
            return
        apply_settings(path, loud=args.loud, replacing=args.replace)


def load_ipython_extension(shell):
    """Called by %load_ext settle."""
    shell.register_magics(SettleMagics)
