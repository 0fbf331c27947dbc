import type { Frame } from "./frame.ts";
import type { WrongCounts } from "./misbehaviour.ts";

/** What each count is called on each wire. */
const names: Readonly<Record<keyof WrongCounts, readonly string[]>> = {
  input: ["input_tokens", "prompt_tokens", "promptTokenCount"],
  output: ["output_tokens", "completion_tokens", "candidatesTokenCount"],
  cached: ["cache_read_input_tokens", "cached_tokens", "cachedContentTokenCount"],
  written: ["cache_creation_input_tokens"],
  whole: ["usage", "usageMetadata"],
};

/** An event with other counts in it. */
export function miscounted(frame: Frame, counts: WrongCounts): Frame {
  let data = frame.data;
  for (const [kind, text] of Object.entries(counts) as [keyof WrongCounts, string][])
    for (const name of names[kind]) data = withValue(data, name, text, kind);
  return { ...frame, data };
}

/** Google leaves out a count of cached tokens that is zero, so there it is added. */
function withValue(data: string, name: string, text: string, kind: keyof WrongCounts): string {
  const value = kind === "whole" ? /\{(?:[^{}]|\{[^{}]*\})*\}/ : /-?\d+/;
  const field = new RegExp(`"${name}":${value.source}`, "g");
  if (name === "cachedContentTokenCount" && !field.test(data) && text !== "")
    return data.replace('"promptTokenCount":', () => `"${name}":${text},"promptTokenCount":`);
  return text === ""
    ? data.replace(new RegExp(`${field.source},?`, "g"), "").replaceAll(",}", "}")
    : data.replace(field, () => `"${name}":${text}`);
}
