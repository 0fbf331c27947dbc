import type { ModelReply } from "../../core/ports/model.ts";
import { foreignText } from "../../core/text/foreign-text.ts";
import { isDeep } from "../../core/text/is-deep.ts";
import { oneLine } from "../../core/text/one-line.ts";
import { type Redaction, withoutTypedKeys } from "../../core/text/redaction.ts";
import { mapTexts } from "../../core/text/visible.ts";
import type { GeneralTool } from "../../core/work/tool.ts";

type Replied = Extract<ModelReply, { kind: "replied" }>;
type Taken = { readonly redaction: Redaction; readonly tools: readonly GeneralTool[] };

/**
 * A reply as it may enter the log. Everything a model hands over passes here once: its texts, the names and the
 * arguments of its calls, the words of a failure. Keys and what looks like one are taken out, and hidden characters
 * are made visible. What a tool writes into a file loses only keys in use. A NUL stays in what a tool would run: made
 * visible, it would be another command, and the tool refuses it as it is.
 */
export function takenReply(reply: ModelReply, taken: Taken): ModelReply {
  const text = typed(reply.text, taken.redaction);
  if (reply.kind === "failed") return { ...reply, text };
  const { opaque, ...rest } = reply;
  const kept = opaqueWithoutKeys(opaque, taken.redaction);
  return { ...rest, text, calls: reply.calls.map((call) => takenCall(call, taken)), ...kept };
}

function typed(text: string, redaction: Redaction): string {
  return withoutTypedKeys(foreignText(text, redaction));
}

type Call = Replied["calls"][number];

function takenCall({ tool, input }: Call, { redaction, tools }: Taken): Call {
  const used = tools.find((one) => one.name === tool);
  const clean = (text: string) => typed(text, redaction);
  const cleanParts = (text: string) => text.split("\0").map(clean).join("\0");
  const contents = used?.effect === "writes" ? used.contents : [];
  const json = toJson(input ?? {});
  return {
    tool: oneLine(clean(tool)),
    input: mapTexts(json, used?.effect === "runs" ? cleanParts : clean, contents, redaction.redact),
  };
}

/** Goes back to its own model only, and would not be accepted if a letter of it were changed. */
function opaqueWithoutKeys(opaque: unknown, { redact }: Redaction): Pick<Replied, "opaque"> {
  if (opaque === undefined) return {};
  const json = toJson(opaque);
  const text = JSON.stringify(json);
  return redact(text) === text ? { opaque: json } : {};
}

/** Providers may send anything; what cannot be JSON becomes null and fails its tool's schema in plain words. */
function toJson(input: unknown): unknown {
  if (isDeep(input)) return null;
  try {
    return JSON.parse(JSON.stringify(input) ?? "null");
  } catch (error) {
    if (error instanceof TypeError) return null; // a big integer
    throw error;
  }
}
