import type { Blobs } from "../../core/ports/blobs.ts";
import { type Charter, parseCharter } from "../../core/prompt/charter.ts";
import type { Blob } from "../../core/terms/ids.ts";

const most = 16;

/**
 * Reads charters by the names of their blobs and keeps the most recent ones in memory. A blob never changes, and every
 * turn of a phase has the same charter. Without this memory each turn reads, hashes and checks it again, at the same
 * cost in a short talk as in a long one: it counts against the 5 ms of a turn in `npm run bench -- turn`.
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
