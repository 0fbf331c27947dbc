import type { Message, Request } from "../core/request.ts";

/** A block in the conversation: which message, and which block of it. */
export interface Place {
  readonly message: number;
  readonly block: number;
}

/** A provider looks back about twenty blocks from a mark for what it has kept. */
const reach = 15;

/**
 * Where a provider is told to keep what it has read, beside the end of the charter, which is always marked: the end of
 * the transcript (all but the last block of the first message), the end of everything, and, when so many blocks were
 * added that neither would be found again, one between. With the charter's never more than four.
 */
export function cacheMarks({ messages }: Pick<Request, "messages">): readonly Place[] {
  const first = messages[0];
  const last = lastPlace(messages, messages.length);
  if (!first || !last) return [];
  const blocks = first.role === "user" ? first.blocks.length : 0;
  const transcript = blocks > 1 ? { message: 0, block: blocks - 2 } : undefined;
  const between = messages.length > 1 ? previousEnd(messages) : earlier(blocks);
  const marks = [between, transcript, last].filter((place) => place !== undefined);
  return marks.filter(
    (place, index) =>
      marks.findIndex((other) => other.message === place.message && other.block === place.block) === index,
  );
}

/** The first ask of a thread: the transcript may have grown by more than a look back from its end reaches. */
function earlier(blocks: number): Place | undefined {
  return blocks - 1 > reach ? { message: 0, block: blocks - 2 - reach } : undefined;
}

/** Later asks: where the request before this one ended, when its reply and results are many blocks. */
function previousEnd(messages: readonly Message[]): Place | undefined {
  const reply = messages.findLastIndex((message) => message.role === "assistant");
  if (reply === -1) return undefined;
  const added = messages.slice(reply).reduce((sum, message) => sum + blocksOf(message), 0);
  return added > reach ? lastPlace(messages, reply) : undefined;
}

/** The last block before a message that can carry a mark: a person's words or a tool's result. */
function lastPlace(messages: readonly Message[], before: number): Place | undefined {
  for (let at = before - 1; at >= 0; at--) {
    const message = messages[at];
    if (message && message.role !== "assistant" && blocksOf(message) > 0)
      return { message: at, block: blocksOf(message) - 1 };
  }
  return undefined;
}

function blocksOf(message: Message): number {
  switch (message.role) {
    case "user":
      return message.blocks.length;
    case "assistant":
      return message.calls.length + (message.text === "" ? 0 : 1);
    case "tool":
      return message.results.length;
  }
}
