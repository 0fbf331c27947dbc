import type { Fact } from "../../src/core/facts/fact.ts";
import type { Blobs } from "../../src/core/ports/blobs.ts";
import type { Clock } from "../../src/core/ports/clock.ts";
import type { Appending, Build, Journal } from "../../src/core/ports/journal.ts";
import type { Model } from "../../src/core/ports/model.ts";
import type { State } from "../../src/core/state/state.ts";
import { threadOfLoop } from "../../src/core/state/threads.ts";
import type { StepKey } from "../../src/core/terms/ids.ts";
import type { Point } from "./points.ts";

/** Where a walk kills: after an append, before it with its effects done, or around each deed in the world. */
export type Walk = "after" | "before" | "within";

/** Each time another one: a promise that lives on would keep everything that waits for it, and so every dead runner. */
const never = () => new Promise<never>(() => {});

/**
 * A runner that dies at the first point it has not died at before. Dying is what a SIGKILL is to the world: nothing that
 * was begun in this process goes on, no clean-up runs, and its child processes are left alone.
 */
export class Doom {
  readonly #walk: Walk | "none";
  readonly #taken: Set<string>;
  readonly #isDeadly: (place: string) => boolean;
  readonly #died: Promise<string>;
  #die: (place: string) => void = () => {};
  dead = false;

  constructor(walk: Walk | "none", taken: Set<string>, isDeadly: (place: string) => boolean = () => true) {
    this.#walk = walk;
    this.#taken = taken;
    this.#isDeadly = isDeadly;
    this.#died = new Promise((resolve) => {
      this.#die = resolve;
    });
  }

  get died(): Promise<string> {
    return this.#died;
  }

  async reach(walk: Walk, place: string): Promise<void> {
    await this.alive();
    if (walk !== this.#walk || this.#taken.has(place) || !this.#isDeadly(place)) return;
    this.#taken.add(place);
    this.dead = true;
    this.#die(place);
    await never();
  }

  async alive(): Promise<void> {
    if (this.dead) await never();
  }

  readonly point: Point = async (place, about) => {
    await this.alive();
    if (this.#walk === "within") await this.reach("within", `${place} ${await about()}`);
  };
}

/** Step keys without the seq they hold, so that the same point has the same name in every session. */
function stepName(step: StepKey | undefined): string {
  return (step ?? "no step").replace(/@\d+$/, "");
}

export class MortalJournal implements Journal {
  readonly #inner: Journal;
  readonly #doom: Doom;
  readonly #step: StepKey | undefined;

  constructor(inner: Journal, doom: Doom, step?: StepKey) {
    this.#inner = inner;
    this.#doom = doom;
    this.#step = step;
  }

  state(): State {
    return this.#inner.state();
  }

  async append(build: Build): Promise<Appending> {
    let place = `${stepName(this.#step)}: nothing`;
    const named: Build = (at, first) => {
      const built = build(at, first);
      if (built && !("refused" in built))
        place = `${stepName(this.#step)}: ${built.map(({ event }) => describe(at, event)).join(" + ")}`;
      return built;
    };
    named(this.#inner.state(), this.#inner.state().head + 1);
    await this.#doom.reach("before", place);
    const appended = await this.#inner.append(named);
    if (appended.kind === "done") await this.#doom.reach("after", place);
    await this.#doom.alive();
    return appended;
  }

  as(step: StepKey): Journal {
    return new MortalJournal(this.#inner.as(step), this.#doom, step);
  }

  fenced(fence: number): Journal {
    return new MortalJournal(this.#inner.fenced(fence), this.#doom, this.#step);
  }

  read(from: number): AsyncIterable<Fact> {
    return this.#inner.read(from);
  }

  follow(from: number, signal: AbortSignal): AsyncIterable<Fact> {
    return this.#inner.follow(from, signal);
  }

  async moved(head: number, signal: AbortSignal): Promise<void> {
    await this.#doom.alive();
    await this.#inner.moved(head, signal);
    await this.#doom.alive();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}

/** Asks are told apart by their thread and number, other facts by their type. */
function describe(at: State, event: Parameters<typeof nameAsk>[1]): string {
  return nameAsk(at, event) ?? event.type;
}

function nameAsk(at: State, event: Fact["event"]): string | undefined {
  if (event.type !== "model.asked" && event.type !== "model.replied") return undefined;
  return `${event.type} ${threadOfLoop(at, event.loop)?.name ?? "?"} ${event.ask}`;
}

export function mortalClock(clock: Clock, doom: Doom): Clock {
  return {
    now: () => clock.now(),
    sleep: async (ms, signal) => {
      await doom.alive();
      await clock.sleep(ms, signal);
      await doom.alive();
    },
  };
}

export function mortalModel(model: Model, doom: Doom): Model {
  return {
    reply: async (...asked) => {
      await doom.alive();
      const reply = await model.reply(...asked);
      await doom.alive();
      return reply;
    },
  };
}

export function mortalBlobs(blobs: Blobs, doom: Doom): Blobs {
  return {
    put: async (text) => {
      await doom.alive();
      const blob = await blobs.put(text);
      await doom.alive();
      return blob;
    },
    get: (blob) => blobs.get(blob),
  };
}
