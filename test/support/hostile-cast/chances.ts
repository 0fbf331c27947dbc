/** Numbers that follow from a seed alone (mulberry32), so that a failing session can be played again. */
export class Chances {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** One of 0 … ways - 1. */
  pick(ways: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % ways;
  }

  of<T>(ways: readonly [T, ...T[]]): T {
    return ways[this.pick(ways.length)] ?? ways[0];
  }
}
