import type { EventOf } from "../../core/facts/events.ts";
import { byHarness, type Draft } from "../../core/facts/fact.ts";
import type { Approval } from "../../core/state/session.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { foreignText } from "../../core/text/foreign-text.ts";
import { dueAfter, type StepContext } from "../../core/work/step-context.ts";

type Asked = Pick<EventOf<"approval.requested">, "action" | "hash" | "risk" | "why"> & {
  readonly paths: readonly string[];
  /** All that a person should see before they answer. */
  readonly shown: string;
};

/** Asks a person for a yes to what a step is about to do for a task, outside of any conversation. */
export async function requestApproval(
  context: StepContext,
  task: Task,
  { paths, shown, ...asked }: Asked,
): Promise<Draft> {
  const dueAt = dueAfter(context);
  return byHarness({
    type: "approval.requested",
    ...asked,
    seat: task.owner ?? "",
    task: task.id,
    paths: paths.slice(0, mostPaths),
    shown: await context.blobs.put(foreignText(shown.slice(0, mostShown), context.redaction)),
    ...(dueAt !== undefined && { dueAt }),
  });
}

/** Most paths that a fact names, and characters that a person is shown. */
const mostPaths = 200;
const mostShown = 400_000;

/** What a person, or the deadline, said to exactly this. */
export function answeredFor({ approvals }: State, step: string, hash: string): Approval["resolved"] {
  return Object.values(approvals).find((one) => one.step === step && one.resolved && one.hash === hash)
    ?.resolved;
}
