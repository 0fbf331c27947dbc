import type { Request } from "../../src/core/ports/request.ts";
import type { Charter } from "../../src/core/prompt/charter.ts";
import { renderRequest } from "../../src/core/prompt/render-request.ts";
import { TalkMemory } from "../../src/core/prompt/talk-memory.ts";
import type { Phase } from "../../src/core/terms/phase.ts";
import type { Seat } from "../../src/core/terms/policy.ts";
import { Past } from "./past.ts";
import { seat } from "./plans.ts";

const tool = (name: string) => ({ name, description: `What ${name} does.`, schema: {} });
const charter: Charter = {
  system: "The rules.",
  coach: "Rules for the coach.",
  artifact: "Write it down.",
  tools: ["pass_turn", "record_decision", "ask_pm", "signal_phase_complete"].map(tool),
};

export interface RandomTalk {
  readonly seed: number;
  readonly engineers: number;
  /** Bits: which of the engineers see the talk as they lived it. */
  readonly perspective: number;
  readonly messages: number;
  /** The window of everybody's model. Left out: unknown. */
  readonly window?: number;
}

/** A request as it was about to be sent, and the words of a person that its member had not been sent before. */
export interface Asked {
  readonly seat: Seat;
  readonly phase: string;
  readonly request: Request;
  readonly unheard: readonly string[];
  /** The newest words of a person in this phase, however long ago. */
  readonly newest: readonly string[];
}

const phases: readonly Phase[] = ["refinement", "planning", "pre-code-review", "code-review"];

/** A talk in which everybody does whatever chance says. Calls `asked` for every request in it. */
export function playTalk(talk: RandomTalk, asked: (asked: Asked) => void): void {
  new RandomTalker(talk, asked).play();
}

class RandomTalker {
  readonly #talk: RandomTalk;
  readonly #asked: (asked: Asked) => void;
  readonly #seats: readonly Seat[];
  readonly #past: Past;
  readonly #memory = new TalkMemory();
  /** Per member: words of a person since its last request. */
  readonly #unheard = new Map<string, string[]>();
  /** Words that no request has had yet. */
  #fresh: string[] = [];
  #ofPhase: string[] = [];
  #random: number;
  #said = 0;
  #phase = 0;
  #turn = 0;

  constructor(talk: RandomTalk, asked: (asked: Asked) => void) {
    this.#talk = talk;
    this.#asked = asked;
    this.#random = talk.seed;
    const engineers = Array.from({ length: talk.engineers }, (_, at): Seat => {
      const lived = (talk.perspective >> at) % 2 === 1;
      return { ...seat(`e${at}`), ...(lived && { rendering: "perspective" as const }) };
    });
    this.#seats = [...engineers, seat("coach", "coach")];
    const windows = talk.window !== undefined && { windows: { scripted: talk.window } };
    this.#past = Past.opened({ seats: this.#seats, policy: { turns: 100_000, ...windows } });
    this.#past.enters("refinement");
  }

  play(): void {
    while (this.#said < this.#talk.messages) {
      for (const each of this.#seats) {
        this.#maybeHuman();
        this.#takeTurn(each);
      }
      if (this.#chance(40) && this.#phase < phases.length - 1) this.#nextPhase();
    }
  }

  #takeTurn(who: Seat): void {
    const isCoach = who.role === "coach";
    const thread = `${isCoach ? "coach" : "turn"}/${phases[this.#phase]}.1/${++this.#turn}`;
    const loop = this.#past.turnStarts(thread, who.id, isCoach ? "coach" : "engineer");
    this.#maybeHuman();
    let ask = 1;
    for (; this.#chance(6) && ask < 4; ask++) this.#decide(who, loop, ask);
    if (isCoach && this.#chance(8)) this.#question(who, thread, loop, ask++);
    this.#ask(who, loop, ask);
    this.#maybeHuman();
    const passed = this.#chance(4);
    const text = passed ? "" : this.#words(`${who.id}-${this.#said++}`);
    this.#past.replies(loop, ask, text);
    this.#past.harness({ type: "loop.closed", loop, outcome: passed ? "done" : "text" }, thread);
    if (!passed) this.#past.add(who.id, { type: "message.posted", text, thread }, thread);
    this.#past.harness({ type: "turn.ended", thread, how: passed ? "passed" : "said" }, thread);
  }

  #decide(who: Seat, loop: string, ask: number): void {
    this.#ask(who, loop, ask);
    const { seq } = this.#past.replies(loop, ask, "", { tool: "record_decision", input: {} });
    this.#past.add(who.id, {
      type: "decision.recorded",
      topic: `topic ${seq}`,
      decision: this.#words("decided").slice(0, 400),
      reason: "it is plain.",
      proposed: who.id,
      agreed: [],
      dissents: [],
    });
    this.#settle(loop, seq);
  }

  #question(who: Seat, thread: string, loop: string, ask: number): void {
    this.#ask(who, loop, ask);
    const { seq } = this.#past.replies(loop, ask, "", { tool: "ask_pm", input: {} });
    const call = `c${seq}_1`;
    const asked = { type: "question.asked" as const, text: "Which?", options: [], thread, loop, call };
    const question = `q${this.#past.add(who.id, asked).seq}`;
    const text = `answer-${seq}.`;
    this.#past.human({ type: "question.answered", question, text });
    this.#hears(text);
  }

  #settle(loop: string, seq: number): void {
    const settled = {
      type: "tool.settled" as const,
      loop,
      call: `c${seq}_1`,
      failed: false,
      text: "Recorded.",
    };
    this.#past.harness(settled);
  }

  #ask(who: Seat, loop: string, ask: number): void {
    const request = renderRequest(this.#past.state, loop, charter, this.#memory);
    if (this.#chance(15)) this.#sameAnew(request, loop);
    this.#asked({
      seat: who,
      phase: phases[this.#phase] ?? "",
      request,
      unheard: this.#unheard.get(who.id) ?? [],
      newest: this.#ofPhase.slice(-3),
    });
    this.#unheard.set(who.id, []);
    this.#fresh = [];
    this.#past.asks(loop, ask);
  }

  /** Nothing that was found out for an earlier request may change a later one. */
  #sameAnew(request: Request, loop: string): void {
    const anew = renderRequest(this.#past.state, loop, charter);
    if (JSON.stringify(anew) !== JSON.stringify(request))
      throw new Error("rendered anew, it is another request");
  }

  #maybeHuman(): void {
    if (!this.#chance(9)) return;
    const name = `human-${this.#said++}.`;
    this.#past.says("human", this.#chance(20) ? this.#words(name) : name);
    this.#hears(name);
  }

  #hears(name: string): void {
    this.#fresh.push(name);
    this.#ofPhase.push(name);
    for (const { id } of this.#seats) this.#unheard.set(id, [...(this.#unheard.get(id) ?? []), name]);
  }

  /** Only what nobody has read goes with the team. */
  #nextPhase(): void {
    this.#phase++;
    this.#ofPhase = [...this.#fresh];
    for (const { id } of this.#seats) this.#unheard.set(id, [...this.#fresh]);
    this.#past.enters(phases[this.#phase] ?? "code-review");
  }

  #words(name: string): string {
    const length = this.#chance(60) ? 100_000 : this.#chance(5) ? 6_000 : this.#pick(900);
    return `${name} ${"and so on ".repeat(Math.ceil(length / 10))}`.trim();
  }

  #chance(of: number): boolean {
    return this.#pick(of) === 0;
  }

  /** A plain generator, so that a failing talk is the same again. */
  #pick(ways: number): number {
    this.#random = (Math.imul(this.#random, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (this.#random >> 8) % ways;
  }
}
