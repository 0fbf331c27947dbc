import { askLine } from "./ask-line.ts";
import type { Wire } from "./wire/wire.ts";

/** Asks in the terminal and waits. `otherwise`: what words that are neither yes nor no mean. Ctrl-C is a no. */
export async function askYesNo(wire: Wire, question: string, otherwise = false): Promise<boolean> {
  const answer = (await askLine(wire, `${question} (yes/no) `))?.trim();
  if (answer === undefined) return false;
  return otherwise ? !/^no?$/i.test(answer) : /^y(es)?$/i.test(answer);
}
