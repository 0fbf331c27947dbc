import type { Message } from "../ports/request.ts";
import type { Call } from "../state/call.ts";
import type { Ask, Reply } from "../state/thread.ts";
import { shorten } from "../text/shorten.ts";
import { fullRoom } from "./fit/room.ts";

/** Most characters of all results of one reply, and of everything it wrote. In a small room they share it. */
function mostOf(room: number): { readonly results: number; readonly written: number } {
  if (room >= fullRoom.thread) return { results: fullRoom.thread, written: fullRoom.thread };
  return { results: Math.floor(room * 0.6), written: Math.floor(room * 0.4) };
}

/** Texts up to this length stay when the rest of an exchange becomes a stub. */
const short = 200;
const shortOpaque = 4_000;
/** Characters of arguments with many short fields. */
const mostFields = 4_000;

/** A reply and its results. */
export function exchange(ask: Ask, room: number): readonly Message[] {
  if (!ask.reply) return [];
  const most = mostOf(room);
  const { text, calls, opaque } = ask.reply;
  const fits = writtenSize(ask.reply) <= most.written;
  const each = Math.floor(most.results / Math.max(1, calls.length));
  return messages(
    ask,
    {
      text: shorten(text, most.written),
      input: (input) => (fits ? input : fitted(input, Math.floor(each / 2))),
      opaque,
    },
    (result) => (resultsSize(ask.reply) <= most.results ? result : shorten(result, each)),
  );
}

/** The same once it is old: it says what was done, without the content. */
export function exchangeStub(ask: Ask): readonly Message[] {
  if (!ask.reply) return [];
  const { text, opaque } = ask.reply;
  const light = opaque !== undefined && JSON.stringify(opaque).length <= shortOpaque;
  return messages(
    ask,
    {
      text: shorten(text, short * 2),
      input: (input) => fitted(input, short),
      opaque: light ? opaque : undefined,
    },
    (result, call) => (result.length <= short ? result : leftOut(result, call)),
  );
}

/** Looking again shows it again. A command must not be run for that: its first line stays, and where the rest is. */
function leftOut(result: string, call: Call): string {
  const ran = call.status === "settled" ? call.result.ran : undefined;
  if (!ran) return `(${result.length} characters left out; call again to see them)`;
  const [first = ""] = result.split("\n");
  const how = ran.blob === undefined ? "" : `; read_output with call ${call.id} shows them`;
  return `${shorten(first, short * 2)}\n(${result.length} characters left out${how})`;
}

/** Characters that the whole exchange takes. */
export function exchangeSize({ reply }: Ask, room: number): number {
  if (!reply) return 0;
  const most = mostOf(room);
  const opaque = reply.opaque === undefined ? 0 : JSON.stringify(reply.opaque).length;
  return Math.min(resultsSize(reply), most.results) + Math.min(writtenSize(reply), most.written) + opaque;
}

interface Written {
  readonly text: string;
  readonly opaque: unknown;
  input(input: unknown): unknown;
}

function messages(
  ask: Ask,
  written: Written,
  told: (result: string, call: Call) => string,
): readonly Message[] {
  const calls = ask.reply?.calls ?? [];
  const results = calls.flatMap((call) =>
    call.status === "settled"
      ? [{ id: call.id, text: told(call.result.text, call), failed: call.result.failed }]
      : [],
  );
  return [
    {
      role: "assistant",
      text: written.text,
      calls: calls.map((call) => ({ id: call.id, tool: call.tool, input: written.input(call.input) })),
      ...(written.opaque !== undefined && { opaque: written.opaque }),
    },
    ...(results.length > 0 ? [{ role: "tool" as const, results }] : []),
    ...said(ask, calls.length),
  ];
}

/** A model that replied with words alone and continues is told so; later messages come after that. */
function said({ nudges, reply }: Ask, calls: number): readonly Message[] {
  if (nudges) return [{ role: "user", blocks: nudges.map((nudge) => nudge.text) }];
  return calls === 0 && reply?.text.trim() !== "" ? [{ role: "user", blocks: ["Go on."] }] : [];
}

function resultsSize(reply: Reply | undefined): number {
  return (reply?.calls ?? []).reduce((sum, call) => sum + lengthOf(call), 0);
}

function lengthOf(call: Call): number {
  return call.status === "settled" ? call.result.text.length : 0;
}

function writtenSize({ text, calls }: Reply): number {
  return calls.reduce((sum, call) => sum + JSON.stringify(call.input).length, text.length);
}

/** Arguments with long texts cut and the same shape; if that is not enough, only their length. */
function fitted(input: unknown, most: number): unknown {
  const short = shortened(input, most);
  const left = JSON.stringify(short).length;
  return left <= Math.max(mostFields, most * 2)
    ? short
    : { "left out": `${JSON.stringify(input).length} characters` };
}

function shortened(input: unknown, most: number): unknown {
  if (typeof input === "string") return shorten(input, most);
  if (Array.isArray(input)) return input.slice(0, 50).map((one) => shortened(one, most));
  if (typeof input !== "object" || input === null) return input;
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, shortened(value, most)]));
}
