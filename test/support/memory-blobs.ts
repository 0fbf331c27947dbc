import { createHash } from "node:crypto";
import type { Blobs } from "../../src/core/ports/blobs.ts";

/** Side files in memory. */
export class MemoryBlobs implements Blobs {
  readonly texts = new Map<string, string>();
  /** Called before and after each put: may throw where a runner dies. */
  beforePut: (() => void) | undefined;
  afterPut: (() => void) | undefined;

  // Fields, not methods: tests hand `get` on by itself.
  readonly put = async (text: string): Promise<string> => {
    this.beforePut?.();
    const blob = createHash("sha256").update(text).digest("hex");
    this.texts.set(blob, text);
    this.afterPut?.();
    return blob;
  };

  readonly get = async (blob: string): Promise<string | undefined> => this.texts.get(blob);
}
