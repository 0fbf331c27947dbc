import fc from "fast-check";
import type { Fact } from "../../src/core/facts/fact.ts";
import { encodeLine, hashLine } from "../../src/log/file/line.ts";
import type { LogHandle } from "../../src/log/file/log-handle.ts";
import { LogReader } from "../../src/log/file/log-reader.ts";

/** A file in memory: every read and write of it is real, only the disk is not. */
export class MemoryHandle implements LogHandle {
  bytes: Buffer = Buffer.alloc(0);

  read(into: Buffer, start: number, position: number): number {
    return this.bytes.copy(into, start, position);
  }

  size(): number {
    return this.bytes.length;
  }

  async write(bytes: Uint8Array): Promise<number> {
    this.add(bytes);
    return bytes.length;
  }

  add(bytes: Uint8Array): void {
    this.bytes = Buffer.concat([this.bytes, bytes]);
  }

  async sync(): Promise<void> {}

  async close(): Promise<void> {}
}

/** What a writer may do next: look at the file, or write a batch on what it saw last, whole or torn. */
export type Move =
  | { readonly kind: "look"; readonly who: number }
  | {
      readonly kind: "write";
      readonly who: number;
      readonly lines: number;
      readonly torn: number | undefined;
    };

const who = fc.nat({ max: 2 });
const size = fc.integer({ min: 1, max: 3 });

export const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("look" as const), who }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("write" as const),
        who,
        lines: size,
        torn: fc.constant(undefined),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("write" as const),
        who,
        lines: size,
        torn: fc.nat({ max: 700 }),
      }),
    },
  ),
  { minLength: 1, maxLength: 25 },
);

/** Three writers that keep the rules of the log, never wait for each other, and are torn now and then. */
export class LogWorld {
  readonly file = new MemoryHandle();
  readonly views = Array.from({ length: 3 }, () => readFacts(this.file));
  #written = 0;

  move(move: Move): void {
    if (move.kind === "look") this.views[move.who]?.reader.read();
    else this.#write(move.who, move.lines, move.torn);
  }

  #write(who: number, count: number, torn: number | undefined): void {
    const view = this.views[who];
    if (!view) return;
    const { reader, facts } = view;
    let prev = reader.chain.hashOf(facts.length) ?? "";
    const lines = Array.from({ length: count }, (_, index) => {
      this.#written += 1;
      const more = index < count - 1 && ({ more: true } as const);
      const event = {
        type: "message.posted",
        text: `é${this.#written}`,
        batch: [{ seq: this.#written, count }],
      };
      const line = encodeLine({
        seq: facts.length + 1 + index,
        prev,
        at: "t",
        v: 1,
        actor: `w${who}`,
        ...more,
        event,
      });
      prev = hashLine(line);
      return Buffer.concat([line, Buffer.from("\n")]);
    });
    const bytes = Buffer.concat([...(reader.unterminated ? [Buffer.from("\n")] : []), ...lines]);
    this.file.add(torn === undefined ? bytes : bytes.subarray(0, torn % bytes.length));
  }
}

export interface ReadLog {
  readonly reader: LogReader;
  readonly facts: Fact[];
}

export function readFacts(handle: LogHandle, bufferSize?: number): ReadLog {
  const facts: Fact[] = [];
  return { facts, reader: new LogReader(handle, (fact) => facts.push(fact), bufferSize) };
}
