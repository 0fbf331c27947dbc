import type { WireFormat } from "../endpoint.ts";
import { type EventCleaner, isNested, TooDeep } from "../wire/clean-event.ts";
import { EventSplitter } from "../wire/split-events.ts";
import { eventsOfWhole } from "../wire/whole-reply.ts";

/**
 * The most bytes that a reply may have, unpacked: a provider wraps each token in up to a kilobyte, and a few megabytes
 * more do no harm.
 */
export function mostBytes(maxOutput: number): number {
  return 4 * 1024 * 1024 + maxOutput * 1024;
}

/** The most that is read of an answer with an error. The rest is left. */
const mostOfError = 256 * 1024;

export interface Reading {
  readonly wire: WireFormat;
  readonly most: number;
  readonly cleaner: EventCleaner;
  /** Called whenever something arrives. */
  readonly alive: () => void;
  /** Told why it is not read any further; throws it again. */
  readonly unread: (error: unknown) => never;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * A successful answer as an event stream that a package can read, bounded in size and depth. Throws an OtherAnswer if
 * it is something else. An answer with an error keeps its status and the beginning of its body.
 */
export async function readableAnswer(response: Response, reading: Reading): Promise<Response> {
  const { status, statusText, headers, ok, body } = response;
  if (!ok) return new Response(body && shortened(body), { status, statusText, headers });
  return new Response(await eventsIn(response, reading).catch(reading.unread), { status, headers });
}

async function eventsIn(
  { body, status, headers }: Response,
  reading: Reading,
): Promise<Buffer | ReadableStream<Uint8Array>> {
  const plain = Object.fromEntries(headers);
  const reader = body?.getReader();
  const begun = reader ? await beginning(reader, reading) : Buffer.alloc(0);
  if (!reader || textOf(begun) === "") throw new OtherAnswer("empty", status, plain, "");
  if (isEventStream(begun)) return cleaned(begun, reader, reading);
  const whole = await rest(begun, reader, reading);
  if (isNested(whole)) throw new TooDeep();
  const text = whole.toString("utf8");
  const events = eventsOfWhole(reading.wire, parsed(text));
  if (events === undefined) throw new OtherAnswer(kindOf(text), status, plain, text);
  const pieces = new EventSplitter().take(Buffer.from(events, "utf8"));
  return Buffer.concat(pieces.map((piece) => reading.cleaner.clean(piece)));
}

/** Reads until the first bytes show what this is. White space before them means nothing and is dropped. */
async function beginning(reader: Reader, reading: Reading): Promise<Buffer> {
  let begun = Buffer.alloc(0);
  for (let read = 0; ; ) {
    const { done, value } = await reader.read();
    reading.alive();
    if (done) return begun;
    read += value.byteLength;
    if (read > reading.most) await tooLarge(reader, reading);
    begun = Buffer.concat([begun, value]);
    const text = textOf(begun);
    if (text.length >= longestField || text.includes("\n")) return begun;
    if (text === "") begun = Buffer.alloc(0);
  }
}

const longestField = "event:".length;

function isEventStream(begun: Buffer): boolean {
  return /^(?::|(?:data|event|id|retry)(?:[:\r\n]|$))/.test(textOf(begun).slice(0, longestField));
}

/** Without white space before it, and without a byte order mark. */
function textOf(begun: Buffer): string {
  return begun.toString("utf8").trimStart();
}

/** Not a TransformStream: piping costs several times as much. */
function cleaned(begun: Buffer, reader: Reader, reading: Reading): ReadableStream<Uint8Array> {
  const splitter = new EventSplitter();
  let read = 0;
  let waiting: Uint8Array | undefined = begun;
  let over = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const events = await whole().catch(reading.unread);
      if (events) controller.enqueue(events);
      else controller.close();
    },
    cancel: (reason) => reader.cancel(reason),
  });

  /** The next whole events. Undefined: there are no more. */
  async function whole(): Promise<Buffer | undefined> {
    while (!over) {
      const events = await next();
      // The last event counts even without its blank line. If it was cut off, it does not parse as JSON.
      if (over) events.push(splitter.rest(), Buffer.from("\n\n"));
      if (events.length > 0) return Buffer.concat(events.map((event) => reading.cleaner.clean(event)));
    }
    return undefined;
  }

  async function next(): Promise<Buffer[]> {
    const value = waiting ?? (await received());
    waiting = undefined;
    if (!value) return [];
    read += value.byteLength;
    if (read > reading.most) await tooLarge(reader, reading);
    return [...splitter.take(value)];
  }

  async function received(): Promise<Uint8Array | undefined> {
    const { done, value } = await reader.read();
    reading.alive();
    over = done;
    return value;
  }
}

async function rest(begun: Buffer, reader: Reader, reading: Reading): Promise<Buffer> {
  const chunks: Uint8Array[] = [begun];
  for (let read = begun.length; ; ) {
    const { done, value } = await reader.read();
    reading.alive();
    if (done) return Buffer.concat(chunks);
    chunks.push(value);
    read += value.byteLength;
    if (read > reading.most) await tooLarge(reader, reading);
  }
}

async function tooLarge(reader: Reader, { most }: Reading): Promise<never> {
  const error = new TooLarge(most);
  await reader.cancel(error).catch(() => undefined);
  throw error;
}

function shortened(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let read = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      read += value.byteLength;
      controller.enqueue(value);
      if (read < mostOfError) return;
      controller.close();
      await reader.cancel();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function kindOf(text: string): OtherAnswer["kind"] {
  if (/[\0\uFFFD]/.test(text)) return "noise";
  return /^\s*<(?:!doctype html|html|head|body)\b/i.test(text) ? "page" : "words";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A provider answered with success, but not with a reply. Its fields are named as in the packages' own errors. */
export class OtherAnswer extends Error {
  override readonly name = "AI_OtherAnswer";
  /** "noise": bytes that are no text. */
  readonly kind: "empty" | "page" | "words" | "noise";
  readonly statusCode: number;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly responseBody: string;

  constructor(
    kind: OtherAnswer["kind"],
    status: number,
    headers: Readonly<Record<string, string>>,
    body: string,
  ) {
    super("The answer is not a model's reply.");
    this.kind = kind;
    this.statusCode = status;
    this.responseHeaders = headers;
    this.responseBody = body.slice(0, mostOfError);
  }
}

/** A reply has more bytes than the tokens that were asked for can be. */
export class TooLarge extends Error {
  override readonly name = "AI_TooLarge";
  readonly most: number;
  constructor(most: number) {
    super("The reply is too large.");
    this.most = most;
  }
}
