import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import type { Draft, Fact } from "../../src/core/facts/fact.ts";
import { fold } from "../../src/core/fold/fold.ts";
import type { Journal } from "../../src/core/ports/journal.ts";
import { capOf, leftOf } from "../../src/core/rules/budget.ts";
import { emptyState, type State } from "../../src/core/state/state.ts";
import type { Policy } from "../../src/core/terms/policy.ts";
import { type Costs, callers, capped, type Spent, seeded, spend, sumOf } from "../support/budget-callers.ts";
import type { BudgetJob } from "../support/budget-process.ts";
import { collect, openTestJournal, temporaryLog } from "../support/log-fixtures.ts";
import { MemoryLog } from "../support/memory-journal.ts";

// Eight callers at once against a cap of ten calls' worth: never one call over, however they interleave.

const calls = 10;
const each = await oneCall();

/** The budgets that are tried in turn: in tokens, in money, and with one for every task within that of the session. */
const budgets: readonly NonNullable<Policy["budget"]>[] = [
  { session: { tokens: calls * each.tokens } },
  { session: { micros: calls * each.micros } },
  { session: { tokens: calls * each.tokens }, task: { tokens: 2 * each.tokens } },
];

test("200 interleavings in one process", async () => {
  for (let seed = 1; seed <= 200; seed++) {
    const budget = budgets[seed % budgets.length];
    const costs: Costs = seed % 2 === 0 ? "all" : "chance";
    const log = logOf(capped(budget));
    const { spent } = await interleave(log, seed, costs);
    expectWithin(spent, costs, log.facts, `seed ${seed}`);
  }
});

test("20 interleavings of two processes on one log", async () => {
  const processes = [start(...callers.slice(0, 4)), start(...callers.slice(4))];
  const fewest: number[] = [];
  for (let seed = 1; seed <= 20; seed++) {
    const costs: Costs = seed % 2 === 0 ? "all" : "chance";
    const path = await temporaryLog();
    const journal = await openTestJournal(path);
    await tell(journal, capped(budgets[seed % budgets.length]));
    const spent = await Promise.all(processes.map((one) => one.play({ path, seed, costs })));
    fewest.push(Math.min(...spent.map((one) => one.calls)));
    const fresh = await openTestJournal(path);
    expectWithin(spent, costs, await collect(fresh.read(1)), `seed ${seed}`);
  }
  // Both had a share of it in most of them: they did run at the same time.
  expect(fewest.filter((calls) => calls > 0).length).toBeGreaterThan(10);
});

/** What one call may cost, measured without a budget. All requests here are of one size. */
async function oneCall(): Promise<{ readonly tokens: number; readonly micros: number }> {
  const log = logOf(capped({ session: { tokens: 10_000 } }));
  await interleave(log, 1, "all");
  const reserved = log.facts.flatMap(({ event }) =>
    event.type === "model.asked" && event.reserved ? [event.reserved] : [],
  );
  const [one] = reserved;
  if (!one?.micros || new Set(reserved.map(({ micros }) => micros)).size !== 1)
    throw new Error("the requests differ in size");
  return { tokens: one.input + one.output, micros: one.micros };
}

function logOf(facts: readonly Fact[]): MemoryLog {
  const log = new MemoryLog(() => "2026-01-01T00:00:00.000Z");
  log.facts.push(...facts);
  log.state = facts.reduce(fold, emptyState);
  return log;
}

/** All callers at once; whose append or reply is next, chance decides. */
async function interleave(
  log: MemoryLog,
  seed: number,
  costs: Costs,
): Promise<{ readonly spent: readonly Spent[] }> {
  const random = seeded(seed);
  const waiting: (() => void)[] = [];
  const pause = () => new Promise<void>((resolve) => waiting.push(resolve));
  log.before = pause;
  let running = callers.length;
  const spending = callers.map((caller) =>
    spend({ journal: log.journal(), caller, costs, random, pause }).finally(() => running--),
  );
  const all = Promise.all(spending);
  while (running > 0) {
    await new Promise((resolve) => setImmediate(resolve));
    const [next] = waiting.splice(Math.floor(random() * waiting.length), 1);
    next?.();
  }
  return { spent: await all };
}

function expectWithin(spent: readonly Spent[], costs: Costs, facts: readonly Fact[], what: string): void {
  let state = emptyState;
  for (const fact of facts) {
    state = fold(state, fact);
    const over = Object.keys(state.accounts).filter((key) => isOver(state, key));
    if (over.length > 0) throw new Error(`${what}: ${over.join(", ")} went over at ${fact.seq}`);
  }
  // What a provider would really charge, not what the log says of it.
  const { calls: sent, tokens, micros } = sumOf(spent);
  const cap = capOf(state, "session");
  expect(tokens, what).toBeLessThanOrEqual(cap?.tokens ?? Number.POSITIVE_INFINITY);
  expect(micros, what).toBeLessThanOrEqual(cap?.micros ?? Number.POSITIVE_INFINITY);
  if (costs === "all") expect(sent, what).toBe(calls);
  expect(state.accounts.session?.reserved, what).toEqual({ tokens: 0, micros: 0 });
}

function isOver(state: State, key: string): boolean {
  const { cap, left } = leftOf(state, key) ?? {};
  return cap !== undefined && ((left?.tokens ?? 0) < 0 || (left?.micros ?? 0) < 0);
}

async function tell(journal: Journal, facts: readonly Fact[]): Promise<void> {
  const [first, ...rest] = facts.map(({ actor, event }) => ({ actor, event }) as Draft);
  if (first) await journal.append(() => [first, ...rest]);
}

const program = fileURLToPath(new URL("../../build/test/support/budget-process.js", import.meta.url));

/** A process with these callers, that plays one log after the other. */
function start(...names: readonly string[]): { readonly play: (job: BudgetJob) => Promise<Spent> } {
  const child = spawn(process.execPath, [program, ...names], { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async play(job) {
      child.stdin.write(`${JSON.stringify(job)}\n`);
      const { value, done } = await said.next();
      if (done) throw new Error("the process ended");
      return JSON.parse(value) as Spent;
    },
  };
}
