import type { Blobs } from "../../core/ports/blobs.ts";
import type { Charter } from "../../core/prompt/charter.ts";
import { evidenceIn } from "../../core/rules/review/cited-evidence.ts";
import { criteriaOf } from "../../core/rules/review/criteria-of.ts";
import { commandIn } from "../../core/state/call.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import type { TerminalTool } from "../../core/work/tool.ts";
import { reviewComplete, type Verdict } from "../../tools/ends/review-complete.ts";
import { evidenceFaults } from "./evidence-faults.ts";
import { callsOf, hasReadWhole, type PagesToRead, pageFaults, unreadFaults } from "./opened-change.ts";
import { type Changes, standsInOpening } from "./review-opening.ts";
import { type Asked, verdictFaults } from "./verdict-faults.ts";

/** One review of a task, as it was when it began. */
export interface Judging {
  readonly thread: string;
  readonly task: Task;
  readonly changes: Changes;
  readonly pages: PagesToRead;
  /** What a verdict has to answer. Undefined: an older session, which takes an approval without evidence. */
  readonly asked: Asked | undefined;
}

/** What a reviewer has to answer, if its session wants that and the tool that it was shown has a place for it. */
export function askedIn(
  state: State,
  { plan, flags = [] }: Task,
  charter: Charter | undefined,
  refuted: readonly string[],
): Asked | undefined {
  const schema = charter?.tools.find(({ name }) => name === reviewComplete.name)?.schema;
  const hasPlace = schema === undefined || JSON.stringify(schema).includes('"criteria"');
  if (state.session.policy.review === undefined || !hasPlace) return undefined;
  return { criteria: criteriaOf(state, plan), flags, refuted };
}

/** An approval is refused that did not look, or that answers or shows less than it was asked for. */
export function judgingTerminal(
  judging: Judging,
  world: { readonly blobs: Blobs; state(): State },
): TerminalTool<Verdict> {
  const { thread, task, changes, asked } = judging;
  const unopened = (at: State) => (standsInOpening(changes) ? [] : unreadFaults(at, thread));
  if (!asked) return { ...reviewComplete, check: (_, at) => unopened(at) };
  return {
    ...reviewComplete,
    check: (given, at) => [
      ...(given.verdict === "approved" ? pageFaults(at, thread, judging.pages) : unopened(at)),
      ...verdictFaults(given, asked),
    ],
    verify: async (given, { files }) =>
      files
        ? evidenceFaults(evidenceIn(given.criteria), {
            files,
            blobs: world.blobs,
            checks: task.evidence,
            ran: commandsRun(world.state(), thread),
          })
        : [],
  };
}

/** Whether the reviewer has seen every page, in this review or, of what was there before, in its last one. */
export function sawWhole(at: State, { thread, pages }: Judging): boolean {
  return hasReadWhole(at, thread, pages);
}

function commandsRun(at: State, thread: string): readonly string[] {
  return callsOf(at, thread).flatMap(({ result, input }) =>
    result.ran === undefined ? [] : (commandIn(input) ?? []),
  );
}
