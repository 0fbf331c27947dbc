import { createHash } from "node:crypto";

/** Providers sign what a model thought, so that it comes back unchanged. Ours can be checked without a memory. */
export function signatureOf(thought: string): string {
  return `Es${createHash("sha256").update(`thought:${thought}`).digest("base64")}`;
}
