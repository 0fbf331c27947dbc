import type { Message } from "../ports/request.ts";
import { type Line, labelled } from "./line.ts";

/** The same bytes for every speaker of a phase: one message, one block for each thing that was said. */
export function sharedOpening(kickoff: string, lines: readonly Line[]): readonly Message[] {
  return [{ role: "user", blocks: [kickoff, ...lines.map(labelled)] }];
}
