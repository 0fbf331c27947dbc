import { dollars } from "../../rules/budget.ts";
import type { TaskId } from "../../terms/ids.ts";
import type { Phase } from "../../terms/phase.ts";
import { type GraphTask, layersOf, longestChain } from "../../terms/task-graph.ts";
import type { Effort, History } from "./history.ts";
import { type Range, rangeOf, rough, spread, sumOfRanges, times } from "./range.ts";

/** What the rest of a session may take once it has a plan. Without a basis, only the plan itself is known. */
export interface Estimate {
  readonly tasks: number;
  readonly layers: number;
  /** The longest chain of tasks, each waiting for the one before. */
  readonly chain: readonly TaskId[];
  readonly basis?: {
    readonly sessions: number;
    readonly tasks: number;
    /** Later phases that it covers, besides building. */
    readonly phases: readonly Phase[];
    /** The number of tasks whose prices are all known. The money is estimated from them. */
    readonly priced: number;
  };
  readonly requests?: Range;
  readonly tokens?: Range;
  /** Left out if the cost of earlier tasks is unknown. */
  readonly micros?: Range;
}

/** Phases after the plan in which the team talks. */
const toCome: readonly Phase[] = ["pre-code-review", "code-review"];

/** Estimates from the plan, and from what tasks and phases took in earlier sessions in this repository. */
export function estimateOf(plan: readonly GraphTask[], histories: readonly History[]): Estimate {
  const known = {
    tasks: plan.length,
    layers: layersOf(plan).length,
    chain: longestChain(plan),
  };
  const useful = histories.filter(({ tasks }) => tasks.length > 0);
  const done = useful.flatMap(({ tasks }) => tasks);
  if (done.length === 0) return known;
  const phases = toCome.filter((phase) => useful.some((history) => history.phases[phase]));
  const talks = phases.map((phase) => useful.flatMap((history) => history.phases[phase] ?? []));
  const priced = done.filter(({ micros }) => micros !== undefined).length;
  const range = (of: (effort: Effort) => number | undefined) =>
    sumOfRanges([times(rangeOf(done, of), plan.length), ...talks.map((efforts) => rangeOf(efforts, of))]);
  return {
    ...known,
    basis: { sessions: useful.length, tasks: done.length, phases, priced },
    requests: range(({ requests }) => requests),
    tokens: range(({ tokens }) => tokens),
    ...(priced > 0 && { micros: range(({ micros }) => micros) }),
  };
}

/** The estimate for people: the plan, what is expected, and what it is from. */
export function estimateLines(estimate: Estimate): readonly string[] {
  const { tasks, layers, chain } = estimate;
  const plan = `${counted(tasks, "task")} in ${counted(layers, "layer")}${chain.length > 1 ? `, the longest chain ${chain.join(" → ")}` : ""}.`;
  const [first = "", ...others] = restLines(estimate);
  return estimate.basis ? [`${plan} ${first}`, ...others] : [plan, first];
}

/** The same for a reader who sees the plan beside it. */
export function restLines({ basis, requests, tokens, micros }: Estimate): readonly string[] {
  if (!basis || !requests || !tokens)
    return ["No estimate: no earlier session in this repository has landed a task."];
  const money = micros ? [spread(micros, dollars)] : ["cost unknown, because no price is known"];
  const expected = [...money, `requests ${spread(requests, rough)}`, `tokens ${spread(tokens, rough)}`];
  return [
    `The rest may take: ${expected.join("; ")}.`,
    `From ${counted(basis.sessions, "earlier session")} here: ${counted(basis.tasks, "task")}${ofPrices(basis, micros)}${ofPhases(basis.phases)}.`,
  ];
}

function ofPrices({ tasks, priced }: NonNullable<Estimate["basis"]>, micros: Range | undefined): string {
  return micros && priced < tasks ? `, ${priced} of them with a known price` : "";
}

/** Names what the estimate leaves out. */
function ofPhases(covered: readonly Phase[]): string {
  const missing = toCome.filter((phase) => !covered.includes(phase));
  return missing.length === 0
    ? ""
    : `; not included, because there is no earlier example: ${missing.join(" and ")}`;
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}
