import type { Asked, AskedMessage, ToolChoice } from "../asked.ts";
import type { ModelShelf } from "../model-card.ts";
import { type Misfit, misfitOf, Unacceptable } from "../trouble.ts";
import type { HttpCall } from "../wire-speech.ts";
import { checkGenerate } from "./check.ts";
import { type Content, type GenerateRequest, generateRequest, partsOf } from "./shape.ts";

/** The model and what is wanted of it stand in the path: `/v1beta/models/<model>:streamGenerateContent`. */
export const generatePath = /^\/v1beta\/models\/([^:/]+):(streamGenerateContent|generateContent)$/;

export function readGenerate(body: unknown, { url }: HttpCall, shelf: ModelShelf): Asked {
  const [, model = "", method] = generatePath.exec(decodeURIComponent(url.pathname)) ?? [];
  const card = shelf.find(model);
  if (card === undefined)
    throw new Unacceptable(
      `models/${model} is not found for API version v1beta, or is not supported for generateContent. Call ListModels to see the list of available models and their supported methods.`,
      { status: 404 },
    );
  const parsed = generateRequest.safeParse(body);
  if (!parsed.success) throw new Unacceptable(worded(misfitOf(parsed.error)));
  const request = parsed.data;
  checkGenerate(request, card);
  const { maxOutputTokens, thinkingConfig } = request.generationConfig ?? {};
  return {
    wire: "google",
    model,
    stream: method === "streamGenerateContent",
    tools: (request.tools ?? []).flatMap(({ functionDeclarations = [] }) =>
      functionDeclarations.map(({ name, description = "", parameters, parametersJsonSchema }) => ({
        name,
        description,
        schema: parameters ?? parametersJsonSchema ?? {},
      })),
    ),
    system: partsOf(request.systemInstruction ?? {})
      .map(({ text }) => text)
      .join("\n\n"),
    messages: (request.contents ?? []).flatMap(messagesOf),
    toolChoice: choiceOf(request),
    ...(maxOutputTokens === undefined ? {} : { maxTokens: maxOutputTokens }),
    cacheMarks: [],
    thinks: thinkingConfig !== undefined,
  };
}

function worded({ path, kind, says }: Misfit): string {
  const place = path
    .slice(0, -1)
    .reduce<string>(
      (at, key) =>
        typeof key === "number" ? `${at}[${key}]` : at === "" ? String(key) : `${at}.${String(key)}`,
      "",
    );
  const name = String(path.at(-1));
  const at = place === "" ? "" : ` at '${place}'`;
  if (kind === "extra")
    return `Invalid JSON payload received. Unknown name "${name}"${at}: Cannot find field.`;
  return `Invalid value at '${place === "" ? name : `${place}.${name}`}': ${says}`;
}

function messagesOf(content: Content): readonly AskedMessage[] {
  const parts = partsOf(content);
  const texts = parts.flatMap(({ text, thought }) => (text && !thought ? [text] : []));
  if (content.role !== "model") {
    const results = parts.flatMap(({ functionResponse: is }) =>
      is ? [{ id: is.id ?? is.name, text: resultText(is.response), failed: false }] : [],
    );
    return [
      ...(results.length > 0 ? [{ role: "tool" as const, results }] : []),
      ...(texts.length > 0 ? [{ role: "user" as const, blocks: texts }] : []),
    ];
  }
  const calls = parts.flatMap(({ functionCall: is }) =>
    is ? [{ id: is.id ?? is.name, tool: is.name, input: is.args ?? {} }] : [],
  );
  const reasoning = parts.flatMap(({ text, thought, thoughtSignature: signature }) =>
    text && thought ? [{ text, ...(signature === undefined ? {} : { signature }) }] : [],
  );
  return [{ role: "assistant", text: texts.join(""), calls, ...(reasoning.length > 0 ? { reasoning } : {}) }];
}

/** Results are objects on this wire; the text of ours stands in one field of them. */
function resultText(response: Readonly<Record<string, unknown>>): string {
  const text = response.content ?? response.output ?? response.error;
  return typeof text === "string" ? text : JSON.stringify(response);
}

function choiceOf({ toolConfig }: GenerateRequest): ToolChoice {
  const { mode = "AUTO", allowedFunctionNames: [only, ...others] = [] } =
    toolConfig?.functionCallingConfig ?? {};
  if (mode === "NONE") return "none";
  if (mode !== "ANY") return "auto";
  return only !== undefined && others.length === 0 ? { tool: only } : "required";
}
