// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is looked for
const escapes = /\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)?|[PX^_][^\x1b]*(\x1b\\)?|.)?/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: and all the others, but for tab and newline
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** Text of models and people without anything that could steer a terminal: no escape sequences, no cursor moves. */
export function plainText(text: string): string {
  return text.replace(escapes, "").replace(/\r\n?/g, "\n").replace(controls, "");
}

/** The same on one line, so that it cannot pass for a line of ours. */
export function oneLine(text: string): string {
  return plainText(text).replace(/\s+/g, " ").trim();
}

/** Every line with something in front, for what belongs to the line above. */
export function indented(text: string, by = "  "): string {
  return plainText(text)
    .split("\n")
    .map((line) => (line === "" ? "" : `${by}${line}`))
    .join("\n");
}
