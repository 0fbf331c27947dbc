import type { Answer, AnswerCall } from "./answer.ts";
import type { Asked } from "./asked.ts";
import { found, type Misbehaviour } from "./misbehaviour.ts";
import { charactersPerToken } from "./tokens.ts";

const megabyte = 1024 * 1024;

/** A provider keeps to the limit it was given: what is too long is cut, and says so. */
export function keptShort(answer: Answer, maxTokens: number | undefined): Answer {
  if (maxTokens === undefined) return answer;
  const { text = "", calls = [] } = answer;
  const room = maxTokens * charactersPerToken;
  const needed = text.length + calls.reduce((sum, call) => sum + JSON.stringify(call.input ?? {}).length, 0);
  return needed <= room ? answer : cutOff(answer, room);
}

/** What a provider that misbehaves says instead. */
export function spoilt(answer: Answer, asked: Asked, misbehaviours: readonly Misbehaviour[]): Answer {
  const reply = found(misbehaviours, "reply");
  const bad = found(misbehaviours, "arguments");
  const ids = found(misbehaviours, "ids");
  let said = reply === undefined ? answer : otherReply(answer, reply.how);
  if (bad !== undefined)
    said = { ...said, calls: (said.calls ?? []).map((call) => badArguments(call, bad.how)) };
  if (bad?.how === "broken" && asked.wire === "google") said = malformed(said);
  if (ids !== undefined) {
    const id = ids.how === "none" ? null : usedId(asked);
    said = { ...said, calls: (said.calls ?? []).map((call) => ({ ...call, id })) };
  }
  return said;
}

type ReplyKind = Extract<Misbehaviour, { does: "reply" }>["how"];

function otherReply(answer: Answer, how: ReplyKind): Answer {
  switch (how) {
    case "empty":
      return { finish: "stop" };
    case "white-space":
      return { text: " \n\t\n", finish: "stop" };
    case "reasoning":
      return { reasoning: "I wonder what to say.", finish: "stop" };
    case "megabyte":
      return { ...answer, text: "words and ".repeat(Math.ceil(megabyte / 10)).slice(0, megabyte) };
    case "length":
      return cutOff(answer, 0);
    case "refused":
      return { text: "I cannot help with that.", finish: "refused" };
    case "filtered":
      return { text: answer.text?.slice(0, 8) ?? "", finish: "filtered" };
    case "other":
      return { ...answer, finish: "other" };
  }
}

/** The last thing that was being said is said by half. At the limit a call is as likely to be cut as a sentence. */
function cutOff(answer: Answer, room: number): Answer {
  const { text = "", calls = [] } = answer;
  const last = calls.at(-1);
  if (last === undefined)
    return { ...answer, text: text.slice(0, room || Math.ceil(text.length / 2)), finish: "length" };
  const json = JSON.stringify(last.input ?? {});
  const half = json.slice(0, Math.max(1, Math.floor(json.length / 2)));
  return { ...answer, calls: [...calls.slice(0, -1), { ...last, raw: half }], finish: "length" };
}

type BadKind = Extract<Misbehaviour, { does: "arguments" }>["how"];

function badArguments(call: AnswerCall, how: BadKind): AnswerCall {
  const input = call.input ?? {};
  switch (how) {
    case "broken":
      return { ...call, raw: `${JSON.stringify(input).slice(0, -1)}, "and": "so on` };
    case "array":
      return withInput(call, [input]);
    case "string":
      return withInput(call, JSON.stringify(input));
    case "types":
      return withInput(call, Object.fromEntries(Object.entries(input).map(([key, is]) => [key, other(is)])));
    case "megabyte":
      return withInput(call, { ...input, ...longest(input) });
  }
}

function withInput(call: AnswerCall, input: unknown): AnswerCall {
  return { ...call, input, raw: JSON.stringify(input) };
}

/** A value of another type than this one. */
function other(value: unknown): unknown {
  return typeof value === "string" ? { not: "a string" } : "not what was asked for";
}

/** A megabyte where a text stood, so that it still fits its schema; a field of its own where there was none. */
function longest(input: object): Record<string, string> {
  const [key = "more"] = Object.entries(input).flatMap(([name, is]) =>
    typeof is === "string" ? [name] : [],
  );
  return { [key]: "x".repeat(megabyte) };
}

/** Google parses calls itself: one that is no JSON never arrives, only the news of it. */
function malformed({ reasoning }: Answer): Answer {
  return { ...(reasoning === undefined ? {} : { reasoning }), finish: "malformed" };
}

/** An id that stands in the conversation already; one for all calls when there is none. */
function usedId(asked: Asked): string {
  const calls = asked.messages.flatMap((message) => (message.role === "assistant" ? message.calls : []));
  return calls[0]?.id ?? "call_0000000000000000000000";
}
