import type { BlockPlace, Message, Request } from "../../core/ports/request.ts";

/** From a mark, a provider looks back about twenty blocks for a cached prefix. */
const reach = 15;

/**
 * Where the provider should cache the prompt, besides the end of the charter, which always has a mark: the end of the
 * transcript, the end of the thread's own asks, and one in between when so many blocks were added that a look back
 * would find neither. Never more than four with the charter's. A suffix that nothing follows yet gets no mark: most
 * turns take one ask, and writing to the cache costs more than reading once.
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

/** The end of the previous request, when its reply and results are more blocks than a look back reaches. */
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
