import { assign } from "../../src/app/assign.ts";
import { goBack, skipPhase } from "../../src/app/change-phase.ts";
import { advance, replyTo, requestShip } from "../../src/app/human.ts";
import type { RunEnding } from "../../src/app/run-session.ts";
import { say } from "../../src/app/say.ts";
import { decide } from "../../src/core/decide.ts";
import { Fault } from "../../src/core/fault.ts";
import { phases } from "../../src/core/phase.ts";
import type { Seat } from "../../src/core/policy.ts";
import type { AskedBy, Model, ModelReply } from "../../src/core/ports.ts";
import { FakeSession, obliging } from "./fake-session.ts";
import { Doom } from "./mortal.ts";
import { planned, seat } from "./plans.ts";
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
): Promise<{ session: FakeSession; ending: RunEnding }> {
  const chances = new Chances(random.chances);
  const session = await new FakeSession({
    seats: seatsOf(random),
    policy: {
      pace: random.pace,
      turns: 3,
      sizing: random.seats % 2 === 0,
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
  const model = new RandomModel(session, chances, random);
  for (;;) {
    const doom = new Doom("within", new OnlyShot());
    const over = new AbortController();
    const running = session.run({ model: model.of(doom), linger: true, doom, signal: over.signal });
    const gone = new AbortController();
    const acting = person(session, chances, doom, over, gone.signal);
    const ending = await Promise.race([running, acting]);
    gone.abort();
    if (ending && ending.kind !== "stopped" && ending.kind !== "fenced") return { session, ending };
  }
}

function seatsOf({ seats, coach, architect }: RandomSession): readonly Seat[] {
  return [
    ...["ada", "bo", "cy", "di"].slice(0, seats).map((id) => seat(id)),
    ...(coach ? [seat("coach", "coach")] : []),
    ...(architect ? [seat("architect", "architect")] : []),
  ];
}

class RandomModel {
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
      reply: async (_, by, __, signal) => {
        signal.throwIfAborted();
        for (let beats = this.#chances.pick(4); beats > 0; beats--) await beat();
        if (this.#chances.pick(40) === 39) await doom.reach("within", shot);
        if (this.#chances.pick(3) !== 2) signal.throwIfAborted();
        return this.#reply(by);
      },
    };
  }

  #reply(by: AskedBy): ModelReply {
    const plan = this.#random.tasks.map(({ below }, index) =>
      planned(
        `t${index + 1}`,
        ...this.#random.tasks.flatMap((__, other) =>
          other < index && (below >> other) & 1 ? [`t${other + 1}`] : [],
        ),
      ),
    );
    const good = this.#shared(obliging(by, plan), by);
    const note = {
      tool: "record_decision",
      input: { topic: "t", decision: "d", reason: "r", proposed: "ada", agreed: [], dissents: [] },
    };
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
        return { ...good, calls: good.calls.map(({ tool }) => ({ tool, input: { wrong: true } })) };
      case 11:
        return { ...good, finish: "length" };
      case 12:
        return {
          ...says.failed("no reply"),
          failure: failures[this.#chances.pick(failures.length)] ?? "rate",
        };
      case 13:
        return by.thread.startsWith("coach/")
          ? says.calls(note, { tool: "ask_pm", input: { question: "Which?", options: ["a", "b"] } }, note)
          : says.calls(note, ...good.calls);
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
    const act = chances.pick(24);
    if (act === 17)
      await goBack(journal, phases[chances.pick(3)] ?? "refinement", `at ${head}`).catch(refused);
    // Without a scope an obliging plan would cite requirements that nobody knows.
    if (act === 18 && session.state.artifacts.scope?.settled?.verdict === "accepted")
      await skipPhase(journal, "").catch(refused);
    if (act === 19) await assign(journal, { kind: "volunteer" }).catch(refused);
    if (act === 20) await say(journal, `words at ${head}`).catch(refused);
    if (act === 21) await advance(journal).catch(refused);
    if (act === 22) over.abort();
    if (act === 23) void doom.reach("within", shot);
    const [wait] = waits;
    if (wait && (ending !== undefined || chances.pick(3) === 0)) {
      const back = wait.kind === "accept" && chances.pick(4) === 3;
      if (wait.kind === "ship") {
        const onto = chances.pick(2) === 0 ? "trunk" : "out";
        await requestShip(journal, onto, "branch", now).catch(refused);
      } else
        await replyTo(journal, wait.id, back ? "back Smaller." : answerTo(wait.kind, chances), now).catch(
          refused,
        );
    }
    if (session.state.head > head) continue;
    const moved = journal.moved(head, gone);
    await Promise.race([moved, doom.died, ...(chances.spent ? [] : [beat()])]);
  }
  return new Promise(() => {});
}

function answerTo(kind: string, chances: Chances): string {
  if (kind === "question") return "1";
  if (kind === "size") return ["talk", "do"][chances.pick(2)] ?? "talk";
  return kind === "limit" ? (["end", "yes", "2", "Words."][chances.pick(4)] ?? "end") : "yes";
}

/** A person is told no when they come too late. Anything else is a bug. */
function refused(error: unknown): void {
  if (!(error instanceof Fault)) throw error;
}

function beat(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
