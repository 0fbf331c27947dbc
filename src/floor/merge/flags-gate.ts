import type { Step } from "../../core/decide/step.ts";
import type { Flag } from "../../core/facts/check-result-schema.ts";
import type { Draft } from "../../core/facts/fact.ts";
import { writeVerdicts } from "../../core/permits/write-verdict.ts";
import { returnTask } from "../../core/rules/rounds.ts";
import type { Approval } from "../../core/state/session.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { filesOfDiff } from "../../core/text/changed-files.ts";
import { oneLine } from "../../core/text/one-line.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { answeredFor, requestApproval } from "../commit/request-approval.ts";
import { recorded } from "../the-task.ts";

/**
 * What green checks do not show may be a person's to judge: a new dependency, a text shaped like a key. Returns what is
 * recorded instead of going on to the landing: the question, or, after a no, the way back to the author. Undefined:
 * nothing needs a yes, or this commit has one.
 */
export async function flagsGate(
  context: StepContext<Extract<Step, { kind: "prepare" }>>,
  task: Task,
): Promise<readonly [Draft] | undefined> {
  const state = context.journal.state();
  const flags = undecided(state, task);
  if (flags.length === 0) return undefined;
  const hash = context.hash(
    JSON.stringify([task.commit, flags.map(({ kind, path, text }) => [kind, path, text])]),
  );
  const answered = answeredFor(state, context.step.key, hash);
  if (answered?.verdict === "granted") return undefined;
  return answered ? [sentBack(state, task, flags, answered)] : [await asks(context, task, flags, hash)];
}

/** A path that asks has had its yes, for exactly this content, before it was committed. */
function undecided({ session }: State, { flags = [] }: Task): readonly Flag[] {
  const verdictOf = writeVerdicts(session.policy);
  return flags.filter(({ tier, path }) => tier === "person" && verdictOf(path).kind !== "asks");
}

async function asks(context: StepContext, task: Task, flags: readonly Flag[], hash: string): Promise<Draft> {
  const paths = [...new Set(flags.map(({ path }) => path))];
  const diff = filesOfDiff(
    await context.workspace.diff(recorded(task.base, "base"), recorded(task.commit, "commit")),
  );
  const flagged = diff.filter(
    ({ path, was }) => paths.includes(path) || (was !== undefined && paths.includes(was)),
  );
  // A flag may be about a check, not about a file: then all of the change is shown.
  const shown = flagged.length > 0 ? flagged : diff;
  return requestApproval(context, task, {
    action: "land",
    paths,
    shown: [...flags.map(({ text }) => `- ${oneLine(text)}\n`), "\n", ...shown.map(({ text }) => text)].join(
      "",
    ),
    hash,
    risk: "raised",
    why: flags.map(({ text }) => oneLine(text)).join("; "),
  });
}

function sentBack(
  { session }: State,
  task: Task,
  flags: readonly Flag[],
  { verdict, reason }: NonNullable<Approval["resolved"]>,
): Draft {
  const isExpired = verdict === "expired";
  const who = isExpired
    ? "A person has to say yes to this before it lands, and nobody was there in time."
    : `The product manager says no${reason === undefined ? "." : `: ${reason}`}`;
  const feedback = [
    ...flags.map(({ text }) => `- ${oneLine(text)}`),
    who,
    "Do the task without it. If it cannot be done like that, finish with `blocked` and say what you need.",
  ].join("\n");
  const why = isExpired
    ? "nobody said yes to its landing in time"
    : "the product manager says no to its landing";
  return returnTask(task, "refused", { why, feedback }, session.policy);
}
