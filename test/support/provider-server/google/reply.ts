import type { Finish, Spoken } from "../answer.ts";
import type { Frame } from "../frame.ts";
import { piecesOf } from "../pieces.ts";
import { signatureOf } from "../signature.ts";
import { inputOf, type TokenCount, tokensOf } from "../tokens.ts";
import type { Talk } from "../wire-speech.ts";
import { signs } from "./check.ts";

/** The last event says why it ended; each says what it has cost so far. */
export function generateFrames(said: Spoken, talk: Talk): readonly Frame[] {
  let spokenSoFar = 0;
  let thoughtSoFar = 0;
  const chunks = partsOf(said, talk).map((parts) => {
    const size = parts.reduce((sum, part) => sum + JSON.stringify(part.text ?? part.functionCall).length, 0);
    if (parts[0]?.thought === true) thoughtSoFar += size;
    else spokenSoFar += size;
    const reasoning = Math.min(tokensOf(thoughtSoFar), talk.usage.reasoning);
    const output = Math.min(tokensOf(spokenSoFar) + reasoning, talk.usage.output);
    return bodyOf(parts, said, { ...talk, usage: { ...talk.usage, output, reasoning } });
  });
  const last = { ...(chunks.pop() ?? bodyOf([], said, talk)), usageMetadata: usageOf(talk.usage) };
  return [...chunks, ended(said, last)].map((body) => ({ data: JSON.stringify(body) }));
}

export function wholeGenerate(said: Spoken, talk: Talk): unknown {
  return ended(said, bodyOf(partsOf(said, talk).flat(), said, talk));
}

type Part = Readonly<Record<string, unknown>>;

/** What each event brings. A call is never split: its arguments are an object here, not a text. */
function partsOf(said: Spoken, { asked }: Talk): readonly (readonly Part[])[] {
  const isSigned = signs(asked.model);
  const calls = said.calls.flatMap(({ id, tool, json }, index): Part[] => {
    const args = parsed(json);
    if (args === undefined) return [];
    const call = { ...(isSigned && id !== undefined ? { id } : {}), name: tool, args };
    return [
      { functionCall: call, ...(isSigned && index === 0 ? { thoughtSignature: signatureOf(tool) } : {}) },
    ];
  });
  const closing: Part[] =
    isSigned && calls.length === 0 && said.text !== ""
      ? [{ text: "", thoughtSignature: signatureOf(said.text) }]
      : [];
  return [
    ...piecesOf(said.reasoning).map((text) => [{ text, thought: true }]),
    ...piecesOf(said.text).map((text) => [{ text }]),
    ...(calls.length > 0 ? [calls] : []),
    ...(closing.length > 0 ? [closing] : []),
  ];
}

/** Cut off at the limit, a call that cannot be parsed does not arrive. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

interface Body {
  readonly candidates?: readonly Part[];
  readonly [field: string]: unknown;
}

function bodyOf(parts: readonly Part[], said: Spoken, { asked, serial, usage }: Talk): Body {
  const content = parts.length > 0 ? { parts, role: "model" } : { role: "model" };
  return {
    ...(said.finish === "filtered" ? {} : { candidates: [{ content, index: 0 }] }),
    usageMetadata: usageOf(usage),
    modelVersion: asked.model,
    responseId: `resp-${serial}`,
  };
}

function ended({ finish }: Spoken, body: Body): Body {
  if (finish === "filtered") return { ...body, promptFeedback: { blockReason: "PROHIBITED_CONTENT" } };
  const [candidate] = body.candidates ?? [];
  const message = finish === "malformed" ? { finishMessage: "Malformed function call: call:" } : {};
  return { ...body, candidates: [{ ...candidate, finishReason: finishReason[finish], ...message }] };
}

function usageOf(usage: TokenCount) {
  const prompt = inputOf(usage);
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: usage.output - usage.reasoning,
    totalTokenCount: prompt + usage.output,
    ...(usage.cacheRead > 0 ? { cachedContentTokenCount: usage.cacheRead } : {}),
    ...(usage.reasoning > 0 ? { thoughtsTokenCount: usage.reasoning } : {}),
    promptTokensDetails: [{ modality: "TEXT", tokenCount: prompt }],
  };
}

const finishReason: Readonly<Record<Finish, string>> = {
  stop: "STOP",
  tools: "STOP",
  length: "MAX_TOKENS",
  refused: "SAFETY",
  filtered: "SAFETY",
  malformed: "MALFORMED_FUNCTION_CALL",
  other: "OTHER",
};
