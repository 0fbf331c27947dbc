import { Fault } from "../../../src/core/fault.ts";
import type { AskedBy, Model, ModelReply } from "../../../src/core/ports/model.ts";
import type { Request } from "../../../src/core/ports/request.ts";
import { type FakeSession, modelOf, obliging } from "../fake-session.ts";
import type { Doom } from "../mortal.ts";
import { requestFaults } from "../request-faults.ts";
import { says } from "../scripted-model.ts";
import type { EndingChances, Shape } from "./shape.ts";

type Way = (at: { readonly by: AskedBy; readonly task: string; readonly head: number }) => ModelReply;

const write = (path: string, content: string) => ({ tool: "write_file", input: { path, content } });
const done = { tool: "done", input: { summary: "Do it." } };
const blocked =
  (kind: string): Way =>
  ({ task }) =>
    says.call("done", { summary: "Cannot.", blocked: { kind, explanation: `${task} lacks something` } });

/** What an engineer may do instead of its work. */
const coding: readonly Way[] = [
  ({ head }) => says.call("ask_question", { question: `Which, at ${head}?` }),
  ({ task, head }) => says.calls(write(`asked/${task}.txt`, `${head}\n`), done),
  ({ task }) => says.calls(write(`denied/${task}.txt`, "no\n"), done),
  ({ task }) =>
    says.calls({ tool: "delete_file", input: { path: "test/a.test.js" } }, write(task, "x\n"), done),
  ({ task, head }) => says.calls(write("test/a.test.js", ""), write(`${task}.txt`, `${head}\n`), done),
  ({ task, head }) =>
    says.calls(write("package.json", `{"dependencies":{"a":"${head}"}}\n`), write(task, "x\n"), done),
  blocked("environment"),
  blocked("prerequisite"),
  blocked("invalid-task"),
  () => says.calls(done),
  ({ head }) => says.call("list_files", { path: `src/${head}` }),
  ({ head }) => says.call("done", { summary: "It is there.", satisfied: `README.md:1 at ${head}` }),
];
/** What a member may say instead of what its tool is for. */
const others: Readonly<Record<string, readonly Way[]>> = {
  review: [
    ({ head }) => says.call("review_complete", { status: "changes", feedback: `More, at ${head}.` }),
    ({ head }) =>
      says.call("review_complete", { status: "rejected", feedback: `Not like this, at ${head}.` }),
    () => says.call("read_diff", {}),
  ],
  planning: [
    ({ head }) => says.call("submit_plan", { satisfied: `README.md:1 at ${head}` }),
    ({ head }) => says.call("ask_question", { question: `Which, at ${head}?` }),
    () => says.call("submit_plan", { blocked: { kind: "invalid-task", explanation: "It makes no sense." } }),
  ],
  "plan-review": [
    ({ head }) => says.call("review_complete", { status: "changes", feedback: `Another way, at ${head}.` }),
    ({ head }) => says.call("review_complete", { status: "rejected", feedback: `Senseless, at ${head}.` }),
    () => says.call("list_files", {}),
  ],
  completion: [
    ({ head }) => says.call("review_complete", { status: "changes", feedback: `Where, at ${head}?` }),
    () => says.call("review_complete", { status: "approved", feedback: "Yes." }),
  ],
  answer: [() => says.call("submit_reply", { cannot: "Who knows." })],
  budget: ["grant", "redirect", "stop", "split"].map(
    (decision) =>
      ({ head }) =>
        says.call("budget_decision", { decision, words: `So, at ${head}.` }),
  ),
  rewrite: [() => says.call("rewrite_task", { why: "Nothing helps.", cannot: "Ask the person." })],
};
/** What anybody may do. */
const anybody: readonly Way[] = [
  () => says.text("Words."),
  () => says.text(""),
  () => says.call("nope"),
  () => says.calls({ tool: "done", input: { wrong: true } }, { tool: "review_complete", input: {} }),
  () => ({ ...says.calls(done), finish: "length" as const }),
  () => ({ ...says.failed("no reply"), failure: "overload" as const }),
  () => ({ ...says.failed("no reply"), failure: "refused" as const }),
  () => {
    throw new Fault("model.missing", "There is no model.");
  },
  () => {
    throw new Error("the line broke");
  },
];

/** A team that does its work, or something else, as chance says. */
export class RandomTeam {
  /** What was wrong with what it was asked. */
  readonly faults: string[] = [];
  readonly #chances: EndingChances;
  readonly #shape: Shape;
  readonly #session: FakeSession;

  constructor(shape: Shape, chances: EndingChances, session: FakeSession) {
    this.#shape = shape;
    this.#chances = chances;
    this.#session = session;
  }

  under(doom: Doom): Model {
    return modelOf(async (by, signal, request) => {
      this.#look(by, request);
      for (let beats = this.#chances.pick(3); beats > 0; beats--) await beat();
      if (this.#chances.pick(50) === 49) await doom.reach("within", "shot");
      if (this.#chances.pick(3) !== 2) signal.throwIfAborted();
      return this.#reply(by);
    }, this.#shape.tasks);
  }

  #look(by: AskedBy, request: Request): void {
    const faults = requestFaults(this.#session.state, by.thread, request);
    this.faults.push(...faults.map((fault) => `${by.thread}#${by.ask}: ${fault}`));
  }

  #reply(by: AskedBy): ModelReply {
    const [kind = "", place = ""] = by.thread.split("/");
    const task = /^\w+/.exec(place)?.[0] ?? "";
    const { head } = this.#session.state;
    const ways = kind === "coding" ? coding : (others[kind] ?? []);
    const way = this.#chances.pick(4);
    const other = way === 1 || way === 2 ? one(ways, this.#chances) : undefined;
    const odd = way === 3 && this.#chances.pick(2) === 1 ? one(anybody, this.#chances) : undefined;
    return (odd ?? other)?.({ by, task, head }) ?? this.#good(by, { kind, task, head });
  }

  /** Files of the task's worktree that hold both sides of a conflict. */
  #conflicts(task: string): readonly string[] {
    const { state, world } = this.#session;
    const files = world.worktrees.get(state.tasks[task]?.worktree ?? "") ?? new Map<string, string>();
    return [...files].filter(([, text]) => text.startsWith("<<<<<<<")).map(([path]) => path);
  }

  #good(by: AskedBy, { kind, task, head }: { kind: string; task: string; head: number }): ModelReply {
    // What was planned later has to be in it, too.
    const planned = this.#session.state.artifacts.tasks?.body.tasks ?? this.#shape.tasks;
    if (kind !== "coding") return obliging(by, planned);
    const shared = this.#shape.sharing.has(task) ? [write("shared.txt", `${by.thread} ${head}\n`)] : [];
    // Sent back with its list, it has done all of it.
    const finished = by.ask > 1 ? [{ tool: "update_todos", input: { todos: [] } }] : [];
    const resolved = this.#conflicts(task).map((path) => write(path, `both, at ${head}\n`));
    const own = write(`${task}.txt`, `${by.thread} ${by.ask} ${head}\n`);
    return says.calls(...resolved, own, ...shared, ...finished, done);
  }
}

function one(ways: readonly Way[], chances: EndingChances): Way | undefined {
  return ways.length === 0 ? undefined : ways[chances.pick(ways.length)];
}

function beat(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
