import type { Blobs } from "../../core/ports/blobs.ts";
import { type Charter, parseCharter } from "../../core/prompt/charter.ts";
import type { Blob } from "../../core/terms/ids.ts";

const most = 16;

/**
 * Charters by the names of their side files, with those that were read last kept at hand: what a name stands for never
 * changes, and every turn of a phase has the same rules. Without it every turn reads, hashes and checks them again, at
 * the same cost in a short talk as in a long one: it counts against the 5 ms of a turn in `npm run bench -- turn`.
 */
export function rememberCharters(blobs: Blobs): (blob: Blob) => Promise<Charter | undefined> {
  const known = new Map<Blob, Charter>();
  return async (blob) => {
    const remembered = known.get(blob);
    if (remembered) return remembered;
    const text = await blobs.get(blob);
    if (text === undefined) return undefined;
    const charter = parseCharter(text);
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= most) known.delete(oldest);
    known.set(blob, charter);
    return charter;
  };
}
