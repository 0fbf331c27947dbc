import type { Fact } from "../core/fact.ts";
import { upcast } from "../core/upcast.ts";
import type { CountedLines } from "./counted-lines.ts";
import { damagedLog } from "./damage.ts";
import { hashLine, parseLine } from "./line.ts";
import type { LogHandle } from "./log-handle.ts";
import { LogReader } from "./log-reader.ts";

const atOnce = 256 * 1024;

/** Reads facts again whose lines were counted before, from their known places, a piece of the file at a time. */
export function* readCounted(
  path: string,
  handle: LogHandle,
  counted: CountedLines,
  from: number,
  to: number,
): Iterable<Fact> {
  for (let seq = Math.max(1, from); seq <= Math.min(to, counted.length); ) {
    const piece = readPiece(handle, counted, seq, to);
    for (let place = counted.placeOf(seq); place && place.offset < piece.end; place = counted.placeOf(seq)) {
      const start = place.offset - piece.start;
      const bytes = piece.bytes.subarray(start, start + place.size);
      const raw = parseLine(bytes.toString("utf8"));
      if (raw === "unreadable" || raw === "foreign" || hashLine(bytes) !== counted.hashOf(seq)) {
        throw changedSince(path, handle, seq);
      }
      yield upcast(raw);
      seq += 1;
    }
  }
}

interface Piece {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** Whole lines, from the one of `first` on, as many as fit; at least one. */
function readPiece(handle: LogHandle, counted: CountedLines, first: number, to: number): Piece {
  const start = counted.placeOf(first)?.offset ?? 0;
  let end = start;
  for (let seq = first; seq <= to; seq += 1) {
    const place = counted.placeOf(seq);
    if (!place || (seq > first && place.offset + place.size - start > atOnce)) break;
    end = place.offset + place.size;
  }
  const bytes = Buffer.alloc(end - start);
  for (let filled = 0; filled < bytes.length; ) {
    const count = handle.read(bytes, filled, start + filled);
    if (count === 0) break;
    filled += count;
  }
  return { bytes, start, end };
}

/** A line that counted is not what it was. Reading everything again says where. */
function changedSince(path: string, handle: LogHandle, seq: number): Error {
  const again = new LogReader(handle, () => undefined);
  again.read();
  const reason = `event ${seq} was changed while Huddle was using it`;
  return damagedLog(path, again.damage ?? { line: again.chain.tally.lines, reason });
}
