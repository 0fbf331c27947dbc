import { Fault } from "../core/fault.ts";
import type { Wire } from "./wire/wire.ts";

export interface BriefOptions {
  readonly briefFile?: string;
  /** `-m`. */
  readonly message?: string;
}

/** The brief of a new session: from arguments, from a file, or piped in. */
export async function briefOf(
  wire: Wire,
  words: readonly string[],
  { briefFile, message }: BriefOptions,
): Promise<string> {
  const given = [briefFile, message, words[0]].filter((one) => one !== undefined);
  if (given.length > 1)
    throw new Fault("usage", "Give the brief once: as words, with -m, or with --brief-file.");
  const text = message ?? words.join(" ");
  return (await (briefFile === undefined ? readGiven(wire, text) : readBrief(wire, briefFile))).trim();
}

async function readGiven(wire: Wire, text: string): Promise<string> {
  return text === "-" ? wire.readInput() : text;
}

async function readBrief(wire: Wire, file: string): Promise<string> {
  return file === "-" ? wire.readInput() : wire.readText(file);
}
