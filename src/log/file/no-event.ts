import type { Damage } from "./damage.ts";
import { genesis } from "./line.ts";

/** How the first line of every log starts. */
const opening = `{"seq":1,"prev":"${genesis}","at":"`;

/**
 * Why a log of these bytes, none of which counts, is damaged. Undefined: it is empty, or a kill tore its first append,
 * so the session has not begun.
 */
export function explainNoEvent(bytes: Buffer): Damage | undefined {
  if (bytes.length === 0 || isTornOpening(bytes.toString("latin1"))) return undefined;
  return { line: 1, reason: `${natureOf(bytes)}, and it holds no event` };
}

/** Torn bytes are followed by nothing, by the newline that closes them off, or by the next writer's first line. */
function isTornOpening(text: string): boolean {
  let same = 0;
  while (same < opening.length && text[same] === opening[same]) same += 1;
  return same === opening.length || (same > 0 && [undefined, "\n", "{"].includes(text[same]));
}

function natureOf(bytes: Buffer): string {
  if (bytes.every((byte) => byte === 0)) return "the file holds only zero bytes";
  const [first, second] = bytes;
  const marked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (marked || (bytes.length > 1 && (first === 0) !== (second === 0)))
    return "the file is UTF-16, not UTF-8";
  return "the file is not a log of Huddle";
}
