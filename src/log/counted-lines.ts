import { genesis } from "./line.ts";

const hashBytes = genesis.length / 2;

/** Hash and place of every counted line, by seq: 28 bytes for each, so that a million facts are no burden. */
export class CountedLines {
  #length = 0;
  #hashes = Buffer.alloc(1024 * hashBytes);
  #offsets = new Float64Array(1024);
  #sizes = new Uint32Array(1024);

  get length(): number {
    return this.#length;
  }

  push(hash: string, offset: number, size: number): void {
    if (this.#length === this.#offsets.length) this.#grow();
    this.#hashes.write(hash, this.#length * hashBytes, hashBytes, "hex");
    this.#offsets[this.#length] = offset;
    this.#sizes[this.#length] = size;
    this.#length += 1;
  }

  /** Undefined behind the head. Seq 0 is what the first line continues. */
  hashOf(seq: number): string | undefined {
    if (seq === 0) return genesis;
    if (!this.#has(seq)) return undefined;
    return this.#hashes.toString("hex", (seq - 1) * hashBytes, seq * hashBytes);
  }

  placeOf(seq: number): { readonly offset: number; readonly size: number } | undefined {
    const offset = this.#offsets[seq - 1];
    const size = this.#sizes[seq - 1];
    if (!this.#has(seq) || offset === undefined || size === undefined) return undefined;
    return { offset, size };
  }

  #has(seq: number): boolean {
    return Number.isInteger(seq) && seq >= 1 && seq <= this.#length;
  }

  #grow(): void {
    const capacity = this.#length * 2;
    this.#hashes = Buffer.concat([this.#hashes], capacity * hashBytes);
    const offsets = new Float64Array(capacity);
    offsets.set(this.#offsets);
    this.#offsets = offsets;
    const sizes = new Uint32Array(capacity);
    sizes.set(this.#sizes);
    this.#sizes = sizes;
  }
}
