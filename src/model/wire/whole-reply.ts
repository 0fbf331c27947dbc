import type { WireFormat } from "../endpoint.ts";
import { type JsonRecord, recordOf } from "../record-of.ts";

/**
 * A reply that came in one piece although a stream was asked for, as the events of a stream. Undefined: it is no reply.
 */
export function eventsOfWhole(wire: WireFormat, answer: unknown): string | undefined {
  switch (wire) {
    case "anthropic":
      return anthropicEvents(answer);
    case "google":
      return googleEvents(Array.isArray(answer) ? answer : [answer]);
    default:
      return chatEvents(answer);
  }
}

function googleEvents(chunks: readonly unknown[]): string | undefined {
  const isReply = chunks.some((chunk) => Array.isArray(recordOf(chunk).candidates));
  return isReply ? sse(chunks) : undefined;
}

function chatEvents(answer: unknown): string | undefined {
  const { choices, ...rest } = recordOf(answer);
  const choice = recordOf(Array.isArray(choices) ? choices[0] : undefined);
  const message = recordOf(choice.message);
  if (choice.message === undefined) return undefined;
  const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const delta = { ...message, tool_calls: calls.map((call, index) => ({ index, ...recordOf(call) })) };
  return sse([{ ...rest, choices: [{ index: 0, delta, finish_reason: choice.finish_reason ?? "stop" }] }]);
}

function anthropicEvents(answer: unknown): string | undefined {
  const { content, stop_reason, stop_sequence, ...message } = recordOf(answer);
  if (message.type !== "message" || !Array.isArray(content)) return undefined;
  const blocks = content.flatMap((block, index) =>
    [...blockEvents(recordOf(block)), { type: "content_block_stop" }].map((event) => ({ ...event, index })),
  );
  const ending = { delta: { stop_reason, stop_sequence }, usage: message.usage };
  return sse([
    { type: "message_start", message },
    ...blocks,
    { type: "message_delta", ...ending },
    { type: "message_stop" },
  ]);
}

function blockEvents(block: JsonRecord): readonly JsonRecord[] {
  const start = (content_block: JsonRecord) => ({ type: "content_block_start", content_block });
  const delta = (part: JsonRecord) => ({ type: "content_block_delta", delta: part });
  switch (block.type) {
    case "text":
      return [start({ type: "text", text: "" }), delta({ type: "text_delta", text: block.text })];
    case "thinking":
      return [
        start({ type: "thinking", thinking: "" }),
        delta({ type: "thinking_delta", thinking: block.thinking }),
        delta({ type: "signature_delta", signature: block.signature }),
      ];
    case "tool_use": {
      const { input, ...call } = block;
      const partial_json = JSON.stringify(input ?? {});
      return [start({ ...call, input: {} }), delta({ type: "input_json_delta", partial_json })];
    }
    default:
      return [start(block)];
  }
}

function sse(events: readonly unknown[]): string {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
}
