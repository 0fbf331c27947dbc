import type { Message, Request, ToolSpec } from "../../ports/request.ts";

/** A request to a model as a person can read it, in the order of the wire. Texts are not escaped: a face does that. */
export function requestText(request: Request): string {
  return `${rulesText(request)}\n\n${conversationText(request)}`;
}

/** What all requests of a phase or thread begin with. */
export function rulesText({ tools, system }: Request): string {
  return [section("tools"), ...tools.map(toolText), "", section("rules"), system].join("\n");
}

/** What is said in this request, and how the reply is limited. */
export function conversationText({ messages, maxOutput, demand }: Request): string {
  const limits = [
    ...(maxOutput === undefined ? [] : [`at most ${maxOutput} tokens`]),
    ...(demand === undefined ? [] : [`must call ${demand}`]),
  ];
  const reply = limits.length > 0 ? ["", section("the reply"), limits.join(", ")] : [];
  return [...messages.flatMap((message) => ["", ...messageLines(message)]).slice(1), ...reply].join("\n");
}

function messageLines(message: Message): readonly string[] {
  switch (message.role) {
    case "user":
      return [section("to the model"), message.blocks.join("\n---\n")];
    case "assistant":
      return [
        section("the model"),
        ...(message.text === "" ? [] : [message.text]),
        ...message.calls.map(({ tool, input }) => `> ${tool} ${JSON.stringify(input)}`),
      ];
    case "tool":
      return [
        section("results"),
        ...message.results.map(({ text, failed }) => `${failed ? "failed" : "ok"}: ${text}`),
      ];
  }
}

function section(name: string): string {
  return `=== ${name} ===`;
}

function toolText({ name, description, schema }: ToolSpec): string {
  return `${name}(${typeText(schema)})\n    ${description}`;
}

/** The part of JSON Schema that tools use. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** `{ path: string "relative to the root", from?: integer = 1 }` */
function typeText(given: unknown): string {
  const schema = given as Schema; // a view: what it does not know, it does not show
  const notes = [
    bounds(schema.minLength, schema.maxLength),
    bounds(schema.minItems, schema.maxItems),
    schema.pattern === undefined ? "" : `/${schema.pattern}/`,
    schema.default === undefined ? "" : `= ${JSON.stringify(schema.default)}`,
    schema.description === undefined ? "" : JSON.stringify(schema.description),
  ].filter((note) => note !== "");
  return [shapeText(schema), ...notes].join(" ");
}

function shapeText({ type, properties = {}, required = [], items, enum: values }: Schema): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (type === "array") return `[${typeText(items ?? {})}]`;
  if (type !== "object") return type ?? "anything";
  const fields = Object.entries(properties).map(
    ([name, inner]) => `${name}${required.includes(name) ? "" : "?"}: ${typeText(inner)}`,
  );
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

function bounds(least: number | undefined, most: number | undefined): string {
  if (least === undefined && most === undefined) return "";
  return `${least ?? ""}..${most ?? ""}`;
}
