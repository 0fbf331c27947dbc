import type { TaskTrouble } from "../../src/core/decide/waits/task.ts";
import type { Wait, WaitKind } from "../../src/core/decide/waits/wait.ts";
import type { AskedBy, Model, ModelReply } from "../../src/core/ports/model.ts";
import type { Request } from "../../src/core/ports/request.ts";
import type { Policy, Seat } from "../../src/core/terms/policy.ts";
import { FakeSession, modelOf } from "./fake-session.ts";
import { planned, withoutArchitect } from "./plans.ts";
import { says } from "./scripted-model.ts";

type Reply = (by: AskedBy) => ModelReply | undefined;

interface Way {
  readonly seats?: readonly Seat[];
  readonly policy?: Partial<Policy>;
  /** Opened where building begins, with two tasks of which the second waits for the first. */
  readonly builds?: true;
  /** Nobody is there, and is waited for this long. */
  readonly waitMs?: number;
  readonly arrange?: (session: FakeSession) => void | Promise<void>;
  /** What the model says until somebody has answered. */
  readonly reply?: Reply;
}

/** A session that was played until it waits, and everything that is asked from then on. */
export interface Waiting {
  readonly session: FakeSession;
  readonly wait: Wait;
  readonly requests: Request[];
  readonly model: Model;
}

const checks = { quick: [{ name: "tests", run: "npm test" }], full: [], timeoutMs: 1_000 };
const coding =
  (reply: ModelReply): Reply =>
  (by) =>
    by.thread.startsWith("coding/t1") ? reply : undefined;
const blocked = (kind: string): Way => ({
  builds: true,
  reply: coding(says.call("done", { summary: "No", blocked: { kind, explanation: "it is so" } })),
});

/** How a session that is played by a runner comes to each kind of wait. */
const ways: Readonly<
  Record<Exclude<WaitKind, "task"> | `task, ${TaskTrouble}` | `stuck, ${string}` | `question, ${string}`, Way>
> = {
  question: {
    reply: (by) =>
      by.thread === "coach/refinement.1/1" && by.ask === 1
        ? says.call("ask_pm", { question: "Big?", options: ["yes", "no"] })
        : undefined,
  },
  "question, task": { builds: true, reply: askedOnce },
  "question, passed": {
    builds: true,
    policy: { phases: ["pre-code-review", "implementation"], pace: "auto" },
    reply: (by) =>
      by.thread.startsWith("answer/")
        ? says.call("submit_reply", { cannot: "It is about money." })
        : askedOnce(by),
  },
  approval: {
    builds: true,
    reply: coding(says.call("write_file", { path: ".github/workflows/ci.yml", content: "on: push\n" })),
  },
  accept: {},
  "stuck, no reply": { policy: { pace: "auto" }, reply: stuckAt("turn/refinement.1/1") },
  "stuck, no result": {
    policy: { pace: "auto" },
    reply: (by) => (/^(coach|artifact)\/refinement/.test(by.thread) ? says.text("Here it is.") : undefined),
  },
  stuck: {
    policy: { pace: "auto" },
    builds: true,
    arrange: ({ world }) => void world.push("huddle/s/t1", { "theirs.txt": "theirs\n" }),
  },
  budget: { policy: { pace: "auto", budget: { session: { tokens: 10 } } } },
  window: { policy: { pace: "auto", windows: { scripted: 400 } } },
  provider: {
    policy: { pace: "auto" },
    reply: (by) =>
      by.thread === "turn/refinement.1/1"
        ? says.failed("Slow down.", { failure: "rate", retryAfterMs: 864_000_000 })
        : undefined,
  },
  limit: { policy: { turns: 2 }, reply: (by) => (isCoach(by) ? says.text("Go on.") : undefined) },
  size: { policy: { sizing: true } },
  assign: { policy: { assign: "volunteer" } },
  baseline: {
    builds: true,
    policy: { checks, baseline: true },
    arrange({ world }) {
      world.judge = () => false;
    },
  },
  layer: { builds: true, policy: { stops: "layer" } },
  split: {
    builds: true,
    arrange: async ({ journal }) => {
      await journal.append(() => [
        { actor: "human", event: { type: "split.requested", task: "t1", words: "" } },
      ]);
    },
  },
  ship: { policy: { pace: "auto" } },
  "task, rounds": {
    builds: true,
    seats: withoutArchitect,
    policy: { checks },
    arrange({ world }) {
      world.judge = () => false;
    },
  },
  "task, requests": { builds: true, seats: withoutArchitect, reply: coding(says.call("list_files")) },
  "task, failed": {
    builds: true,
    reply: (by) =>
      by.thread.startsWith("budget/t1")
        ? says.call("budget_decision", { decision: "stop", words: "It cannot be done." })
        : coding(says.call("list_files"))(by),
  },
  "task, held": {
    builds: true,
    arrange: async ({ journal }) => {
      await journal.append(() => [{ actor: "human", event: { type: "hold.requested", task: "t1" } }]);
    },
  },
  "task, verdict": {
    builds: true,
    reply: (by) => (by.thread.startsWith("review/t1") ? says.call("read_diff") : undefined),
  },
  "task, check": {
    builds: true,
    policy: { checks },
    arrange({ world }) {
      world.breaks = () => "npm: not found";
    },
  },
  "task, dependency": {
    builds: true,
    seats: withoutArchitect,
    arrange: async (session) => {
      await session.journal.append(() => [
        { actor: "human", event: { type: "policy.changed", patch: { pace: "auto" }, why: "" } },
      ]);
    },
    reply: coding(says.call("list_files")),
  },
  "task, unanswered": { builds: true, waitMs: 60_000, reply: askedOnce },
  "task, environment": blocked("environment"),
  "task, prerequisite": blocked("prerequisite"),
  "task, invalid-task": { ...blocked("invalid-task"), seats: withoutArchitect },
};

function askedOnce({ thread, ask }: AskedBy): ModelReply | undefined {
  return thread === "coding/t1.1" && ask === 1
    ? says.call("ask_question", { question: "Which port?", context: "README.md:3 names two." })
    : undefined;
}

function isCoach({ thread }: AskedBy): boolean {
  return thread.startsWith("coach/");
}

function stuckAt(thread: string): Reply {
  return (by) => (by.thread === thread ? says.failed("no such model", { failure: "refused" }) : undefined);
}

export const waitingNames = Object.keys(ways) as readonly (keyof typeof ways)[];

/** Plays a session until what its name says waits, and nothing else is wanted. */
export async function waitsFor(name: keyof typeof ways): Promise<Waiting> {
  const { policy = {}, seats, builds, arrange, reply, waitMs } = ways[name] ?? {};
  const session = new FakeSession({
    ...(seats && { seats }),
    policy: { ...(builds && { phases: ["implementation"] }), ...policy },
  });
  const tasks = builds ? [planned("t1"), planned("t2", "t1")] : [planned("t1")];
  await (builds ? session.build(tasks) : session.open());
  await arrange?.(session);
  let isAnswered = false;
  const requests: Request[] = [];
  const model = modelOf((by, _, request) => {
    if (isAnswered) requests.push(request);
    return isAnswered ? undefined : reply?.(by);
  }, tasks);
  await session.run({ model, ...(waitMs !== undefined && { waitMs }) });
  if (name === "task, dependency") {
    const [first] = session.waits;
    if (first) await session.answer({ kind: "cancel" });
    await session.run({ model });
  }
  while (session.waits[0]?.kind === "accept" && name !== "accept") {
    await session.answer({ kind: "approve" });
    await session.run({ model });
  }
  const [wait] = session.waits;
  if (!wait) throw new Error(`nothing waits in ${name}`);
  isAnswered = true;
  session.world.judge = () => true;
  session.world.breaks = () => undefined;
  session.world.refs.delete("refs/heads/huddle/s/t1");
  return { session, wait, requests, model };
}
