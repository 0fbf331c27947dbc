import { isObject, type JsonObject } from "../json-schema.ts";
import type { ModelCard } from "../model-card.ts";
import { signatureOf } from "../signature.ts";
import { Unacceptable } from "../trouble.ts";
import { type Content, type GenerateRequest, type Part, partsOf } from "./shape.ts";

/** Models that sign what they think, and want it back. */
export const signs = (model: string): boolean => /gemini-([3-9]|[1-9]\d)/.test(model);

/** What has the right shape and is refused all the same. Wording follows the provider's. */
export function checkGenerate(request: GenerateRequest, card: ModelCard): void {
  const { contents = [], systemInstruction } = request;
  if (contents.length === 0)
    throw new Unacceptable("* GenerateContentRequest.contents: contents is not specified\n");
  for (const [index, content] of contents.entries()) checkContent(content, `contents[${index}]`);
  if (systemInstruction) checkContent({ ...systemInstruction, role: "user" }, "system_instruction");
  checkTools(request, card);
  checkTurns(contents);
  if (signs(card.name)) checkSignatures(contents);
}

function checkContent(content: Content, place: string): void {
  if (content.role !== undefined && !["user", "model"].includes(content.role))
    throw new Unacceptable("Please use a valid role: user, model.");
  if (partsOf(content).length === 0)
    throw new Unacceptable(`* GenerateContentRequest.${place}.parts: contents.parts must not be empty.\n`);
  for (const [index, part] of partsOf(content).entries()) {
    const data = [part.text, part.functionCall, part.functionResponse].filter((one) => one !== undefined);
    if (data.length !== 1)
      throw new Unacceptable(
        `* GenerateContentRequest.${place}.parts[${index}].data: required oneof field 'data' must have one initialized field\n`,
      );
    // Nothing but a signature may be empty: it is how a stream ends.
    if (part.text === "" && part.thoughtSignature === undefined)
      throw new Unacceptable(
        "Unable to submit request because it must have a text parameter that is not empty.",
      );
  }
}

function checkTools({ tools = [], toolConfig, contents = [] }: GenerateRequest, card: ModelCard): void {
  const declared = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations);
  for (const [index, { name, parameters }] of declared.entries()) {
    const place = `tools[0].function_declarations[${index}]`;
    if (!/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/.test(name))
      throw new Unacceptable(
        `* GenerateContentRequest.${place}.name: [${name}] Invalid function name. Must start with a letter or an underscore. Must be alphameric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.\n`,
      );
    if (declared.findIndex((other) => other.name === name) < index)
      throw new Unacceptable(`Duplicate function declaration found: ${name}`);
    if (parameters) checkSchema(parameters, `${place}.parameters`);
  }
  if (card.tools === false && declared.length > 0)
    throw new Unacceptable(`Function calling is not enabled for models/${card.name}`);
  const { mode, allowedFunctionNames: allowed = [] } = toolConfig?.functionCallingConfig ?? {};
  if (allowed.length > 0 && mode !== "ANY" && mode !== "VALIDATED")
    throw new Unacceptable("Function calling config: allowed_function_names is set, but mode is not ANY.");
  const unknown = allowed.find((name) => !declared.some((tool) => tool.name === name));
  if (unknown !== undefined || (mode === "ANY" && declared.length === 0))
    throw new Unacceptable(
      `Function calling config is set without matching function_declarations: ${unknown ?? mode}.`,
    );
  if (contents.some((content) => callsOf(content).length > 0) && declared.length === 0)
    throw new Unacceptable("Function calls in contents need function_declarations.");
}

const schemaFields = new Set(
  "type format title description nullable enum maxItems minItems properties required minProperties maxProperties minLength maxLength pattern example anyOf propertyOrdering default items minimum maximum additionalProperties".split(
    " ",
  ),
);

/** A tool's parameters are Google's own Schema, a part of OpenAPI's and of JSON Schema's. */
function checkSchema(schema: JsonObject, place: string): void {
  const unknown = Object.keys(schema).find((key) => !schemaFields.has(key));
  if (unknown !== undefined)
    throw new Unacceptable(
      `Invalid JSON payload received. Unknown name "${unknown}" at '${place}': Cannot find field.`,
    );
  const { type, properties, items, enum: values, anyOf } = schema;
  const kind = typeof type === "string" ? type.toUpperCase() : "";
  if (type !== undefined && typeof type !== "string")
    throw new Unacceptable(
      `Invalid JSON payload received. Unknown name "type" at '${place}': Proto field is not repeating, cannot start list.`,
    );
  const bare = `* GenerateContentRequest.${place}`;
  if (kind === "OBJECT" && (!isObject(properties) || Object.keys(properties).length === 0))
    throw new Unacceptable(`${bare}.properties: should be non-empty for OBJECT type\n`);
  if (kind === "ARRAY" && !isObject(items)) throw new Unacceptable(`${bare}.items: missing field.\n`);
  if (values !== undefined && kind !== "STRING")
    throw new Unacceptable(`${bare}.enum: only allowed for STRING type\n`);
  if (isObject(properties))
    for (const [name, inner] of Object.entries(properties))
      if (isObject(inner)) checkSchema(inner, `${place}.properties[${name}]`);
  if (isObject(items)) checkSchema(items, `${place}.items`);
  if (Array.isArray(anyOf))
    for (const [index, inner] of anyOf.entries())
      if (isObject(inner)) checkSchema(inner, `${place}.any_of[${index}]`);
}

function checkTurns(contents: readonly Content[]): void {
  for (const [index, content] of contents.entries()) {
    const before = contents[index - 1];
    const asked = callsOf(before);
    const answered = partsOf(content).flatMap(({ functionResponse: is }) => (is ? [is] : []));
    if (callsOf(content).length > 0 && (content.role !== "model" || before?.role === "model" || !before))
      throw new Unacceptable(
        "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
      );
    if (answered.length > 0 && asked.length === 0)
      throw new Unacceptable(
        "Please ensure that function response turn comes immediately after a function call turn.",
      );
    if (asked.length !== answered.length)
      throw new Unacceptable(
        "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
      );
    const stray = answered.find(
      ({ id, name }) => !asked.some((call) => call.name === name && (!id || !call.id || call.id === id)),
    );
    if (stray)
      throw new Unacceptable(`Function response ${stray.name} (${stray.id}) does not match a function call.`);
  }
  if (callsOf(contents.at(-1)).length > 0)
    throw new Unacceptable(
      "Please ensure that function call turn is followed by a function response turn before the model goes on.",
    );
}

/** In the current turn, from the last thing a person said, the first call of each step must be signed. */
function checkSignatures(contents: readonly Content[]): void {
  const from = contents.findLastIndex(
    (content) => content.role !== "model" && partsOf(content).some((part) => part.text !== undefined),
  );
  for (const [index, content] of contents.entries()) {
    const first = partsOf(content).find((part) => part.functionCall);
    if (first?.functionCall === undefined) continue;
    const { name } = first.functionCall;
    if (first.thoughtSignature === undefined && index > from)
      throw new Unacceptable(
        `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${name}\` , position ${index + 1}. Please refer to https://ai.google.dev/gemini-api/docs/thought-signatures for more details.`,
      );
    if (first.thoughtSignature !== undefined && !isGenuine(first.thoughtSignature, name))
      throw new Unacceptable("Corrupted thought signature.");
  }
}

function isGenuine(signature: string, name: string): boolean {
  return signature === "skip_thought_signature_validator" || signature === signatureOf(name);
}

function callsOf(content: Content | undefined): readonly NonNullable<Part["functionCall"]>[] {
  return content ? partsOf(content).flatMap(({ functionCall }) => (functionCall ? [functionCall] : [])) : [];
}
