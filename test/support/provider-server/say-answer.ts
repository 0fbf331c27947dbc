import { type Answer, spoken } from "./answer.ts";
import { type Answering, json, sendingOf, sendTrouble } from "./answering.ts";
import type { Asked } from "./asked.ts";
import { found } from "./misbehaviour.ts";
import { miscounted } from "./miscount.ts";
import { seenIn } from "./ollama/window.ts";
import type { CacheLook } from "./prompt-cache.ts";
import { sendStream, sendWhole } from "./send.ts";
import { keptShort, spoilt } from "./spoil-answer.ts";
import { statusTrouble } from "./status-trouble.ts";
import { outputTokens, type TokenCount, tokensOf } from "./tokens.ts";
import { tooLong } from "./too-long.ts";
import type { HttpCall, WireSpeech } from "./wire-speech.ts";

/** A request that is fine: find what is said to it, count it, and send it. */
export async function sayAnswer(answering: Answering, wire: WireSpeech, asked: Asked): Promise<void> {
  const { recorded, house, call } = answering;
  const { misbehaviours, number: serial, body } = recorded;
  const now = house.now();
  const { characters, look } = wire.count(asked, body, now);
  const isOllama = wire.wire === "ollama" || (wire.wire === "openai" && house.flavour === "ollama");
  const window = isOllama ? house.host.load(asked.model, body) : undefined;
  const refused = isOllama
    ? undefined
    : tooLong(wire.wire, tokensOf(characters), house.shelf.find(asked.model));
  if (refused) {
    recorded.problem = refused.message;
    return sendTrouble(answering, wire, refused);
  }
  const answer = await answerTo(answering, asked, window);
  if (answer === undefined)
    return sendTrouble(answering, wire, { status: 400, message: recorded.problem ?? "" });
  recorded.answer = answer;
  const said = spoken(answer, (index) => wire.callId(serial, index));
  const tokens = Math.min(tokensOf(characters), window ?? Number.POSITIVE_INFINITY);
  recorded.usage = { ...inputTokens(tokens, look), ...outputTokens(said) };
  recorded.status = 200;
  const talk = { asked, body, usage: recorded.usage, serial, now };
  const sending = sendingOf(answering, wire.ping, look);
  const counts = found(misbehaviours, "usage")?.counts;
  const frames = wire.frames(said, talk).map((frame) => (counts ? miscounted(frame, counts) : frame));
  const failure = statusTrouble(wire.wire, found(misbehaviours, "stream-error")?.status ?? 529);
  const unasked = found(misbehaviours, "whole");
  if (asked.stream && !isList(wire, call) && !unasked)
    return sendStream(sending, { frames, broken: wire.errorFrames(failure), framing: wire.framing });
  const isInPieces = asked.stream && unasked?.as !== "one";
  const whole = isInPieces ? frames.map(({ data }) => JSON.parse(data)) : wire.whole(said, talk);
  return sendWhole(sending, { status: 200, headers: json, text: JSON.stringify(whole) });
}

/** Google streams a JSON list when nobody asks for server-sent events. */
function isList(wire: WireSpeech, { url }: HttpCall): boolean {
  return wire.wire === "google" && url.searchParams.get("alt") !== "sse";
}

/** Undefined: there is none, and the record says why. */
async function answerTo(
  { recorded, script }: Answering,
  asked: Asked,
  window: number | undefined,
): Promise<Answer | undefined> {
  try {
    const seen = window === undefined ? asked : seenIn(asked, window);
    const answer = keptShort(await script.answer(seen, recorded), asked.maxTokens);
    return spoilt(thoughtful(answer, asked), asked, recorded.misbehaviours);
  } catch (error) {
    // Also what a test's own function throws: the test reads it in `problems`.
    recorded.problem = error instanceof Error ? error.message : String(error);
    return undefined;
  }
}

/** A model that was told to think has thought. */
function thoughtful(answer: Answer, { thinks, wire }: Asked): Answer {
  return thinks && wire === "anthropic" ? { reasoning: "Let me think about this.", ...answer } : answer;
}

function inputTokens(tokens: number, { split }: CacheLook): Omit<TokenCount, "output" | "reasoning"> {
  return {
    plain: tokens - split.read - split.written,
    cacheRead: split.read,
    cacheWrite: split.written,
    cacheWriteHour: split.writtenHour,
  };
}
