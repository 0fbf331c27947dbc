import { createHash } from "node:crypto";
import type { Misbehaviour } from "./misbehaviour.ts";
import type { Recorded } from "./recorded.ts";

/** Says for each request what goes wrong with it. */
export type Plan = (request: Recorded) => readonly Misbehaviour[];

/**
 * A share of the calls goes wrong the first time and well when it is made again. Which ones, and how, follows from
 * the seed and from what is asked, not from the order in which requests arrive.
 */
export function failOnce(options: {
  readonly seed: number;
  /** Between 0 and 1. */
  readonly share: number;
  readonly ways: readonly [Misbehaviour, ...Misbehaviour[]];
}): Plan {
  const { seed, share, ways } = options;
  const seen = new Set<string>();
  return (request) => {
    const key = request.by ? `${request.by.thread}#${request.by.ask}` : sha(request.bytes).toString("hex");
    if (seen.has(key)) return [];
    seen.add(key);
    const dice = sha(`${seed}\0${key}`);
    if (dice.readUInt32BE(0) / 2 ** 32 >= share) return [];
    return [ways[dice.readUInt32BE(4) % ways.length] ?? ways[0]];
  };
}

function sha(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}
