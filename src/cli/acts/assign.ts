import { nextAt } from "../../app/look/next-for.ts";
import { type Assignment, assign } from "../../app/say/assign.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { Fault } from "../../core/fault.ts";
import type { State } from "../../core/state/state.ts";
import { tasksInOrder } from "../../core/state/tasks-in-order.ts";
import { oneLine } from "../../core/views/plain-text.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

export interface AssignOptions extends CommonOptions {
  readonly auto?: boolean;
  readonly volunteer?: boolean;
}

/** `huddle assign t1 mara t2 jonas`, `--auto`, `--volunteer`: who builds what. */
export async function assignAct(
  wire: Wire,
  words: readonly string[],
  options: AssignOptions,
): Promise<ExitCode> {
  const assignment = assignmentOf(words, options);
  return withSession(await wire.openProject(), options.session, async (at) => {
    const { files } = at;
    await assign(files.journal, assignment);
    const owners = ownersIn(files.journal.state());
    const lines =
      assignment.kind === "volunteer"
        ? ["The engineers are asked which tasks they would take; you have the last word."]
        : owners.map(({ task, owner, title }) => `  ${task}  ${owner ?? "nobody"}  ${oneLine(title)}`);
    report(
      wire,
      options,
      { session: files.id, tasks: owners },
      [...headingOf(at), ...lines],
      await nextAt(at),
    );
    return exitCodes.finished;
  });
}

const usage =
  "Say who takes what: huddle assign t1 <name> t2 <name>, huddle assign --auto, or huddle assign --volunteer";

function assignmentOf(words: readonly string[], { auto, volunteer }: AssignOptions): Assignment {
  const ways = [words.length > 0, auto === true, volunteer === true].filter((way) => way);
  if (ways.length !== 1) throw new Fault("usage", usage);
  if (auto) return { kind: "auto" };
  if (volunteer) return { kind: "volunteer" };
  // Accepts `t1=mara` as well as `t1 mara`.
  const parts = words.flatMap((word) => word.split(/[=:]/)).filter((word) => word !== "");
  if (parts.length % 2 !== 0) throw new Fault("usage", usage);
  const pairs = parts.flatMap((task, index) =>
    index % 2 === 0 ? [[task, parts[index + 1] ?? ""] as const] : [],
  );
  return { kind: "hand", pairs };
}

function ownersIn(state: State) {
  return tasksInOrder(state).map(({ id, owner, plan }) => ({
    task: id,
    owner: owner ?? null,
    title: plan.title,
  }));
}
