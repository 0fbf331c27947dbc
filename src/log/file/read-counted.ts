import type { Fact } from "../../core/facts/fact.ts";
import { upcast } from "../../core/facts/upcast.ts";
import type { Chain } from "./chain.ts";
import type { CountedLines } from "./counted-lines.ts";
import { damagedLog } from "./damage.ts";
import { hashLine, parseLine } from "./line.ts";
import { type LogHandle, readBytes } from "./log-handle.ts";
import { LogReader } from "./log-reader.ts";

const atOnce = 256 * 1024;

/**
 * Reads counted facts again from their known places, a piece of the file at a time. Each must still continue the
 * one before it: a line that would not count now is never returned.
 */
export function* readCounted(
  path: string,
  handle: LogHandle,
  chain: Chain,
  from: number,
  to: number,
): Iterable<Fact> {
  const first = Math.max(1, from);
  let hash = first <= to ? chain.hashOf(first - 1) : undefined;
  for (let seq = first; seq <= Math.min(to, chain.counted.length); ) {
    const piece = readPiece(handle, chain.counted, seq, to);
    for (const bytes of piece) {
      const raw = parseLine(bytes.toString("utf8"));
      if (raw === "unreadable" || raw === "foreign" || raw.seq !== seq || raw.prev !== hash) {
        throw changedSince(path, handle, seq);
      }
      yield upcast(raw);
      hash = hashLine(bytes);
      seq += 1;
    }
  }
}

/** As many lines from `first` on as fit; at least one. */
function readPiece(handle: LogHandle, counted: CountedLines, first: number, to: number): readonly Buffer[] {
  const start = counted.placeOf(first)?.offset ?? 0;
  const places: { offset: number; size: number }[] = [];
  for (let seq = first; seq <= to; seq += 1) {
    const place = counted.placeOf(seq);
    if (!place || (seq > first && place.offset + place.size - start > atOnce)) break;
    places.push(place);
  }
  const last = places.at(-1);
  const bytes = readBytes(handle, start, last ? last.offset + last.size - start : 0);
  return places.map(({ offset, size }) => bytes.subarray(offset - start, offset - start + size));
}

/** A counted line has changed. Reading everything again shows where. */
function changedSince(path: string, handle: LogHandle, seq: number): Error {
  const again = new LogReader(handle, () => undefined);
  again.read();
  const reason = `event ${seq} was changed while Huddle was using it`;
  return damagedLog(path, again.damage ?? { line: again.chain.tally.lines, reason });
}
