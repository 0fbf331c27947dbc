import type { Blobs } from "../../core/ports/blobs.ts";
import type { Blob } from "../../core/terms/ids.ts";

const most = 16;

/**
 * The same side files, with those that were read last kept at hand for as long as a run lasts: what a name stands for
 * never changes, and every turn of a phase reads the same rules.
 */
export function rememberBlobs(blobs: Blobs, known = new Map<Blob, string>()): Blobs {
  return {
    as: (step) => rememberBlobs(blobs.as(step), known),
    put: (text) => blobs.put(text),
    async get(blob) {
      const text = known.get(blob) ?? (await blobs.get(blob));
      if (text === undefined || known.has(blob)) return text;
      const [oldest] = known.keys();
      if (oldest !== undefined && known.size >= most) known.delete(oldest);
      known.set(blob, text);
      return text;
    },
  };
}
