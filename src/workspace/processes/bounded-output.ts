import { stripControl } from "../../core/text/strip-control.ts";

/** Keeps the start and the end of the output, in bounded memory however much is written. */
export class BoundedOutput {
  readonly #half: number;
  readonly #head: Buffer[] = [];
  #headSize = 0;
  #tail: Buffer[] = [];
  #tailSize = 0;
  #dropped = 0;

  constructor(most: number) {
    this.#half = Math.floor(most / 2);
  }

  write(chunk: Buffer): void {
    const room = this.#half - this.#headSize;
    if (room > 0) {
      const first = chunk.subarray(0, room);
      this.#head.push(first);
      this.#headSize += first.length;
    }
    if (chunk.length <= room) return;
    this.#tail.push(chunk.subarray(Math.max(0, room)));
    this.#tailSize += chunk.length - Math.max(0, room);
    if (this.#tailSize > 4 * this.#half) this.#trim();
  }

  text(): string {
    this.#trim();
    const head = stripControl(Buffer.concat(this.#head).toString("utf8"));
    const tail = stripControl(Buffer.concat(this.#tail).toString("utf8"));
    if (this.#dropped === 0)
      return stripControl(Buffer.concat([...this.#head, ...this.#tail]).toString("utf8"));
    return `${head}\n[… ${this.#dropped} bytes left out …]\n${tail}`;
  }

  #trim(): void {
    const all = Buffer.concat(this.#tail);
    const over = Math.max(0, all.length - this.#half);
    this.#dropped += over;
    // A copy, so that the large buffer can be freed.
    this.#tail = [Buffer.from(all.subarray(over))];
    this.#tailSize = all.length - over;
  }
}
