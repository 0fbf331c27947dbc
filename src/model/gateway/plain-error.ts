import { type Redaction, withoutKeyShapes } from "../../core/text/redaction.ts";
import { stripControl } from "../../core/text/strip-control.ts";
import { recordIn, recordOf } from "../record-of.ts";
import { toldBy } from "../wire/told-by.ts";

/** What is known about an error, wherever it came from. */
export interface PlainError {
  readonly name: string;
  /** One line without keys, short enough to show. */
  readonly message: string;
  readonly status?: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
  /** What a provider calls this kind of error. */
  readonly type?: string;
  readonly code?: string;
  /** Codes of the network's errors, from the outermost to the innermost. */
  readonly codes: readonly string[];
}

const longestMessage = 400;

/** Reads an error of the SDK or the network, or an error object from inside a stream. */
export function plainError(error: unknown, redaction: Redaction): PlainError {
  const chain = chainOf(error);
  const outer = recordOf(chain[0]);
  const body = textOf(outer.responseBody);
  const isError = error instanceof Error;
  // Inside a stream, the provider's own words are an error object.
  const told = body === undefined ? (recordIn(outer.error) ?? (isError ? {} : outer)) : toldBy(body);
  const status = numberOf(outer.statusCode);
  const type = textOf(told.type) ?? textOf(told.status) ?? (isError ? undefined : codeText(told.code));
  const code = codeText(told.code);
  return {
    name: isError ? error.name : typeof error,
    message: oneLine(
      textOf(told.message) ?? textOf(outer.message) ?? (typeof error === "string" ? error : ""),
      redaction,
    ),
    ...(status !== undefined && { status }),
    headers: headersOf(outer.responseHeaders),
    ...(body !== undefined && { body }),
    ...(type !== undefined && { type }),
    ...(code !== undefined && { code }),
    codes: chain.flatMap((one) => textOf(recordOf(one).code) ?? []),
  };
}

function chainOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let at = error; at !== undefined && at !== null && chain.length < 8; at = recordOf(at).cause) {
    chain.push(at);
    // Several addresses were tried: the first failure stands for all.
    const several = recordOf(at).errors;
    if (Array.isArray(several) && several.length > 0) chain.push(several[0]);
  }
  return chain;
}

function headersOf(value: unknown): Readonly<Record<string, string | undefined>> {
  const entries = Object.entries(recordOf(value));
  return Object.fromEntries(
    entries.flatMap(([name, text]) => (typeof text === "string" ? [[name.toLowerCase(), text]] : [])),
  );
}

/** An error may quote the request, keys included. They go before the text is cut: half a key is one too. */
function oneLine(text: string, redaction: Redaction): string {
  const line = withoutKeyShapes(redaction.redact(stripControl(text)))
    .replace(/\s+/g, " ")
    .trim();
  return line.length > longestMessage ? `${line.slice(0, longestMessage)} …` : line;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function codeText(value: unknown): string | undefined {
  return typeof value === "number" ? String(value) : textOf(value);
}
