import { unreadableLog } from "../../core/fault.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { type BudgetLeft, leftOf } from "../../core/rules/budget.ts";
import { type AttemptLine, openBook } from "../../core/views/cost/attempts.ts";
import type { Project } from "../project.ts";
import { livingRunner } from "../run/take-lease.ts";

/** One request of one session. */
export interface CostLine extends AttemptLine {
  readonly session: string;
}

export interface Costs {
  readonly lines: readonly CostLine[];
  /** Sessions whose log Huddle cannot read. */
  readonly damaged: readonly { readonly session: string; readonly damage: string }[];
}

/** Every request of a session. Nothing is under way where no process runs it: nobody will see those ends any more. */
export async function costLines(project: Project, files: SessionFiles): Promise<readonly CostLine[]> {
  const book = openBook();
  for await (const fact of files.journal.read(1)) book.add(fact);
  const isRunning = (await livingRunner(project, files)) !== undefined;
  return book.lines().map((line) => ({
    session: files.id,
    ...line,
    ...(line.end === "under way" && !isRunning && { end: "unconfirmed" as const }),
  }));
}

/** Every request of every session of a repository. A session that cannot be read does not hide the others. */
export async function allCosts(project: Project): Promise<Costs> {
  const lines: CostLine[] = [];
  const damaged: { session: string; damage: string }[] = [];
  for (const session of await project.sessions.list()) {
    try {
      const files = await project.sessions.open(session);
      try {
        lines.push(...(await costLines(project, files)));
      } finally {
        await files.close();
      }
    } catch (error) {
      const damage = unreadableLog(error);
      if (damage === undefined) throw error;
      damaged.push({ session, damage });
    }
  }
  return { lines, damaged };
}

/** What is left of each budget that has been charged, the session's first. */
export function budgetsLeft(files: SessionFiles): readonly BudgetLeft[] {
  const state = files.journal.state();
  const keys = ["session", ...Object.keys(state.accounts).filter((key) => key !== "session")];
  return keys.flatMap((key) => leftOf(state, key) ?? []);
}
