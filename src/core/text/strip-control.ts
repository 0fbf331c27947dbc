import { withoutHidden } from "./visible.ts";

/** Makes foreign output harmless: no escape sequences, no control characters, no reversed text; lines end with \n. */
export function stripControl(text: string): string {
  return withoutHidden(text.replace(sequences, "").replace(/\r+\n/g, "\n"));
}

const esc = String.fromCharCode(0x1b);
const bel = String.fromCharCode(0x07);
const c1 = (code: number) => String.fromCharCode(code);

/** CSI; then OSC, DCS, SOS, PM and APC up to their end or the end of the line; then every shorter escape. */
const sequences = new RegExp(
  [
    `(?:${esc}\\[|${c1(0x9b)})[0-?]*[ -/]*[@-~]?`,
    `(?:${esc}[\\]PX^_]|[${c1(0x9d)}${c1(0x90)}${c1(0x98)}${c1(0x9e)}${c1(0x9f)}])[^${esc}${bel}${c1(0x9c)}\\n]*(?:${bel}|${esc}\\\\|${c1(0x9c)})?`,
    `${esc}[ -/]*[0-~]?`,
  ].join("|"),
  "g",
);
