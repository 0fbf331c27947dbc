import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { signatureOf } from "../signature.ts";
import { Unacceptable } from "../trouble.ts";
import { type Block, blocksOf, type MessagesRequest, type Turn } from "./shape.ts";

/**
 * Models that think without being told to, show nothing of it unless asked, and take it back only behind the very
 * rules, tools and messages that it was thought behind.
 */
export function preservesThinking(model: string): boolean {
  return /claude-((fable|mythos)-5-[1-9]|(opus|sonnet|haiku)-5-[5-9]|[a-z]+-[6-9])/.test(model);
}

export function isThoughtShown({ model, thinking }: MessagesRequest): boolean {
  return !preservesThinking(model) || (thinking?.type === "adaptive" && thinking.display === "summarized");
}

/** What a thought at the end of this conversation is signed with. */
export function signThought(request: MessagesRequest, thought: string): string {
  return signatureOf(preservesThinking(request.model) ? placeOf(request, request.messages) : thought);
}

/** Thinking that is sent back must be what was thought, and where. */
export function checkThinking(request: MessagesRequest, headers: IncomingHttpHeaders): void {
  const { thinking, tool_choice: choice, temperature, model } = request;
  const isPreserving = preservesThinking(model);
  if (isPreserving && (thinking?.type === "enabled" || thinking?.type === "disabled"))
    throw new Unacceptable(
      `"thinking.type.${thinking.type}" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`,
    );
  const isThinking = isPreserving || (thinking !== undefined && thinking.type !== "disabled");
  if (isThinking && temperature !== undefined && temperature !== 1)
    throw new Unacceptable("`temperature` may only be set to 1 when thinking is enabled.");
  if (isThinking && (choice?.type === "any" || choice?.type === "tool"))
    throw new Unacceptable("Thinking may not be enabled when tool_choice forces tool use.");
  const mayDrop = dropsBlocks(request, headers);
  for (const [index, turn] of request.messages.entries())
    for (const [at, block] of blocksOf(turn).entries()) {
      if (block.type !== "thinking" || isGenuine(request, block, index)) continue;
      if (isPreserving && mayDrop) continue;
      const more = isPreserving
        ? '. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".'
        : "";
      throw new Unacceptable(
        `messages.${index}.content.${at}: Invalid \`signature\` in \`thinking\` block${more}`,
      );
    }
}

const control = "thinking-binding-controls-2026-08-01";

function dropsBlocks({ thinking }: MessagesRequest, headers: IncomingHttpHeaders): boolean {
  if (thinking?.type !== "adaptive" || thinking.block_binding === undefined) return false;
  if (!String(headers["anthropic-beta"] ?? "").includes(control))
    throw new Unacceptable(
      `thinking.adaptive.block_binding: This setting requires the value \`${control}\` in the \`anthropic-beta\` header.`,
    );
  return thinking.block_binding.prefix_mismatch_behavior === "drop_block";
}

function isGenuine(
  request: MessagesRequest,
  { thinking, signature }: Extract<Block, { type: "thinking" }>,
  index: number,
): boolean {
  if (!preservesThinking(request.model)) return signature === signatureOf(thinking);
  return signature === signatureOf(placeOf(request, request.messages.slice(0, index)));
}

/** Everything before a place. Cache marks are no content; neighbours of one role are one turn. */
function placeOf({ system, tools }: MessagesRequest, before: readonly Turn[]): string {
  const blocks = before.flatMap((turn) => blocksOf(turn).map((block) => ({ role: turn.role, block })));
  const text = JSON.stringify({ system, tools, blocks }, (key, value) =>
    key === "cache_control" ? undefined : value,
  );
  return createHash("sha256").update(text).digest("hex");
}
