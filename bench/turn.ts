import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { runSession } from "../src/app/run/run-session.ts";
import { openPrompts } from "../src/config/prompts/open-prompts.ts";
import type { TeamEvent } from "../src/core/facts/events.ts";
import type { Draft } from "../src/core/facts/fact.ts";
import { byHarness } from "../src/core/facts/fact.ts";
import type { Clock } from "../src/core/ports/clock.ts";
import type { Journal } from "../src/core/ports/journal.ts";
import type { Model, ModelReply } from "../src/core/ports/model.ts";
import { defaultPolicy } from "../src/core/terms/defaults.ts";
import { loopId } from "../src/core/terms/ids.ts";
import type { Seat } from "../src/core/terms/policy.ts";
import { noKeys } from "../src/core/text/redaction.ts";
import { openBlobs } from "../src/log/beside/file-blobs.ts";
import { openJournal } from "../src/log/file/file-journal.ts";
import { FakeWorld } from "../test/support/fake-workspace.ts";
import type { BenchRow } from "./log.ts";

const sizes = [10, 200, 2_000];
const rounds = 9;
/** Turns of engineers that are measured, after some that are not: what was written before leaves work behind. */
const turns = 18;
const warming = 6;
/** Most milliseconds of CPU for a turn, and how much more the longest talk may take than the shortest. */
const most = 5;
const spread = 1.5;

const engineers = ["ada", "bo", "cy"];
const seats: readonly Seat[] = [...engineers, "coach"].map((id) => ({
  id,
  role: id === "coach" ? "coach" : "engineer",
  model: "instant/model",
}));
/** These turns never look at files. */
const world = new FakeWorld();
const words = "I would split the text into tokens first, because then a division by zero is one case. ";

/**
 * CPU that one turn in a discussion takes beside its model, which answers at once: the real runner, folding, deciding,
 * rendering, and a real log on disk. `root` holds prompts/.
 */
export async function benchTurn(
  root = join(dirname(process.argv[1] ?? ""), "..", ".."),
): Promise<BenchRow[]> {
  const best = new Map(sizes.map((size) => [size, Number.POSITIVE_INFINITY]));
  for (let round = 0; round < rounds; round++)
    for (const size of sizes) best.set(size, Math.min(best.get(size) ?? 0, await cpuPerTurn(size, root)));
  const measured = [...best.values()];
  const [least, largest] = [Math.min(...measured), Math.max(...measured)];
  return [
    ...[...best].map(([size, ms]) => ({
      name: `a discussion turn at ${size} messages, CPU, against ${most} ms`,
      measured: `${ms.toFixed(2)} ms`,
      baseline: `${most} ms`,
      ratio: most / ms,
      bar: 1,
    })),
    {
      name: "the longest talk's turn against the shortest's",
      measured: `${largest.toFixed(2)} ms`,
      baseline: `${least.toFixed(2)} ms`,
      ratio: least / largest,
      bar: 1 / spread,
    },
  ];
}

/** Milliseconds of CPU for a turn in a talk of so many messages. */
async function cpuPerTurn(size: number, root: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "huddle-bench-"));
  const journal = await openJournal({ path: join(folder, "log.jsonl"), now: clock.now });
  try {
    await journal.append(() => [{ actor: "human", event: opened }]);
    await run(journal, folder, root, 1);
    const said = journal.state().transcript.length;
    const stage = journal.state().stage?.turns ?? 0;
    await journal.append((_, first) => earlier(first, stage, size - said));
    await run(journal, folder, root, warming);
    collectGarbage();
    const before = process.cpuUsage();
    const { turns: done } = await run(journal, folder, root, turns);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000 / done;
  } finally {
    await journal.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What writing the talk before left behind is not the turn's. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

/** Runs for so many turns of engineers; gives how many turns were taken in all, with the coach's. */
async function run(
  journal: Journal,
  folder: string,
  root: string,
  maxTurns: number,
): Promise<{ turns: number }> {
  const started = await journal.append(() => [
    byHarness({ type: "runner.started", host: "h", pid: 1, startedAt: "1", mode: "run", maxTurns }),
  ]);
  if (started.kind !== "done") throw new Error("the log took nothing");
  const { fence } = started.state;
  const before = turnsOf(journal);
  await runSession({
    session: "bench",
    journal: journal.fenced(fence),
    fence,
    blobs: openBlobs(join(folder, "blobs")),
    workspace: world.open(fence),
    model: instant,
    prompts: {
      ...openPrompts({ shipped: join(root, "prompts"), root: folder }),
      instructions: async () => undefined,
    },
    clock,
    hash: (text) => createHash("sha256").update(text).digest("hex"),
    redaction: noKeys,
    price: () => undefined,
    random: () => 0,
    signal: new AbortController().signal,
    linger: false,
    emit: () => {},
  });
  const taken = turnsOf(journal) - before;
  if (taken < maxTurns) throw new Error("the talk stood still before its turns were taken");
  return { turns: taken };
}

function turnsOf(journal: Journal): number {
  const { stage } = journal.state();
  return (stage?.turns ?? 0) + (stage?.coachTurns ?? 0);
}

/** Everybody says something at once; the coach records a decision first, so that the talk does not stall. */
const instant: Model = {
  reply: async (_, { seat, thread, ask }) => {
    if (thread.startsWith("sizing/"))
      return calling("size_work", { size: "parallel", tasks: 9, why: "It is long." });
    if (seat === "coach" && ask === 1) return calling("record_decision", decision);
    return { kind: "replied", text: words.repeat(6), calls: [], finish: "stop" };
  },
};

const decision = {
  topic: "Tokens",
  decision: "Split first.",
  reason: "One case.",
  proposed: "ada",
  agreed: ["bo"],
  dissents: [],
};

function calling(tool: string, input: unknown): ModelReply {
  return { kind: "replied", text: "", calls: [{ tool, input }], finish: "tools" };
}

const clock: Clock = { now: () => new Date().toISOString(), sleep: async () => {} };

/** What was said before, as a run would have written it, in one append. */
function earlier(first: number, taken: number, count: number): [Draft, ...Draft[]] {
  const drafts: Draft[] = [];
  let turn = taken;
  let coached = Math.floor(taken / engineers.length);
  for (let said = 0; said < count; said++) {
    const coach = turn % engineers.length === 0 && Math.floor(turn / engineers.length) > coached;
    const seat = coach ? "coach" : (engineers[turn % engineers.length] ?? "ada");
    const round = coach ? ++coached : Math.floor(turn / engineers.length) + 1;
    if (!coach) turn++;
    const thread = coach ? `coach/refinement.1/${coached}` : `turn/refinement.1/${turn}`;
    drafts.push(...oneTurn(first + drafts.length, seat, thread, round));
  }
  const [head, ...rest] = drafts;
  if (!head) throw new Error("nothing was said before");
  return [head, ...rest];
}

function oneTurn(first: number, seat: string, thread: string, round: number): readonly Draft[] {
  const kind = seat === "coach" ? "coach" : "engineer";
  const terminal = seat === "coach" ? "submit_scope" : "pass_turn";
  const loop = loopId(first + 1);
  const text = words.repeat(6);
  const asking = { loop, ask: 1, attempt: 1, model: "instant/model", renderer: 1, hash: "", bytes: 9_000 };
  return [
    byHarness({ type: "turn.started", thread, seat, round, kind }),
    byHarness({ type: "loop.opened", thread, terminal, asks: 6, textEnds: true }),
    byHarness({ type: "model.asked", ...asking }),
    {
      actor: seat,
      event: { type: "model.replied", asked: first + 2, loop, ask: 1, text, calls: [], finish: "stop" },
    },
    ...(seat === "coach"
      ? [{ actor: seat, event: { type: "decision.recorded" as const, ...decision } }]
      : []),
    { actor: seat, event: { type: "message.posted", text, thread } },
    byHarness({ type: "loop.closed", loop, outcome: "text" }),
    byHarness({ type: "turn.ended", thread, how: "said" }),
  ];
}

const opened: TeamEvent = {
  type: "session.opened",
  kind: "iteration",
  title: "a calculator",
  brief: "It reads an expression and prints its value.",
  seats: [...seats],
  policy: { ...defaultPolicy, turns: 100_000, author: { name: "Pia", email: "pia@example.com" } },
  repo: { base: world.base, branch: "main" },
};
