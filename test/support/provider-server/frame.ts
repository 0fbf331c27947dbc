/** One event of a stream, before it is put into bytes. */
export interface Frame {
  readonly event?: string;
  readonly data: string;
}

/**
 * How events are put into bytes. All but `ndjson` are legal server-sent events:
 * `tight` has no space after the colon, `comments` puts comment lines between, `fields` adds `id` and `retry`,
 * `multiline` spreads one event over many data lines, `bom` begins with a byte order mark.
 */
export type Framing = "lf" | "crlf" | "cr" | "tight" | "comments" | "fields" | "multiline" | "bom" | "ndjson";

export function encodeFrame(frame: Frame, framing: Framing, index: number): string {
  if (framing === "ndjson") return `${frame.data}\n`;
  const end = framing === "crlf" ? "\r\n" : framing === "cr" ? "\r" : "\n";
  const space = framing === "tight" ? "" : " ";
  const lines = [
    ...(framing === "comments" ? [": still here", ":", ""] : []),
    ...(framing === "fields" ? [`id: ${index}`, "retry: 3000", "unknown: field"] : []),
    ...(frame.event === undefined ? [] : [`event:${space}${frame.event}`]),
    ...dataLines(frame.data, framing).map((line) => `data:${space}${line}`),
  ];
  const mark = framing === "bom" && index === 0 ? "\uFEFF" : "";
  return `${mark}${lines.join(end)}${end}${end}`;
}

function dataLines(data: string, framing: Framing): readonly string[] {
  if (framing !== "multiline" || !data.startsWith("{")) return [data];
  return JSON.stringify(JSON.parse(data), undefined, 1).split("\n");
}
