import { visible, visibleIn } from "../../core/text/visible.ts";

/**
 * What a command prints with `--json`. Also for programs nothing in it is hidden: a file's text keeps its control
 * characters in the log, and a program that prints what it read should not pass them on to a terminal.
 */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, undefined, indent);
  if (visible(text) === text && !escapes.test(text)) return text;
  return JSON.stringify(visibleIn(JSON.parse(text)), undefined, indent);
}

/** How JSON writes control characters, except for newline and tab. */
const escapes = /\\[ubfr]/;
