import { Fault } from "../core/fault.ts";
import type { Redaction } from "../core/text/redaction.ts";

/** Foreign text comes in without keys. What a person types may hold one, and so may a text that we forgot. */
export function assertNoKey(where: string, text: string, { find }: Redaction): void {
  const name = find(text);
  if (name === undefined) return;
  throw new Fault(
    "refused",
    `This holds the value of a key in use (${name}), and ${where} may hold none: others can read it, and models get it. Nothing was written. Leave the key out.`,
  );
}
