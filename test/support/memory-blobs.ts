import { createHash } from "node:crypto";
import type { Blobs } from "../../src/core/ports/blobs.ts";

/** Side files in memory. */
export class MemoryBlobs implements Blobs {
  readonly texts = new Map<string, string>();
  /** Called before and after each put: may throw where a runner dies. */
  beforePut: (() => void) | undefined;
  afterPut: (() => void) | undefined;

  as(): Blobs {
    return this;
  }

  async put(text: string): Promise<string> {
    this.beforePut?.();
    const blob = createHash("sha256").update(text).digest("hex");
    this.texts.set(blob, text);
    this.afterPut?.();
    return blob;
  }

  async get(blob: string): Promise<string | undefined> {
    return this.texts.get(blob);
  }
}
