import { deepStrictEqual } from "node:assert";
import { createHash } from "node:crypto";
import { decide } from "../../src/core/decide/decide.ts";
import type { Step } from "../../src/core/decide/step.ts";
import type { Fact } from "../../src/core/facts/fact.ts";
import { fold, foldInto } from "../../src/core/fold/fold.ts";
import { parseCharter } from "../../src/core/prompt/charter.ts";
import { rendererVersion, renderRequest } from "../../src/core/prompt/render-request.ts";
import { emptyState, type State } from "../../src/core/state/state.ts";
import { threadOfLoop } from "../../src/core/state/threads.ts";
import { holdsSeat } from "../../src/core/terms/task-machine.ts";
import { type Appended, toArray } from "../../src/core/text/appended.ts";
import { checkBooks } from "./check-books.ts";
import { checkOffers } from "./check-offers.ts";

/** The side files of a session, by hash. */
export type BlobReader = (blob: string) => Promise<string | undefined>;

export interface Checked {
  readonly facts: number;
  readonly appends: number;
  readonly intents: number;
  readonly requests: number;
}

const sha = (text: string) => createHash("sha256").update(text).digest("hex");

/** Facts that end their step, or make it wait for a person. They stand in its last append and nowhere else. */
const closing = new Set([
  "checks.finished",
  "phase.entered",
  "turn.ended",
  "task.moved",
  "session.shipped",
  "ship.undone",
  "session.synced",
  "session.closed",
  "question.asked",
  "question.passed",
  "split.requested",
  "split.proposed",
  "split.settled",
  "layer.settled",
  "loop.paused",
  "approval.requested",
  "approval.resolved",
  "step.failed",
]);

/** What may be recorded for a step that nobody wants any more: it was paid for or done already. */
const results = new Set(["model.replied", "model.failed", "tool.settled", "loop.closed", "effect.settled"]);

/**
 * What holds after every append of every session, whatever happened in it: keys are stable, claims disjoint, nothing is
 * displaced, intents were wanted, requests render again to what was sent, every answer that is offered settles what waits, folding gives the same in every way, and the
 * bill says what the accounts say.
 * Throws at the first append where it does not hold.
 */
export async function checkEveryPrefix(facts: readonly Fact[], blob: BlobReader): Promise<Checked> {
  const seen: { readonly state: State; readonly print: string }[] = [];
  const printed: Printed = new WeakMap();
  let state: State = emptyState;
  let intents = 0;
  let requests = 0;
  const appends = appendsOf(facts);
  for (const append of appends) {
    const before = state;
    const now = append[0]?.at ?? "";
    const wanted = decide(before, now).steps;
    await at(append, async () => {
      deepStrictEqual(decide(before, now), decide(before, now), "decide is not deterministic");
      assertDisjoint(wanted);
      checkOffers(before, now);
      intents += assertWanted(append, wanted);
      requests += await assertRequests(append, before, blob);
      for (const fact of append) state = fold(state, fact);
      assertNothingDisplaced(
        append,
        wanted,
        decide(state, now).steps,
        isCalledAway(before, append[0]?.step),
        Object.values(state.tasks).some(({ hurried }) => hurried !== undefined),
      );
      assertOnlyNewestOpen(state);
    });
    seen.push({ state, print: print(state, printed) });
    assertOnlyAdded(decide(state, now).steps, decide(state, later(facts, state.head) ?? now).steps);
  }
  const printedAgain: Printed = new WeakMap();
  for (const { state: kept, print: then } of seen)
    if (print(kept, printedAgain) !== then)
      throw new Error(`the state at ${kept.head} changed after it was made`);
  const read = JSON.parse(JSON.stringify(facts)) as Fact[]; // facts are JSON
  deepStrictEqual(plain(read.reduce(fold, emptyState)), plain(state), "read again it is another state");
  const bulk = { ...emptyState };
  for (const fact of read) foldInto(bulk, fact);
  deepStrictEqual(plain(bulk), plain(state), "in bulk it is another state");
  checkBooks(facts);
  return { facts: facts.length, appends: appends.length, intents, requests };
}

/** A state with its growing lists as plain arrays, for comparing. */
export function plain(state: State): unknown {
  return JSON.parse(
    JSON.stringify(state, (_, value: unknown) => (isAppended(value) ? toArray(value) : value)),
  );
}

function isAppended(value: unknown): value is Appended<unknown> {
  return typeof value === "object" && value !== null && "backing" in value && "length" in value;
}

/** The prints of one round, by object. States share most of what they hold, so each part is printed once a round. */
type Printed = WeakMap<object, string>;

/** The same for the same content. What was changed in place since it was printed has another one in the next round. */
function print(value: unknown, printed: Printed): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const known = printed.get(value);
  if (known !== undefined) return known;
  const made = sha(textOf(value, printed));
  printed.set(value, made);
  return made;
}

function textOf(value: object, printed: Printed): string {
  if (Array.isArray(value)) return `[${value.map((item) => print(item, printed)).join()}]`;
  if (isAppended(value)) return textOf(toArray(value), printed);
  return `{${Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}:${print(item, printed)}`)}}`;
}

function appendsOf(facts: readonly Fact[]): readonly (readonly Fact[])[] {
  const appends: Fact[][] = [[]];
  for (const fact of facts) {
    appends.at(-1)?.push(fact);
    if (!fact.more) appends.push([]);
  }
  return appends.slice(0, -1);
}

async function at(append: readonly Fact[], check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    const types = append.map(({ event }) => event.type).join(" + ");
    const where = `at ${append[0]?.seq} (${append[0]?.step ?? "no step"}: ${types})`;
    throw new Error(`${where}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function assertDisjoint(steps: readonly Step[]): void {
  const claims = steps.flatMap((step) => step.claims);
  const twice = claims.find((claim, index) => claims.indexOf(claim) < index);
  if (twice !== undefined) throw new Error(`two wanted steps claim ${twice}`);
  const keys = steps.map((step) => step.key);
  if (new Set(keys).size < keys.length) throw new Error(`two wanted steps have one key: ${keys.join(", ")}`);
}

/** Everything a step writes is written while it is wanted, but for results that come late. */
function assertWanted(append: readonly Fact[], wanted: readonly Step[]): number {
  const [{ step, event } = { step: undefined, event: undefined }] = append;
  if (step === undefined) return 0;
  if (append.some((fact) => fact.step !== step)) throw new Error("one append holds facts of two steps");
  if (wanted.some(({ key }) => key === step)) return 1;
  const begun = append.find((fact) => !results.has(fact.event.type));
  if (begun)
    throw new Error(
      `${begun.event.type} of a step that was not wanted; wanted: ${keysOf(wanted).join(", ")}`,
    );
  if (
    event?.type === "model.replied" &&
    append.some((fact) => fact.event.type === "loop.closed" && fact.event.outcome !== "stopped")
  )
    throw new Error("a late reply had consequences");
  return 0;
}

async function assertRequests(append: readonly Fact[], before: State, blob: BlobReader): Promise<number> {
  let requests = 0;
  for (const { event } of append) {
    if (event.type !== "model.asked" || event.renderer !== rendererVersion) continue;
    const charter = await blob(threadOfLoop(before, event.loop)?.charter ?? "");
    if (charter === undefined) throw new Error("the rules of this request are missing");
    const text = JSON.stringify(renderRequest(before, event.loop, parseCharter(charter)));
    if (sha(text) !== event.hash) throw new Error("the request renders to other bytes than were sent");
    requests++;
  }
  return requests;
}

/** The team is called to another phase, or a person ends, takes or sends back the task: what has begun in git is finished first. */
function isCalledAway({ stage, tasks }: State, step: string | undefined): boolean {
  const [, task = ""] = step?.split(/[/@]/) ?? [];
  const { cancelling, commenting, holding, splitting } = tasks[task] ?? {};
  const wishes = [stage?.requested, cancelling, commenting, holding, splitting];
  return wishes.some((wish) => wish !== undefined);
}

/** A wanted step goes away through its own last append, a person or a runner. Other appends change nothing wanted. */
function assertNothingDisplaced(
  append: readonly Fact[],
  before: readonly Step[],
  after: readonly Step[],
  isLeaving: boolean,
  isHurried: boolean,
): void {
  const outside = append.some(
    ({ actor, event }) =>
      actor === "human" || event.type === "runner.started" || event.type === "runner.stopped",
  );
  if (outside) return;
  // Called away, the team leaves a step as soon as what it had begun outside is settled.
  const ends = append.some(
    ({ event }) => closing.has(event.type) || (isLeaving && event.type === "effect.settled"),
  );
  const own = append[0]?.step;
  const kept = new Set(keysOf(after));
  // A task that comes back, or that is hurried, may take the place of one that was about to be given out: nothing of
  // that has begun.
  const isBack =
    isHurried ||
    append.some(
      ({ event }) => event.type === "split.settled" || (event.type === "task.moved" && holdsSeat(event.to)),
    );
  for (const { key, kind } of before)
    if (!kept.has(key) && !(ends && key === own) && !(isBack && kind === "dispatch"))
      throw new Error(`${key} was wanted and is displaced`);
  const known = new Set(keysOf(before));
  const fresh = keysOf(after).filter((key) => !known.has(key));
  if (!ends && fresh.length > 0)
    throw new Error(`${fresh.join(", ")} became wanted through facts that end nothing`);
}

/** In a thread only the newest reply has calls without a result, and only the newest loop is open. */
function assertOnlyNewestOpen(state: State): void {
  for (const { name, loops } of state.threads) {
    if (loops.slice(0, -1).some((loop) => loop.closed === undefined))
      throw new Error(`${name} has two open loops`);
    const asks = loops.flatMap((loop) => toArray(loop.asks));
    const open = asks.slice(0, -1).find((ask, index) => {
      // One without a reply is asked again under its own number, be it in another loop.
      if (!ask.reply) return asks[index + 1]?.ask !== ask.ask;
      return ask.reply.calls.some((call) => call.status !== "settled");
    });
    if (open) throw new Error(`${name} went on after ask ${open.ask}, which was not over`);
  }
}

/** Time alone makes steps wanted that rested, and takes none away. */
function assertOnlyAdded(before: readonly Step[], after: readonly Step[]): void {
  const kept = new Set(keysOf(after));
  const gone = keysOf(before).filter((key) => !kept.has(key));
  if (gone.length > 0) throw new Error(`${gone.join(", ")} went away by waiting`);
}

function later(facts: readonly Fact[], head: number): string | undefined {
  return facts[head]?.at;
}

function keysOf(steps: readonly Step[]): readonly string[] {
  return steps.map((step) => step.key);
}
