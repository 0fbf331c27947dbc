import type { Start } from "./shell-script.ts";
import { type ShellEnd, type ShellRun, SmallShell } from "./small-shell.ts";

/** More programs at once than this are started without a shell. */
const most = 8;

/** They know nothing of any session. */
const shells = new Set<SmallShell>();

/**
 * Starts a program through a small shell. Undefined: it did not start, and nothing happened; to start it in another way
 * does it, or shows why.
 */
export async function throughShell(start: Start, how: ShellRun): Promise<ShellEnd | undefined> {
  const shell = [...shells].find(({ isFree }) => isFree) ?? another();
  return shell?.run(start, how);
}

function another(): SmallShell | undefined {
  if (shells.size >= most) return undefined;
  const shell = SmallShell.open(() => {
    if (shell) shells.delete(shell);
  });
  if (shell) shells.add(shell);
  return shell;
}
