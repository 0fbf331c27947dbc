/** Where every counted line is in the file, by seq. Takes 12 bytes for each, so a million lines are no problem. */
export class CountedLines {
  #length = 0;
  #offsets = new Float64Array(1024);
  #sizes = new Uint32Array(1024);

  get length(): number {
    return this.#length;
  }

  push(offset: number, size: number): void {
    if (this.#length === this.#offsets.length) this.#grow();
    this.#offsets[this.#length] = offset;
    this.#sizes[this.#length] = size;
    this.#length += 1;
  }

  placeOf(seq: number): { readonly offset: number; readonly size: number } | undefined {
    const offset = this.#offsets[seq - 1];
    const size = this.#sizes[seq - 1];
    if (seq > this.#length || offset === undefined || size === undefined) return undefined;
    return { offset, size };
  }

  #grow(): void {
    const offsets = new Float64Array(this.#length * 2);
    offsets.set(this.#offsets);
    this.#offsets = offsets;
    const sizes = new Uint32Array(offsets.length);
    sizes.set(this.#sizes);
    this.#sizes = sizes;
  }
}
