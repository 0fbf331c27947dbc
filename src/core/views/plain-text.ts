import { stripControl } from "../text/strip-control.ts";

/** Text of models and people without anything that could steer a terminal: no escape sequences, no cursor moves. */
export function plainText(text: string): string {
  return stripControl(text).replaceAll("\t", "  ");
}

/** The same on one line, so that it cannot look like one of our lines. */
export function oneLine(text: string): string {
  return plainText(text).replace(/\s+/g, " ").trim();
}

/** Indents every line, for text that belongs to the line above. */
export function indented(text: string, by = "  "): string {
  return plainText(text)
    .split("\n")
    .map((line) => (line === "" ? "" : `${by}${line}`))
    .join("\n");
}
