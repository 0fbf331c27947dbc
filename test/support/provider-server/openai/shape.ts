import { z } from "zod";

const textPart = z.strictObject({ type: z.literal("text"), text: z.string() });
const content = z.union([z.string(), z.array(textPart).min(1, "[] is too short")]);
const name = z.string().optional();

const toolCall = z.looseObject({
  id: z.string(),
  type: z.literal("function"),
  function: z.strictObject({ name: z.string(), arguments: z.string() }),
});

const message = z.discriminatedUnion("role", [
  z.strictObject({ role: z.literal("system"), content, name }),
  z.strictObject({ role: z.literal("developer"), content, name }),
  z.strictObject({ role: z.literal("user"), content, name }),
  z.looseObject({
    role: z.literal("assistant"),
    content: content.nullish(),
    refusal: z.string().nullish(),
    name,
    tool_calls: z.array(toolCall).min(1, "[] is too short").optional(),
  }),
  z.strictObject({ role: z.literal("tool"), content, tool_call_id: z.string() }),
]);

const tool = z.strictObject({
  type: z.literal("function"),
  function: z.strictObject({
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, "string does not match pattern '^[a-zA-Z0-9_-]+$'"),
    description: z.string().optional(),
    parameters: z.looseObject({}).optional(),
    strict: z.boolean().nullish(),
  }),
});

/** A request to `/v1/chat/completions`, as far as Huddle has use for it. */
export const chatRequest = z.strictObject({
  model: z.string().min(1),
  messages: z.array(message).min(1, "[] is too short"),
  tools: z.array(tool).min(1, "[] is too short").optional(),
  tool_choice: z
    .union([
      z.enum(["auto", "none", "required"]),
      z.strictObject({ type: z.literal("function"), function: z.strictObject({ name: z.string() }) }),
    ])
    .optional(),
  parallel_tool_calls: z.boolean().optional(),
  stream: z.boolean().nullish(),
  stream_options: z.strictObject({ include_usage: z.boolean().optional() }).nullish(),
  max_tokens: z.int().positive().nullish(),
  max_completion_tokens: z.int().positive().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().nullish(),
  frequency_penalty: z.number().nullish(),
  presence_penalty: z.number().nullish(),
  seed: z.int().nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  user: z.string().optional(),
  reasoning_effort: z.enum(["none", "minimal", "low", "medium", "high", "xhigh"]).optional(),
  verbosity: z.string().optional(),
  response_format: z.looseObject({ type: z.string() }).optional(),
  prompt_cache_key: z.string().optional(),
  service_tier: z.string().optional(),
  store: z.boolean().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
});
export type ChatRequest = z.infer<typeof chatRequest>;
export type ChatMessage = ChatRequest["messages"][number];
