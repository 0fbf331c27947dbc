import { createInterface } from "node:readline/promises";
import type { Wire } from "./wire/wire.ts";

/** Asks for a line in the terminal and waits. Undefined: the person leaves, by Ctrl-C or Ctrl-D. */
export async function askLine(wire: Wire, question: string): Promise<string | undefined> {
  const asking = createInterface({
    input: wire.input,
    output: wire.outputStream,
    terminal: wire.terminal.draws,
  });
  const left = new Promise<undefined>((resolve) => asking.once("close", () => resolve(undefined)));
  try {
    return await Promise.race([asking.question(question, { signal: wire.stop() }), left]);
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") return undefined;
    throw error;
  } finally {
    asking.close();
  }
}
