import type { Asked } from "../asked.ts";
import type { CacheBlock, CacheLook, MarkedCache } from "../prompt-cache.ts";
import { blocksOf, messagesRequest } from "./shape.ts";

/** How long a request is, and what of it the cache holds. Order on the wire: tools, system, messages. */
export function countMessages(
  asked: Asked,
  body: unknown,
  cache: MarkedCache,
  now: number,
): { readonly characters: number; readonly look: CacheLook } {
  const request = messagesRequest.parse(body);
  const rules = typeof request.system === "string" ? [textBlock(request.system)] : (request.system ?? []);
  // Another tool choice or another way of thinking keeps tools and system, and loses the messages.
  const setting = JSON.stringify([request.tool_choice ?? null, request.thinking ?? null]);
  const turns = request.messages.flatMap((turn) =>
    blocksOf(turn).map((block) => ({ ...cacheBlock(block), setting: `${setting}${turn.role}` })),
  );
  const blocks = [...(request.tools ?? []).map(cacheBlock), ...rules.map(cacheBlock), ...turns];
  const characters = blocks.reduce((sum, { text }) => sum + text.length, 0);
  return { characters, look: cache.look(asked.model, blocks, now) };
}

function textBlock(text: string) {
  return { type: "text" as const, text };
}

/** The mark itself is no content: the same block with and without one is the same block. */
function cacheBlock(block: object): CacheBlock {
  const { cache_control: mark, ...content } = block as {
    // every block with a mark was parsed with this one
    cache_control?: { ttl?: "5m" | "1h" | undefined } | null | undefined;
  };
  const text = JSON.stringify(content);
  return mark == null ? { text } : { text, mark: mark.ttl ?? "5m" };
}
