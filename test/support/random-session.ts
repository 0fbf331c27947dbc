import type { RunEnding } from "../../src/app/run/run-session.ts";
import { advance } from "../../src/app/say/advance.ts";
import { answer } from "../../src/app/say/answer.ts";
import { assign } from "../../src/app/say/assign.ts";
import { goBack, skipPhase } from "../../src/app/say/change-phase.ts";
import { editArtifact } from "../../src/app/say/edit-artifact.ts";
import { say } from "../../src/app/say/say.ts";
import { setMeeting } from "../../src/app/say/set-meeting.ts";
import { setPace } from "../../src/app/settings/set-pace.ts";
import { decide } from "../../src/core/decide/decide.ts";
import type { Answer, AnswerTo, WaitKind } from "../../src/core/decide/waits/wait.ts";
import { Fault } from "../../src/core/fault.ts";
import type { AskedBy, Model, ModelReply } from "../../src/core/ports/model.ts";
import type { State } from "../../src/core/state/state.ts";
import type { Artifact, Findings, PlannedTask } from "../../src/core/terms/artifacts.ts";
import { meetingPolicy } from "../../src/core/terms/meeting/meeting.ts";
import { artifactKinds, iterationPhases, type Meeting, meetings } from "../../src/core/terms/phase.ts";
import type { Seat } from "../../src/core/terms/policy.ts";
import { toArray } from "../../src/core/text/appended.ts";
import { FakeSession, obliging } from "./fake-session.ts";
import { Doom } from "./mortal.ts";
import { planned, seat } from "./plans.ts";
import { requestFaults } from "./request-faults.ts";
import { says } from "./scripted-model.ts";

/** Numbers that stand for everything that could go one way or another. Used up, everything goes well. */
class Chances {
  readonly #numbers: readonly number[];
  #next = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** One of so many ways; the first is the one where all is well. */
  pick(ways: number): number {
    return (this.#numbers[this.#next++] ?? 0) % ways;
  }

  get spent(): boolean {
    return this.#next >= this.#numbers.length;
  }
}

const shot = "shot";
const failures = ["rate", "overload", "timeout", "cut", "unreachable", "refused"] as const;

/** Runners here die when they are shot, at no point of their own. */
class OnlyShot extends Set<string> {
  override has(place: string): boolean {
    return place !== shot;
  }
}

export interface RandomSession {
  readonly seats: number;
  readonly coach: boolean;
  readonly architect: boolean;
  readonly pace: "careful" | "normal" | "auto";
  /** Left out: as in an older session. */
  readonly meeting?: Meeting | undefined;
  /** A budget that is used up now and then, in tokens. */
  readonly budget: number | undefined;
  /** Per task: the tasks before it that it depends on, as bits; and whether it writes to the file all share. */
  readonly tasks: readonly { readonly below: number; readonly shared: boolean }[];
  readonly chances: readonly number[];
}

/**
 * A whole session in which models, checks, people and runners do whatever chance says, until chance is used up; from then
 * on everything goes well, so that it must come to its end.
 */
export async function playRandom(
  random: RandomSession,
  opened: (session: FakeSession) => void = () => {},
): Promise<{ session: FakeSession; ending: RunEnding }> {
  const chances = new Chances(random.chances);
  const session = await new FakeSession({
    seats: seatsOf(random),
    policy: {
      pace: random.pace,
      turns: 3,
      ...(random.meeting && meetingPolicy(random.meeting)),
      sizing: random.seats % 2 === 0,
      baseline: random.coach,
      assign: random.architect ? "auto" : "volunteer",
      asks: { turn: 2, artifact: 2, coding: 3, review: 2 },
      ...(random.budget !== undefined && { budget: { session: { tokens: random.budget } } }),
      checks: {
        quick: [{ name: "quick", run: "quick" }],
        full: [{ name: "full", run: "full" }],
        timeoutMs: 1,
      },
    },
  }).open();
  session.world.judge = () => chances.pick(5) !== 4;
  opened(session);
  const model = new RandomModel(session, chances, random);
  for (;;) {
    const doom = new Doom("within", new OnlyShot());
    const over = new AbortController();
    const running = session.run({ model: model.of(doom), linger: true, doom, signal: over.signal });
    const gone = new AbortController();
    const acting = person(session, chances, doom, over, gone.signal);
    const ending = await Promise.race([running, acting]);
    gone.abort();
    if (model.faults.length > 0) throw new Error(model.faults.join("\n"));
    if (ending && ending.kind !== "stopped" && ending.kind !== "fenced") return { session, ending };
  }
}

function seatsOf({ seats, coach, architect }: RandomSession): readonly Seat[] {
  return [
    ...["ada", "bo", "cy", "di"].slice(0, seats).map((id, index) => ({
      ...seat(id),
      ...(index % 2 === 1 && { rendering: "perspective" as const }),
    })),
    ...(coach ? [seat("coach", "coach")] : []),
    ...(architect ? [seat("architect", "architect")] : []),
  ];
}

class RandomModel {
  /** What was wrong with what it was asked. */
  readonly faults: string[] = [];
  readonly #session: FakeSession;
  readonly #chances: Chances;
  readonly #random: RandomSession;

  constructor(session: FakeSession, chances: Chances, random: RandomSession) {
    this.#session = session;
    this.#chances = chances;
    this.#random = random;
  }

  of(doom: Doom): Model {
    return {
      reply: async (request, by, _, signal) => {
        const faults = requestFaults(this.#session.state, by.thread, request);
        this.faults.push(...faults.map((fault) => `${by.thread}#${by.ask}: ${fault}`));
        signal.throwIfAborted();
        for (let beats = this.#chances.pick(4); beats > 0; beats--) await beat();
        if (this.#chances.pick(40) === 39) await doom.reach("within", shot);
        if (this.#chances.pick(3) !== 2) signal.throwIfAborted();
        return this.#reply(by);
      },
    };
  }

  #reply(by: AskedBy): ModelReply {
    const good = this.#shared(this.#good(by), by);
    const note = this.#note();
    const way = this.#chances.pick(16);
    const asks = by.thread.startsWith("coach/") && (way === 5 || way === 6);
    switch (asks ? 13 : way) {
      case 7:
        return says.text("Words.");
      case 8:
        return says.text("");
      case 9:
        return says.call("nope");
      case 10:
        return this.#speaking(...good.calls.map(({ tool }) => ({ tool, input: { wrong: true } })));
      case 11:
        return { ...good, finish: "length" };
      case 12:
        return {
          ...says.failed("no reply"),
          failure: failures[this.#chances.pick(failures.length)] ?? "rate",
        };
      case 13:
        if (by.thread.startsWith("coach/"))
          return this.#speaking(
            note,
            { tool: "ask_pm", input: { question: "Which?", options: ["a", "b"] } },
            note,
          );
        if (by.thread.startsWith("coding/"))
          return this.#speaking({ tool: "ask_question", input: { question: "Which?" } }, ...good.calls);
        if (by.thread.startsWith("answer/")) return says.call("submit_reply", { cannot: "Who knows." });
        return this.#speaking(note, ...good.calls);
      case 14:
        if (this.#chances.pick(4) === 3) throw new Fault("model.missing", "There is no model.");
        throw new Error("the line broke");
      case 15:
        return by.thread.startsWith("review/")
          ? says.calls(
              { tool: "read_diff", input: {} },
              { tool: "review_complete", input: { status: "changes", feedback: "More." } },
            )
          : says.calls({ tool: "list_files", input: {} }, ...good.calls, ...good.calls);
      default:
        return good;
    }
  }

  /** Calls with words beside them, or without. */
  #speaking(...calls: Extract<ModelReply, { kind: "replied" }>["calls"]): ModelReply {
    const words = ["", `Words at ${this.#session.state.head}.`, "@architect, see src/a.js:3."];
    return { ...says.calls(...calls), text: words[this.#chances.pick(3)] ?? "" };
  }

  /** What a team says that does its work: not always the same. */
  #good(by: AskedBy): ModelReply {
    if (/^(coach|artifact)\/meeting/.test(by.thread)) return this.#meeting(by);
    if (/^(coach|artifact)\/planning/.test(by.thread)) return obliging(by, this.#plan());
    if (/^(coach|artifact)\/pre-code-review/.test(by.thread))
      return obliging(by, planIn(this.#session.state));
    if (/^(coach|artifact)\/code-review/.test(by.thread) && this.#chances.pick(3) === 2)
      return says.call("submit_findings", { summary: "Not yet.", findings: this.#findings() });
    if (by.thread.startsWith("volunteer/") && this.#chances.pick(2) === 1) {
      const open = Object.values(this.#session.state.tasks).filter((task) => task.owner === undefined);
      return says.call("volunteer", { tasks: open.map(({ id }) => ({ id, why: "I know it." })) });
    }
    if (by.thread.startsWith("turn/")) {
      const words = ["Words.", "@architect, which?", "@coach @bo, see src/a.js:3.", "@human knows."];
      const way = this.#chances.pick(6);
      return way === 5 ? says.call("pass_turn", { reason: "Nothing." }) : says.text(words[way] ?? "Words.");
    }
    return obliging(by);
  }

  /** The coach calls somebody, wants a longer talk, or hands in what there is. */
  #meeting(by: AskedBy): ModelReply {
    const way = this.#chances.pick(8);
    if (way === 6) return says.call("submit_agreement", { widen: "More is open." });
    if (way === 7 && by.thread.startsWith("coach/")) return says.text("@bo, which?");
    return obliging(by, this.#plan());
  }

  /** Planned again it may be another plan: a task in other words, one less, one more. */
  #plan(): readonly PlannedTask[] {
    const plan = this.#random.tasks.map(({ below }, index) =>
      planned(
        `t${index + 1}`,
        ...this.#random.tasks.flatMap((__, other) =>
          other < index && (below >> other) & 1 ? [`t${other + 1}`] : [],
        ),
      ),
    );
    const way = this.#chances.pick(6);
    const one = this.#chances.pick(plan.length);
    if (way === 3)
      return plan.map((task, index) =>
        index === one ? { ...task, approach: `as at ${this.#session.state.head}` } : task,
      );
    if (way === 4 && plan.length > 1) return plan.slice(0, -1);
    return way === 5 ? [...plan, planned(`t${plan.length + 1}`)] : plan;
  }

  #findings(): Findings["findings"] {
    const ids = Object.keys(this.#session.state.tasks);
    const severity = this.#chances.pick(3) === 2 ? "minor" : "blocking";
    return [{ task: ids[this.#chances.pick(ids.length)] ?? "t1", severity, text: "It fails." }];
  }

  #note(): { tool: string; input: object } {
    const decision = { topic: "t", decision: "d", reason: "r", proposed: "ada", agreed: [], dissents: [] };
    const last = toArray(this.#session.state.ledger).at(-1)?.id ?? "d1";
    const ways = [
      { tool: "record_decision", input: decision },
      { tool: "record_decision", input: { ...decision, replaces: last } },
      { tool: "defer_point", input: { topic: "t", why: "later" } },
    ] as const;
    return ways[this.#chances.pick(3)] ?? ways[0];
  }

  /** Some tasks write to one file, so that they conflict. */
  #shared(reply: ModelReply, by: AskedBy): Extract<ModelReply, { kind: "replied" }> {
    if (reply.kind !== "replied") throw new Error("an obliging model replies");
    const index = Number(/^coding\/t(\d+)/.exec(by.thread)?.[1] ?? 0) - 1;
    if (!this.#random.tasks[index]?.shared) return reply;
    const content = `${by.thread} ${by.ask} ${this.#session.state.head}\n`;
    const input = { path: "shared.txt", content };
    return { ...reply, calls: [{ tool: "write_file", input }, ...reply.calls.slice(1)] };
  }
}

/** The one person, until the runner has left. Returns when they have shot it. */
async function person(
  session: FakeSession,
  chances: Chances,
  doom: Doom,
  over: AbortController,
  gone: AbortSignal,
): Promise<undefined> {
  const { journal } = session;
  while (!gone.aborted) {
    if (doom.dead) return undefined;
    const { head } = session.state;
    const now = session.clock.now();
    const { waits, ending } = decide(session.state, now);
    const act = chances.pick(30);
    if (act === 17)
      await goBack(journal, iterationPhases[chances.pick(4)] ?? "refinement", `at ${head}`).catch(refused);
    // Without a scope an obliging plan would cite requirements that nobody knows.
    if (act === 18 && session.state.artifacts.scope?.settled?.verdict === "accepted")
      await skipPhase(journal, "").catch(refused);
    if (act === 16)
      await setMeeting(journal, meetings[chances.pick(3)] ?? "full", `at ${head}`).catch(refused);
    if (act === 19) await assign(journal, { kind: "volunteer" }).catch(refused);
    if (act === 20) await say(journal, `words at ${head}`).catch(refused);
    if (act === 21) await advance(journal).catch(refused);
    if (act === 24)
      await say(journal, `@architect, words at ${head}`, { to: ["bo"], now: chances.pick(2) === 1 }).catch(
        refused,
      );
    if (act === 25) await assign(journal, { kind: "auto" }).catch(refused);
    if (act === 26) await assign(journal, { kind: "hand", pairs: [["t1", "bo"]] }).catch(refused);
    if (act === 27) await setPace(journal, paces[chances.pick(3)] ?? "auto", "by chance");
    if (act >= 28) await edit(session, chances).catch(refused);
    if (act === 22) over.abort();
    if (act === 23) void doom.reach("within", shot);
    const [wait] = waits;
    if (wait && (ending !== undefined || chances.pick(3) === 0))
      await answer(journal, wait.id, oneOf<Answer>(answers[wait.kind], chances), now).catch(refused);
    if (session.state.head > head) continue;
    const seen = new AbortController();
    const moved = journal.moved(head, AbortSignal.any([gone, seen.signal]));
    await Promise.race([moved, doom.died, ...(chances.spent ? [] : [beat()])]);
    seen.abort("seen");
  }
  return new Promise(() => {});
}

/** Changes whatever there is by hand, where that may be. */
async function edit({ journal, state }: FakeSession, chances: Chances): Promise<void> {
  const kind = artifactKinds[chances.pick(artifactKinds.length)] ?? "scope";
  const artifact = state.artifacts[kind];
  if (!artifact) return;
  const words = `by hand at ${state.head}`;
  const first = <T>(list: readonly T[], change: Partial<T>) =>
    list.map((one, index) => (index === 0 ? { ...one, ...change } : one));
  const found: Findings["findings"][number] = {
    task: Object.keys(state.tasks)[0] ?? "t1",
    severity: "blocking",
    text: words,
  };
  const blocks = chances.pick(2) === 1;
  const edited = (): Artifact["body"] => {
    switch (artifact.kind) {
      case "scope":
        return { ...artifact.body, summary: words };
      case "tasks":
        return { tasks: first(artifact.body.tasks, { approach: words }) };
      case "approach":
        return { tasks: first(artifact.body.tasks, { approach: words }) };
      case "findings":
        return { ...artifact.body, summary: words, ...(blocks && { findings: [found] }) };
      case "brief":
        return artifact.body;
      case "agreement":
        return { ...artifact.body, tasks: first(artifact.body.tasks, { approach: words }) };
    }
  };
  await editArtifact(journal, kind, JSON.stringify(edited()), artifact.id);
}

const paces = ["auto", "normal", "careful"] as const;

/** The plan as it stands. */
function planIn(state: State): readonly PlannedTask[] {
  return state.artifacts.tasks?.body.tasks ?? [planned("t1")];
}

type OneOrMore<T> = readonly [T, ...T[]];

/** What the person may answer; the first is what brings it on its way. */
const answers: { readonly [K in WaitKind]: OneOrMore<AnswerTo<K>> } = {
  question: [
    { kind: "tell", words: "This one." },
    { kind: "choose", option: 1 },
    { kind: "choose", option: 2, words: "so far" },
  ],
  accept: [
    { kind: "approve" },
    { kind: "approve" },
    { kind: "approve" },
    { kind: "return", words: "Smaller." },
    { kind: "rewrite" },
  ],
  approval: [{ kind: "yes" }, { kind: "yes" }, { kind: "no", words: "Not this." }],
  stuck: [{ kind: "retry" }],
  budget: [{ kind: "grant-again" }, { kind: "grant", tokens: 50_000 }],
  window: [{ kind: "widen", tokens: 1_000_000 }],
  provider: [{ kind: "now" }],
  limit: [
    { kind: "end" },
    { kind: "extend" },
    { kind: "extend", turns: 2 },
    { kind: "steer", words: "Words." },
  ],
  size: [{ kind: "talk" }, { kind: "do" }, { kind: "full" }],
  assign: [{ kind: "assign" }],
  baseline: [{ kind: "tolerate" }, { kind: "recheck" }, { kind: "tolerate" }],
  layer: [{ kind: "onward" }],
  split: [{ kind: "split" }, { kind: "whole" }, { kind: "divide", words: "Differently." }],
  task: [
    { kind: "continue" },
    { kind: "redirect", words: "Differently." },
    { kind: "reassign", seat: "bo" },
    { kind: "cancel" },
  ],
  ship: [
    { kind: "ship", onto: "trunk", how: "branch" },
    { kind: "ship", onto: "out", how: "branch" },
  ],
};

function oneOf<T>(ways: OneOrMore<T>, chances: Chances): T {
  return ways[ways.length === 1 ? 0 : chances.pick(ways.length)] ?? ways[0];
}

/** A person is told no when they come too late. Anything else is a bug. */
function refused(error: unknown): void {
  if (!(error instanceof Fault)) throw error;
}

function beat(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
