import { dollars } from "../budget.ts";
import type { TaskId } from "../ids.ts";
import type { Phase } from "../phase.ts";
import { type GraphTask, layersOf, longestChain } from "../task-graph.ts";
import type { Effort, History } from "./history.ts";

/** From the lower to the upper quarter, with the middle between them. */
export interface Range {
  readonly low: number;
  readonly likely: number;
  readonly high: number;
}

/** What the rest of a session may take once its plan stands. Without a basis only the plan itself is known. */
export interface Estimate {
  readonly tasks: number;
  readonly layers: number;
  /** The longest row of tasks each of which waits for the one before. */
  readonly chain: readonly TaskId[];
  readonly basis?: {
    readonly sessions: number;
    readonly tasks: number;
    /** Phases still to come that it covers, besides building. */
    readonly phases: readonly Phase[];
    /** Of these tasks every price is known, and the money is from them. */
    readonly priced: number;
  };
  readonly requests?: Range;
  readonly tokens?: Range;
  /** Left out: what earlier tasks cost is not known. */
  readonly micros?: Range;
}

/** Phases after the plan in which the team talks. */
const toCome: readonly Phase[] = ["pre-code-review", "code-review"];

/** From the plan, and from what tasks and phases of earlier sessions in the same repository took. */
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
    sum([times(rangeOf(done, of), plan.length), ...talks.map((efforts) => rangeOf(efforts, of))]);
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

/** The same for somebody who sees the plan beside it. */
export function restLines({ basis, requests, tokens, micros }: Estimate): readonly string[] {
  if (!basis || !requests || !tokens)
    return ["No estimate: no earlier session in this repository has landed a task."];
  const money = micros ? [spread(micros, dollars)] : ["money not known, for want of prices"];
  const expected = [...money, `requests ${spread(requests, rough)}`, `tokens ${spread(tokens, rough)}`];
  return [
    `The rest may take: ${expected.join("; ")}.`,
    `From ${counted(basis.sessions, "earlier session")} here: ${counted(basis.tasks, "task")}${ofPrices(basis, micros)}${ofPhases(basis.phases)}.`,
  ];
}

function ofPrices({ tasks, priced }: NonNullable<Estimate["basis"]>, micros: Range | undefined): string {
  return micros && priced < tasks ? `, of which ${priced} have a known price` : "";
}

/** What it leaves out is said. */
function ofPhases(covered: readonly Phase[]): string {
  const missing = toCome.filter((phase) => !covered.includes(phase));
  return missing.length === 0 ? "" : `; without ${missing.join(" and ")}, of which there is no example`;
}

function spread({ low, likely, high }: Range, text: (value: number) => string): string {
  return `${text(likely)} (${text(low)} to ${text(high)})`;
}

/** Two digits are as much as an estimate knows. */
function rough(value: number): string {
  if (value >= 1_000_000) return `${Number((value / 1_000_000).toPrecision(2))}M`;
  return value >= 1_000 ? `${Number((value / 1_000).toPrecision(2))}k` : String(Math.round(value));
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

function rangeOf(efforts: readonly Effort[], of: (effort: Effort) => number | undefined): Range {
  const values = efforts.flatMap((effort) => of(effort) ?? []).sort((a, b) => a - b);
  return { low: quantile(values, 0.25), likely: quantile(values, 0.5), high: quantile(values, 0.75) };
}

/** Between two values it lies where the share says. No values: nothing. */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * Math.max(0, sorted.length - 1);
  const [below = 0, above = below] = sorted.slice(Math.floor(place), Math.floor(place) + 2);
  return below + (above - below) * (place - Math.floor(place));
}

function times({ low, likely, high }: Range, factor: number): Range {
  return { low: low * factor, likely: likely * factor, high: high * factor };
}

function sum(ranges: readonly Range[]): Range {
  const add = (pick: (range: Range) => number) => Math.round(ranges.reduce((all, one) => all + pick(one), 0));
  return { low: add(({ low }) => low), likely: add(({ likely }) => likely), high: add(({ high }) => high) };
}
