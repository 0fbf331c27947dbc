import { createHash } from "node:crypto";
import type { Fact } from "../../src/core/facts/fact.ts";
import type { Journal } from "../../src/core/ports/journal.ts";
import type { Model } from "../../src/core/ports/model.ts";
import { TalkMemory } from "../../src/core/prompt/talk-memory.ts";
import { costOf, type Price } from "../../src/core/terms/money.ts";
import type { Usage } from "../../src/core/terms/money-schema.ts";
import type { Policy } from "../../src/core/terms/policy.ts";
import { noKeys } from "../../src/core/text/redaction.ts";
import type { StepContext } from "../../src/core/work/step-context.ts";
import { specOf } from "../../src/core/work/tool.ts";
import { openLoop } from "../../src/loop/open-loop.ts";
import type { Outcome } from "../../src/loop/outcome.ts";
import { runToolLoop } from "../../src/loop/run-tool-loop.ts";
import { finish } from "./loop-stage.ts";
import { Past } from "./past.ts";
import { plainPrompts } from "./plain-prompts.ts";
import { planned, seat } from "./plans.ts";

export const callers = ["e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8"];
const price: Price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const charter = { system: "rules", coach: "", artifact: "", tools: [specOf(finish)] };

/** What a call may really cost, of what was put aside for it: all of it, or whatever chance says. */
export type Costs = "all" | "chance";

/** A session in which every caller has a task of its own, under this budget. */
export function capped(budget: Policy["budget"]): readonly Fact[] {
  const tasks = callers.map((_, index) => planned(`t${index + 1}`));
  const past = Past.opened({
    seats: callers.map((id) => seat(id)),
    policy: { output: { turn: 100, artifact: 100, coding: 100, review: 100 }, ...(budget && { budget }) },
  });
  return past.reaches("implementation", tasks, callers).facts;
}

export interface Spending {
  readonly journal: Journal;
  readonly caller: string;
  readonly costs: Costs;
  readonly random: () => number;
  /** Lets others go first, as chance has it. */
  readonly pause: () => Promise<void>;
}

/** What a caller has really sent, as its provider would count it. */
export interface Spent {
  readonly calls: number;
  readonly tokens: number;
  readonly micros: number;
}

export function sumOf(all: readonly Spent[]): Spent {
  const sum = (of: (one: Spent) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    calls: sum((one) => one.calls),
    tokens: sum((one) => one.tokens),
    micros: sum((one) => one.micros),
  };
}

/** Has one conversation after the other until there is no money for the next call. Now and then it dies, and goes on. */
export async function spend(spending: Spending): Promise<Spent> {
  const provider = new CountingProvider(spending);
  for (let number = 1; ; number++) {
    const ending = await converse(spending, provider, number);
    if (ending.kind === "over-budget") return provider.spent;
    if (ending.kind !== "done" && ending.kind !== "model-error") throw new Error(`ended as ${ending.kind}`);
  }
}

async function converse(spending: Spending, model: Model, number: number): Promise<Outcome<number>> {
  const task = `t${callers.indexOf(spending.caller) + 1}`;
  const name = `coding/${task}.${number}`;
  for (;;) {
    try {
      const context = contextOf(spending, model, name);
      const thread = {
        type: "thread.opened" as const,
        name,
        seat: spending.caller,
        purpose: "coding" as const,
        task,
        charter: "c",
      };
      const loop = await openLoop(context, {
        name,
        terminal: "finish",
        asks: 3,
        textEnds: false,
        thread,
        opening: "Begin.",
      });
      return await runToolLoop({
        loop,
        context,
        charter,
        tools: [],
        terminal: finish,
        hands: { files: undefined, worktree: undefined, diff: undefined },
        closing: () => [],
      });
    } catch (error) {
      if (!(error instanceof Died)) throw error;
    }
  }
}

function contextOf({ journal, caller, random, pause }: Spending, model: Model, key: string): StepContext {
  const unused = {} as StepContext["workspace"] & StepContext["blobs"]; // no tool here reaches them
  return {
    step: { kind: "coding", key, claims: [], seat: caller, task: "" },
    journal: journal.as(key),
    blobs: unused,
    charter: async () => undefined,
    talk: new TalkMemory(),
    workspace: unused,
    model,
    prompts: plainPrompts,
    clock: { now: () => "2026-01-01T00:00:00.000Z", sleep: pause },
    hash: (text) => createHash("sha256").update(text).digest("hex"),
    redaction: noKeys,
    price: () => price,
    random,
    signal: new AbortController().signal,
    emit: () => {},
    wanted: () => true,
  };
}

class Died extends Error {}

class CountingProvider implements Model {
  readonly #spending: Spending;
  #spent: Spent = { calls: 0, tokens: 0, micros: 0 };

  constructor(spending: Spending) {
    this.#spending = spending;
  }

  get spent(): Spent {
    return this.#spent;
  }

  async reply(...[, by]: Parameters<Model["reply"]>): ReturnType<Model["reply"]> {
    const { costs, random, pause, journal } = this.#spending;
    const reserved = reservedFor(journal, by.thread);
    for (let left = Math.floor(random() * 4); left > 0; left--) await pause();
    const whole = { ...reserved, cacheWrite: reserved.input };
    const end = { kind: "replied" as const, text: "", finish: "tools" as const, calls: [finishing] };
    const chance = costs === "all" ? 0 : random();
    if (chance < 0.4) {
      this.#charge(whole);
      return { ...end, usage: whole };
    }
    if (chance < 0.6) {
      const usage = { input: reserved.input, output: Math.floor(reserved.output * random()) };
      this.#charge(usage);
      return { ...end, usage };
    }
    if (chance < 0.7) return { kind: "failed", failure: "rate", text: "429", unspent: true };
    this.#charge(whole);
    if (chance < 0.8) return { kind: "failed", failure: "cut", text: "broken off" };
    if (chance < 0.9) throw new Died();
    return end; // whole, and nobody says what it cost
  }

  #charge(usage: Usage): void {
    const { calls, tokens, micros } = this.#spent;
    this.#spent = {
      calls: calls + 1,
      tokens: tokens + usage.input + usage.output,
      micros: micros + costOf(usage, price),
    };
  }
}

const finishing = { tool: "finish", input: { value: 1 } };

/** What was put aside for the attempt under way in this thread. */
function reservedFor(journal: Journal, thread: string): { readonly input: number; readonly output: number } {
  const state = journal.state();
  const loop = state.threads.find((one) => one.name === thread)?.loops.at(-1)?.id;
  const attempt = state.attempts.find((one) => one.loop === loop);
  if (!attempt) throw new Error("asked without a reservation");
  return { input: attempt.reserved.tokens - 100, output: 100 };
}

/** Numbers from 0 to 1 that are the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
