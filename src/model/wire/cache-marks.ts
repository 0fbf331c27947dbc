import type { BlockPlace, Message, Request } from "../../core/ports/request.ts";

/** A provider looks back about twenty blocks from a mark for what it has kept. */
const reach = 15;

/**
 * Where a provider is told to keep what it has read, beside the end of the charter, which is always marked: the end of
 * the transcript, the end of the thread's own asks, and, when so many blocks were added that neither would be found
 * again, one between. With the charter's never more than four. A suffix that nothing follows yet is not marked: most
 * turns take one ask, and what is kept costs more than what is read once.
 */
export function cacheMarks({
  messages,
  suffix,
}: Pick<Request, "messages" | "suffix">): readonly BlockPlace[] {
  const blocks = messages.flatMap(placesOf);
  const begun = suffix ? blocks.findIndex(({ place }) => isSame(place, suffix)) + 1 : 0;
  const transcript = lastMarkable(blocks, begun - 1);
  const end = blocks.length > begun ? lastMarkable(blocks, blocks.length) : undefined;
  const between = end === undefined ? lastMarkable(blocks, begun - 1 - reach) : previousEnd(blocks, begun);
  const marks = [between, transcript, end].filter((place) => place !== undefined);
  return marks.filter((place, index) => marks.findIndex((other) => isSame(place, other)) === index);
}

interface Block {
  readonly place: BlockPlace;
  readonly role: Message["role"];
}

/** Where the request before this one ended, when its reply and results are more blocks than a look back reaches. */
function previousEnd(blocks: readonly Block[], begun: number): BlockPlace | undefined {
  const reply = blocks.findLast(({ role }) => role === "assistant")?.place.message;
  if (reply === undefined) return undefined;
  const first = blocks.findIndex(({ place }) => place.message === reply);
  return first >= begun && blocks.length - first > reach ? lastMarkable(blocks, first) : undefined;
}

/** The last block before this one that can carry a mark: a person's words or a tool's result. */
function lastMarkable(blocks: readonly Block[], before: number): BlockPlace | undefined {
  for (let at = before - 1; at >= 0; at--) {
    const block = blocks[at];
    if (block && block.role !== "assistant") return block.place;
  }
  return undefined;
}

function placesOf(message: Message, at: number): readonly Block[] {
  return Array.from({ length: blocksOf(message) }, (_, block) => ({
    place: { message: at, block },
    role: message.role,
  }));
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

function isSame(one: BlockPlace, other: BlockPlace): boolean {
  return one.message === other.message && one.block === other.block;
}
