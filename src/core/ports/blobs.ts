import type { Blob } from "../terms/ids.ts";

/** Side files, named by the hash of what they hold. */
export interface Blobs {
  put(text: string): Promise<Blob>;
  /** Undefined when there is none. A blob whose content does not fit its name is a fault. */
  get(blob: Blob): Promise<string | undefined>;
}
