import type { Clock } from "../../core/ports/clock.ts";
import type { Instant } from "../../core/terms/ids.ts";
import type { Limits } from "../endpoint.ts";
import { Circuit } from "./circuit.ts";

const minuteMs = 60_000;
/** Longer waits go back to the caller, which records them: a request without an answer counts as spent. */
const patienceMs = 15_000;

export type Admission =
  | { readonly kind: "entered"; readonly place: PlaceInLine }
  | { readonly kind: "later"; readonly why: Held; readonly ms: number }
  | { readonly kind: "stopped" };

/** Why a request must wait: the provider named a time, its circuit is open, or our own limits are used up. */
export type Held = "asked" | "circuit" | "rate";

export interface Waiting {
  readonly why: string;
  readonly until?: Instant;
}

export interface PlaceInLine {
  /** Frees the place and says how the request went. */
  leave(how: Leaving): void;
}

export interface Leaving {
  /** "dead": unreachable or overloaded. "other": the result says nothing about the provider's health. */
  readonly life: "alive" | "dead" | "other";
  /** What the request really used, when known. */
  readonly tokens?: number;
  /** The provider asked all requests to wait. */
  readonly holdMs?: number;
}

interface Waiter {
  readonly tokens: number;
  readonly onWait: (waiting: Waiting) => void;
  readonly settle: (entry: Admission) => void;
  told: string;
}

/** Holds the limits of one provider. All its requests pass through here, in the order they came. */
export class Limiter {
  readonly #name: string;
  readonly #limits: Limits;
  readonly #clock: Clock;
  readonly #circuit: Circuit;
  readonly #line: Waiter[] = [];
  /** What was sent in the last minute. */
  #sent: { readonly at: number; tokens: number }[] = [];
  #inside = 0;
  #heldUntil = 0;
  #timer: AbortController | undefined;

  constructor(name: string, limits: Limits, clock: Clock, random: () => number) {
    this.#name = name;
    this.#limits = limits;
    this.#clock = clock;
    this.#circuit = new Circuit(random);
  }

  /** Resolves when the request may be sent; at once with "later" when that is too far off. */
  enter(tokens: number, signal: AbortSignal, onWait: (waiting: Waiting) => void): Promise<Admission> {
    if (signal.aborted) return Promise.resolve({ kind: "stopped" });
    return new Promise((resolve) => {
      const stop = () => waiter.settle({ kind: "stopped" });
      const waiter: Waiter = {
        tokens,
        onWait,
        told: "",
        settle: (entry) => {
          signal.removeEventListener("abort", stop);
          const at = this.#line.indexOf(waiter);
          if (at !== -1) this.#line.splice(at, 1);
          resolve(entry);
          if (entry.kind === "stopped") this.#look();
        },
      };
      signal.addEventListener("abort", stop);
      this.#line.push(waiter);
      this.#look();
    });
  }

  /** A person wants the provider asked now: what it asked for and how it failed before no longer holds. */
  forget(): void {
    this.#heldUntil = 0;
    this.#circuit.close();
    this.#look();
  }

  /** Lets in the requests that may go, and tells the rest what they wait for. */
  #look(): void {
    this.#timer?.abort();
    for (let waiter = this.#line[0]; waiter; waiter = this.#line[0]) {
      const now = this.#now();
      const held = this.#heldBack(waiter.tokens, now);
      if (held && held.until - now > patienceMs) {
        waiter.settle({ kind: "later", why: held.kind, ms: held.until - now });
        continue;
      }
      if (held || this.#inside >= this.#limits.concurrency || this.#circuit.probing) {
        this.#wait(held, now);
        return;
      }
      this.#admit(waiter, now);
    }
  }

  #admit(waiter: Waiter, now: number): void {
    const sent = { at: now, tokens: waiter.tokens };
    this.#sent.push(sent);
    this.#inside += 1;
    const probe = this.#circuit.begin(now);
    let inside = true;
    waiter.settle({
      kind: "entered",
      place: {
        leave: ({ life, tokens, holdMs }) => {
          if (!inside) return;
          inside = false;
          this.#inside -= 1;
          if (tokens !== undefined) sent.tokens = tokens;
          if (holdMs !== undefined) this.#heldUntil = Math.max(this.#heldUntil, this.#now() + holdMs);
          this.#circuit.end(life, this.#now(), probe);
          this.#look();
        },
      },
    });
  }

  /** Until when the next request must wait, and why. */
  #heldBack(tokens: number, now: number): { readonly kind: Held; readonly until: number } | undefined {
    const all = [
      { kind: "asked" as const, until: this.#heldUntil },
      { kind: "circuit" as const, until: this.#circuit.openUntil },
      { kind: "rate" as const, until: this.#freeAt(tokens, now) },
    ].filter(({ until }) => until > now);
    return all.length > 0 ? all.reduce((a, b) => (b.until > a.until ? b : a)) : undefined;
  }

  /** When this many tokens fit into the limit. A request larger than the limit goes after a quiet minute. */
  #freeAt(tokens: number, now: number): number {
    this.#sent = this.#sent.filter(({ at }) => at > now - minuteMs);
    const { requestsPerMinute = Infinity, tokensPerMinute = Infinity } = this.#limits;
    let requests = this.#sent.length;
    let sum = this.#sent.reduce((all, one) => all + one.tokens, 0);
    let free = now;
    for (const { at, tokens: gone } of this.#sent) {
      if (requests < requestsPerMinute && sum + tokens <= tokensPerMinute) break;
      requests -= 1;
      sum -= gone;
      free = at + minuteMs;
    }
    return free;
  }

  #wait(held: { readonly kind: Held; readonly until: number } | undefined, now: number): void {
    const why = held ? whyHeld(held.kind, this.#name) : `others are talking to ${this.#name}`;
    const until = held && new Date(held.until).toISOString();
    for (const waiter of [...this.#line]) {
      const telling = `${why} ${until ?? ""}`;
      if (waiter.told === telling) continue;
      waiter.told = telling;
      waiter.onWait({ why, ...(until !== undefined && { until }) });
    }
    if (!held) return; // the next one to leave looks again
    const timer = new AbortController();
    this.#timer = timer;
    void this.#clock.sleep(held.until - now, timer.signal).then(() => {
      if (!timer.signal.aborted) this.#look();
    });
  }

  #now(): number {
    return Date.parse(this.#clock.now());
  }
}

function whyHeld(kind: Held, name: string): string {
  switch (kind) {
    case "asked":
      return `${name} asked Huddle to wait`;
    case "circuit":
      return `${name} did not answer several times`;
    case "rate":
      return `the limit for ${name} is used up for this minute`;
  }
}
