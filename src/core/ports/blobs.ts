import type { Blob } from "../terms/ids.ts";

/** Side files, named by the hash of their content. */
export interface Blobs {
  put(text: string): Promise<Blob>;
  /** Undefined if there is none. A blob whose content does not match its name is a fault. */
  get(blob: Blob): Promise<string | undefined>;
}
