import type { Message } from "../ports/request.ts";
import type { SeatId } from "../terms/ids.ts";
import { type Line, labelled, markOf, wordsOf } from "./transcript-line.ts";

/** The same bytes for every speaker of a phase: one message, with one block for each thing said. */
export function sharedOpening(kickoff: string, lines: readonly Line[]): readonly Message[] {
  return [{ role: "user", blocks: [kickoff, ...lines.map(labelled)] }];
}

/**
 * The talk as one member lived it, for small models: its own messages are its own, and everything others said in
 * between is one message with their names. A pass is not a message.
 */
export function perspectiveOpening(
  kickoff: string,
  lines: readonly Line[],
  seat: SeatId,
): readonly Message[] {
  const messages: Message[] = [];
  let heard: string[] = [kickoff];
  for (const line of lines) {
    const own = line.actor === seat && line.text.trim() !== "";
    if (!own) {
      heard.push(labelled(line));
      continue;
    }
    const blocks = heard.filter((text) => text.trim() !== "");
    messages.push({ role: "user", blocks: blocks.length > 0 ? blocks : [silence] });
    messages.push({ role: "assistant", text: wordsOf(line), calls: [] });
    heard = [markOf(line)];
  }
  return [...messages, { role: "user", blocks: heard }];
}

/** Two own messages in a row would look like one. */
const silence = "(Nobody else has said anything since.)";
