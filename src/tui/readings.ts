import type { Door, OpenSession } from "../app/door/door.ts";
import { type Gives, keyOf, type Need } from "../core/views/screen/needs.ts";
import type { Seen } from "../core/views/screen/screen.ts";

interface Reading {
  seen: Seen<unknown>;
  /** The head of the session and the time when it was last read. */
  head: number;
  atMs: number;
  isUnderWay: boolean;
}

/** What changes "in a moment" is read again after this time, as long as a screen shows it. */
const momentMs = 2_000;

/** What screens read from outside the open session. What was read stays on the screen until the next answer is there. */
export class Readings {
  readonly #door: Door;
  readonly #changed: () => void;
  readonly #all = new Map<string, Reading>();
  #session: OpenSession | undefined;

  constructor(door: Door, changed: () => void) {
    this.#door = door;
    this.#changed = changed;
  }

  /** Another session is open now: what was read for the last one is forgotten. */
  open(session: OpenSession | undefined): void {
    this.#session = session;
    this.#all.clear();
  }

  /** Everything is read again when it is next looked at, because the person has done something. */
  stale(): void {
    for (const one of this.#all.values()) one.head = -1;
  }

  read<N extends Need>(need: N, head: number, nowMs: number): Seen<Gives<N["kind"]>> {
    const key = keyOf(need);
    const known = this.#all.get(key);
    const reading = known ?? { seen: { kind: "reading" }, head: -1, atMs: 0, isUnderWay: false };
    if (!known) this.#all.set(key, reading);
    if (!reading.isUnderWay && this.#isDue(need, reading, head, nowMs))
      void this.#fetch(need, reading, head, nowMs);
    // The door gives for each need what the need's own kind says.
    return reading.seen as Seen<Gives<N["kind"]>>;
  }

  #isDue(need: Need, { head: readAt, atMs }: Reading, head: number, nowMs: number): boolean {
    if (readAt < 0) return true;
    const changes = this.#door.changes(need);
    if (changes === "never") return false;
    return changes === "with-events" ? readAt !== head : nowMs - atMs >= momentMs;
  }

  async #fetch(need: Need, reading: Reading, head: number, nowMs: number): Promise<void> {
    const session = this.#session;
    reading.isUnderWay = true;
    reading.head = head;
    reading.atMs = nowMs;
    const seen = await this.#door.read(need, session);
    reading.isUnderWay = false;
    if (session !== this.#session) return;
    reading.seen = seen;
    this.#changed();
  }
}
