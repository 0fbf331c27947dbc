import { visible } from "./visible.ts";

/** Text on a single line, so that it cannot start a line of its own: a title, a topic, the name of a file. */
export function oneLine(text: string): string {
  return visible(text)
    .replace(/\s*\n\s*/g, " ")
    .replaceAll("\t", " ")
    .trim();
}
