import { schemaMisfits } from "../json-schema.ts";
import type { ModelCard } from "../model-card.ts";
import { Unacceptable } from "../trouble.ts";
import { type Block, blocksOf, type MessagesRequest, type Turn } from "./shape.ts";

/** What has the right shape and is refused all the same. Wording follows the provider's. */
export function checkMessages(request: MessagesRequest, card: ModelCard): void {
  checkLimits(request, card);
  checkTools(request);
  checkMarks(request);
  if (request.messages[0]?.role !== "user")
    throw new Unacceptable('messages: first message must use the "user" role');
  for (const [index, turn] of request.messages.entries()) checkContent(turn, index, request.messages.length);
  const turns = combined(request.messages);
  for (const [index, turn] of turns.entries())
    checkResults(turn.blocks, turns[index - 1]?.blocks ?? [], index);
  checkLast(turns, request);
}

function checkLimits(request: MessagesRequest, card: ModelCard): void {
  const { max_tokens: max, thinking, model } = request;
  if (card.maxOutput !== undefined && max > card.maxOutput)
    throw new Unacceptable(
      `max_tokens: ${max} > ${card.maxOutput}, which is the maximum allowed number of output tokens for ${model}`,
    );
  if (thinking?.type === "enabled" && thinking.budget_tokens >= max)
    throw new Unacceptable("`max_tokens` must be greater than `thinking.budget_tokens`.");
  for (const field of card.refuses ?? [])
    if (field in request) throw new Unacceptable(`${field}: Extra inputs are not permitted for this model.`);
}

function checkTools({ tools = [], tool_choice: choice, messages }: MessagesRequest): void {
  for (const [index, { name, input_schema: schema }] of tools.entries()) {
    if (tools.findIndex((other) => other.name === name) < index)
      throw new Unacceptable("tools: Tool names must be unique.");
    const [misfit] = schemaMisfits(schema);
    if (misfit)
      throw new Unacceptable(
        `tools.${index}.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12. ${misfit.path.join(".")}: ${misfit.says}`,
      );
  }
  if (choice !== undefined && choice.type !== "none" && tools.length === 0)
    throw new Unacceptable("tool_choice: tool_choice may only be specified while providing tools");
  if (choice?.type === "tool" && !tools.some(({ name }) => name === choice.name))
    throw new Unacceptable(`Tool '${choice.name}' not found in provided tools`);
  const used = messages.flatMap(blocksOf).some((block) => block.type === "tool_use");
  if (used && tools.length === 0)
    throw new Unacceptable("Requests which include `tool_use` or `tool_result` blocks must define tools");
}

function checkMarks({ tools = [], system, messages }: MessagesRequest): void {
  const rules = typeof system === "string" ? [] : (system ?? []);
  const blocks = [...tools, ...rules, ...messages.flatMap(blocksOf)];
  const marks = blocks.filter((block) => "cache_control" in block && block.cache_control != null);
  if (marks.length > 4)
    throw new Unacceptable(
      `A maximum of 4 blocks with cache_control may be provided. Found ${marks.length}.`,
    );
  const onNothing = marks.find((block) => "text" in block && block.text === "");
  if (onNothing) throw new Unacceptable("cache_control cannot be set for empty text blocks");
  const lives = marks.map((block) => ("cache_control" in block && block.cache_control?.ttl) || "5m");
  if (lives.lastIndexOf("1h") > lives.indexOf("5m") && lives.includes("5m"))
    throw new Unacceptable(
      "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block.",
    );
}

function checkContent(turn: Turn, index: number, count: number): void {
  const mayBeEmpty = turn.role === "assistant" && index === count - 1;
  if (turn.content.length === 0 && !mayBeEmpty)
    throw new Unacceptable(
      `messages.${index}: all messages must have non-empty content except for the optional final assistant message`,
    );
  for (const block of blocksOf(turn)) {
    if (block.type === "text" && block.text === "")
      throw new Unacceptable("messages: text content blocks must be non-empty");
    if (block.type === "text" && block.text.trim() === "")
      throw new Unacceptable("messages: text content blocks must contain non-whitespace text");
  }
}

/** Calls of one turn are answered in the next, all of them, once, before anything else is said. */
function checkResults(here: readonly Block[], before: readonly Block[], index: number): void {
  const called = before.flatMap((block) => (block.type === "tool_use" ? [block.id] : []));
  if (new Set(called).size < called.length) throw new Unacceptable("messages: `tool_use` ids must be unique");
  const firstOther = here.findIndex((block) => block.type !== "tool_result");
  const leading = here.slice(0, firstOther < 0 ? undefined : firstOther);
  const answered = leading.flatMap((block) => (block.type === "tool_result" ? [block.tool_use_id] : []));
  const open = called.filter((id) => !answered.includes(id));
  if (open.length > 0)
    throw new Unacceptable(
      `messages.${index - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(", ")}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    );
  const all = here.flatMap((block) => (block.type === "tool_result" ? [block.tool_use_id] : []));
  for (const [at, id] of all.entries()) {
    if (!called.includes(id))
      throw new Unacceptable(
        `messages.${index}.content.${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      );
    if (all.indexOf(id) < at)
      throw new Unacceptable(
        `messages.${index}.content.${at}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
      );
  }
}

function checkLast(turns: readonly Combined[], { thinking }: MessagesRequest): void {
  const last = turns.at(-1);
  const open = last?.blocks.find((block) => block.type === "tool_use");
  if (open)
    throw new Unacceptable(
      `messages.${turns.length - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.id}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    );
  if (last?.role === "assistant")
    throw new Unacceptable(
      "This model does not support assistant message prefill. The conversation must end with a user message.",
    );
  if (thinking?.type !== "enabled") return;
  const said = turns.at(-2)?.blocks ?? [];
  const calls = said.some((block) => block.type === "tool_use");
  if (calls && said[0]?.type !== "thinking" && said[0]?.type !== "redacted_thinking")
    throw new Unacceptable(
      `messages.${turns.length - 2}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${said[0]?.type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`,
    );
}

interface Combined {
  readonly role: Turn["role"];
  readonly blocks: readonly Block[];
}

/** Neighbours of one role are one turn. */
function combined(turns: readonly Turn[]): readonly Combined[] {
  const whole: { role: Turn["role"]; blocks: Block[] }[] = [];
  for (const turn of turns) {
    const last = whole.at(-1);
    if (last?.role === turn.role) last.blocks.push(...blocksOf(turn));
    else whole.push({ role: turn.role, blocks: [...blocksOf(turn)] });
  }
  return whole;
}
