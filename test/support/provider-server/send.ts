import type { ServerResponse } from "node:http";
import { encodeFrame, type Frame, type Framing } from "./frame.ts";
import { found, type Misbehaviour } from "./misbehaviour.ts";

/** One response on its way out, with what is to go wrong with it. */
export interface Sending {
  readonly response: ServerResponse;
  readonly misbehaviours: readonly Misbehaviour[];
  /** Aborts when the client has left, when the server closes, and when waiting is called off. */
  readonly over: AbortSignal;
  readonly ping: string;
  /** Called with the headers. */
  begun(): void;
  /** Called before the server itself closes the socket. */
  cutting(): void;
}

export async function sendStream(
  sending: Sending,
  stream: { readonly frames: readonly Frame[]; readonly broken: readonly Frame[]; readonly framing: Framing },
): Promise<void> {
  const { misbehaviours } = sending;
  const framing = found(misbehaviours, "framing")?.how ?? stream.framing;
  const encode = (frames: readonly Frame[], from: number) =>
    frames.map((frame, index) => Buffer.from(encodeFrame(frame, framing, from + index)));
  const type = framing === "ndjson" ? "application/x-ndjson" : "text/event-stream; charset=utf-8";
  await send(
    sending,
    200,
    { "content-type": type, "cache-control": "no-cache" },
    {
      parts: encode(stream.frames, 0),
      broken: encode(stream.broken, 1),
    },
  );
}

export async function sendWhole(
  sending: Sending,
  { status, headers, text }: { status: number; headers: Readonly<Record<string, string>>; text: string },
): Promise<void> {
  const bytes = Buffer.from(text);
  const half = Math.floor(bytes.length / 2);
  const parts = [bytes.subarray(0, half), bytes.subarray(half)];
  await send(sending, status, headers, { parts, broken: [] });
}

async function send(
  sending: Sending,
  status: number,
  headers: Readonly<Record<string, string>>,
  { parts, broken }: { readonly parts: readonly Buffer[]; readonly broken: readonly Buffer[] },
): Promise<void> {
  const { response, misbehaviours, over } = sending;
  const slow = found(misbehaviours, "slow");
  if (slow && slow.before !== "body" && !(await pause(slow.ms, over))) return cut(sending);
  response.writeHead(status, { ...headers });
  response.flushHeaders();
  sending.begun();
  if (slow?.before === "body" && !(await pause(slow.ms, over))) return cut(sending);
  const trouble = misbehaviours.find(isInStream);
  const at = trouble?.after ?? Math.floor(parts.length / 2);
  if (trouble === undefined) return finish(sending, parts);
  for (const part of parts.slice(0, at)) write(sending, part);
  switch (trouble.does) {
    case "end-early":
      return finish(sending, []);
    case "stream-error":
      return finish(sending, broken);
    case "cut": {
      const next = parts[at] ?? Buffer.from("data: {");
      await flushed(sending, next.subarray(0, Math.ceil(next.length / 2)));
      return cut(sending, trouble.reset);
    }
    case "stall":
      return (await standStill(sending, trouble)) ? finish(sending, parts.slice(at)) : cut(sending);
  }
}

type InStream = Extract<Misbehaviour, { does: "end-early" | "stream-error" | "cut" | "stall" }>;

function isInStream(one: Misbehaviour): one is InStream {
  return ["end-early", "stream-error", "cut", "stall"].includes(one.does);
}

/** False when it is over before the time. */
async function pause(ms: number | undefined, over: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      over.removeEventListener("abort", end);
      resolve(!over.aborted);
    };
    const timer = ms === undefined ? undefined : setTimeout(end, ms);
    over.addEventListener("abort", end);
    if (over.aborted) end();
  });
}

async function standStill(
  sending: Sending,
  { ms, pingMs }: Extract<Misbehaviour, { does: "stall" }>,
): Promise<boolean> {
  const pings =
    pingMs === undefined ? undefined : setInterval(() => write(sending, Buffer.from(sending.ping)), pingMs);
  const goesOn = await pause(ms, sending.over);
  clearInterval(pings);
  return goesOn;
}

function finish(sending: Sending, parts: readonly Buffer[]): void {
  for (const part of parts) write(sending, part);
  sending.response.end();
}

function write({ response, misbehaviours, over }: Sending, part: Buffer): void {
  if (over.aborted || response.destroyed) return;
  for (const chunk of chunksOf(part, misbehaviours)) response.write(chunk);
}

async function flushed({ response }: Sending, part: Buffer): Promise<void> {
  await new Promise<void>((resolve) => response.write(part, () => resolve()));
}

/** Nothing happens when the client was faster. */
export function cut({ response, cutting }: Sending, reset = false): void {
  if (response.destroyed) return;
  cutting();
  if (reset) response.socket?.resetAndDestroy();
  else response.socket?.destroy();
}

/** Each chunk reaches the reader as one: chunked encoding keeps the bounds, whatever the network joins. */
function chunksOf(part: Buffer, misbehaviours: readonly Misbehaviour[]): readonly Buffer[] {
  const size = found(misbehaviours, "chunks")?.bytes;
  const splits = found(misbehaviours, "split-utf8") !== undefined;
  if (size === undefined && !splits) return part.length > 0 ? [part] : [];
  const chunks: Buffer[] = [];
  let from = 0;
  for (let at = 1; at <= part.length; at++) {
    const isFull = size !== undefined && at - from === size;
    const isInside = splits && at < part.length && isLead(part[at - 1]);
    if (!isFull && !isInside && at < part.length) continue;
    chunks.push(part.subarray(from, at));
    from = at;
  }
  return chunks;
}

/** The first byte of a character that has several. */
function isLead(byte = 0): boolean {
  return byte >= 0xc0;
}
