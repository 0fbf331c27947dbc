import { z } from "zod";

const mark = z.strictObject({ type: z.literal("ephemeral"), ttl: z.enum(["5m", "1h"]).optional() });
const marked = { cache_control: mark.nullish() };

const text = z.strictObject({ type: z.literal("text"), text: z.string(), ...marked });
const thinking = z.strictObject({
  type: z.literal("thinking"),
  thinking: z.string(),
  signature: z.string(),
});
const redacted = z.strictObject({ type: z.literal("redacted_thinking"), data: z.string() });
const id = z.string().regex(/^[a-zA-Z0-9_-]+$/, "String should match pattern '^[a-zA-Z0-9_-]+$'");
const toolUse = z.strictObject({
  type: z.literal("tool_use"),
  id,
  name: z.string().min(1).max(200),
  input: z.record(z.string(), z.unknown()),
  ...marked,
});
const toolResult = z.strictObject({
  type: z.literal("tool_result"),
  tool_use_id: id,
  content: z.union([z.string(), z.array(text)]).optional(),
  is_error: z.boolean().optional(),
  ...marked,
});

const message = z.discriminatedUnion("role", [
  z.strictObject({
    role: z.literal("user"),
    content: z.union([z.string(), z.array(z.discriminatedUnion("type", [text, toolResult]))]),
  }),
  z.strictObject({
    role: z.literal("assistant"),
    content: z.union([
      z.string(),
      z.array(z.discriminatedUnion("type", [text, thinking, redacted, toolUse])),
    ]),
  }),
]);

const tool = z.strictObject({
  type: z.literal("custom").optional(),
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/, "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"),
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal("object") }),
  strict: z.boolean().optional(),
  eager_input_streaming: z.boolean().optional(),
  ...marked,
});

const aside = { disable_parallel_tool_use: z.boolean().optional() };

/** A request to `/v1/messages`, as far as Huddle has use for it. Like the provider, it takes no field it does not know. */
export const messagesRequest = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().positive(),
  messages: z.array(message).min(1, "at least one message is required"),
  system: z.union([z.string(), z.array(text)]).optional(),
  tools: z.array(tool).optional(),
  tool_choice: z
    .discriminatedUnion("type", [
      z.strictObject({ type: z.literal("auto"), ...aside }),
      z.strictObject({ type: z.literal("any"), ...aside }),
      z.strictObject({ type: z.literal("tool"), name: z.string(), ...aside }),
      z.strictObject({ type: z.literal("none") }),
    ])
    .optional(),
  stream: z.boolean().optional(),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().optional(),
  top_k: z.int().optional(),
  stop_sequences: z.array(z.string()).optional(),
  metadata: z.strictObject({ user_id: z.string().nullish() }).optional(),
  service_tier: z.enum(["auto", "standard_only"]).optional(),
  thinking: z
    .discriminatedUnion("type", [
      z.strictObject({
        type: z.literal("enabled"),
        budget_tokens: z.int().min(1024, "Input should be greater than or equal to 1024"),
      }),
      z.strictObject({
        type: z.literal("adaptive"),
        display: z.enum(["summarized", "omitted", "updates"]).optional(),
        block_binding: z
          .strictObject({ prefix_mismatch_behavior: z.enum(["error", "drop_block"]) })
          .optional(),
      }),
      z.strictObject({ type: z.literal("between_tools") }),
      z.strictObject({ type: z.literal("disabled") }),
    ])
    .optional(),
  output_config: z.looseObject({}).optional(),
});
export type MessagesRequest = z.infer<typeof messagesRequest>;
export type Turn = MessagesRequest["messages"][number];
export type Block = Exclude<Turn["content"], string>[number];

export function blocksOf({ content }: Turn): readonly Block[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}
