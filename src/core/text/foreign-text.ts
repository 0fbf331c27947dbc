import type { Redaction } from "./redaction.ts";
import { visible } from "./visible.ts";

/** Text from outside as it may be kept and shown: without keys, and with nothing hidden. Keys go while they are whole. */
export function foreignText(text: string, { redact }: Redaction): string {
  return visible(redact(text));
}
