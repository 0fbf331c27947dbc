import type { DropPlan } from "./drop-session.ts";

/** Nothing but the log is left, so dropping would change nothing. */
export function isDropped({ branches, held, folders, ends }: DropPlan): boolean {
  return branches.length + held + folders.length === 0 && !ends;
}

/** What dropping a session removes, and what it leaves. */
export function dropLines(plan: DropPlan): readonly string[] {
  const { session, branches, held, folders } = plan;
  if (isDropped(plan)) return [`Nothing is left of ${session} but its log.`];
  return [
    `Dropping ${session}:`,
    `  ${logLine(plan)}`,
    ...branches.map(({ name, commit, checkedOutAt }) =>
      checkedOutAt === undefined
        ? `  removes the branch ${name} (${commit.slice(0, 8)})`
        : `  keeps the branch ${name}: it is checked out at ${checkedOutAt}`,
    ),
    ...(held > 0 ? ["  lets git remove objects that only this session needs"] : []),
    ...folders.map(folderLine),
  ];
}

/** Only a worktree holds work: `t1.41`, but not `tmp.41`. */
function folderLine(path: string): string {
  const isWorktree = /\/(?!tmp\.)[^/]+\.\d+(-\d+)?$/.test(path);
  return `  removes ${path}${isWorktree ? ", with what is not committed there" : ""}`;
}

function logLine({ ends, unreadable }: DropPlan): string {
  if (unreadable !== undefined)
    return "its log cannot be read, so Huddle does not know whether it is over; the log stays as it is";
  return ends ? "ends the session; its log stays" : "the session is over already; its log stays";
}
