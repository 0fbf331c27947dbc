import { type JsonRecord, recordIn } from "../record-of.ts";
import { isNested } from "./clean-event.ts";

/** What a provider calls an error, in its own words, from the body of its answer. Empty if it says nothing. */
export function toldBy(body: string): JsonRecord {
  const text = body.trim();
  if (isNested(Buffer.from(text, "utf8"))) return {};
  const parsed = parsedJson(text) ?? parsedJson(firstData(text));
  const [told] = Array.isArray(parsed) ? parsed : [parsed];
  if (told !== undefined) return toldIn(told);
  // A page is made for eyes, and its words are not about this request.
  return text === "" || text.startsWith("<") ? {} : { message: text };
}

/** An object that holds the error, or is it. Servers agree on no name for the words. */
function toldIn(told: unknown): JsonRecord {
  const outer = recordIn(told);
  if (!outer) return { message: String(told) };
  const [first] = Array.isArray(outer.errors) ? outer.errors : [];
  const inner = outer.error ?? first;
  if (typeof inner === "string") return { ...outer, message: inner };
  const error = recordIn(inner) ?? outer;
  const message = wordNames.map((name) => wordsOf(error[name])).find((words) => words !== undefined);
  return { ...error, message: message ?? JSON.stringify(told) };
}

const wordNames = ["message", "detail", "msg", "error_msg", "error_description", "description", "title"];

/** `detail` may be a list of problems, each with words of its own. */
function wordsOf(value: unknown): string | undefined {
  if (typeof value === "string") return value === "" ? undefined : value;
  if (Array.isArray(value)) return value.map((one) => wordsOf(one) ?? "").join("; ");
  const record = recordIn(value);
  return record && wordNames.map((name) => wordsOf(record[name])).find((words) => words !== undefined);
}

/** Some put the error into a stream of events, whatever its status says. */
function firstData(text: string): string {
  return /^data: ?(.*)$/m.exec(text)?.[1] ?? "";
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
