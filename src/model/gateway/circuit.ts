/** After this many failures in a row, a provider counts as dead for a while. */
const tolerated = 5;
const firstMs = 10_000;
const longestMs = 300_000;

/**
 * Opens after several failures in a row, so that the team does not hammer a dead provider. When its time is over, one
 * request goes as a probe while the others wait: a reply closes it, a failure opens it for twice as long.
 */
export class Circuit {
  readonly #random: () => number;
  #failures = 0;
  #openMs = 0;
  #openUntil = 0;
  #probing = false;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Milliseconds; 0 or in the past when the circuit holds nothing back. */
  get openUntil(): number {
    return this.#openUntil;
  }

  /** A probe is under way, and no other request may go. */
  get probing(): boolean {
    return this.#probing;
  }

  /** A request goes out. True: it is the probe. */
  begin(now: number): boolean {
    this.#probing ||= this.#openMs > 0 && now >= this.#openUntil;
    return this.#probing;
  }

  /** Forgets what failed. */
  close(): void {
    this.#failures = 0;
    this.#openMs = 0;
    this.#openUntil = 0;
  }

  end(life: "alive" | "dead" | "other", now: number, probed: boolean): void {
    if (probed) this.#probing = false;
    if (life === "other") return;
    if (life === "alive") {
      this.close();
      return;
    }
    this.#failures += 1;
    if (!probed && this.#failures < tolerated) return;
    // Several processes of one person should not all probe at the same moment.
    if (probed || this.#openMs === 0) this.#openMs = Math.min(longestMs, this.#openMs * 2 || firstMs);
    this.#openUntil = now + Math.round(this.#openMs * (1 + 0.1 * this.#random()));
  }
}
