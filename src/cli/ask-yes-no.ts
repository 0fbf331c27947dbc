import { createInterface } from "node:readline/promises";
import type { Wire } from "./wire/wire.ts";

/** Asks in the terminal and waits. `otherwise`: what words that are neither yes nor no mean. Ctrl-C is a no. */
export async function askYesNo(wire: Wire, question: string, otherwise = false): Promise<boolean> {
  const asking = createInterface({ input: wire.input, output: wire.outputStream });
  try {
    const answer = await asking.question(`${question} (yes/no) `, { signal: wire.stop() });
    return otherwise ? !/^no?$/i.test(answer.trim()) : /^y(es)?$/i.test(answer.trim());
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") return false;
    throw error;
  } finally {
    asking.close();
  }
}
