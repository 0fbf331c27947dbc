import { padded } from "../rows/layout.ts";
import { fitted } from "../text-width.ts";
import { labelOf } from "./key-words.ts";
import type { Use } from "./on-screen.ts";
import type { Screen } from "./screen.ts";
import { type Scrolled, scrolledTop, scrollKeys } from "./scrolled.ts";

export interface HelpPart {
  readonly title: string;
  readonly uses: readonly Use[];
}

/** The help over a screen: every key that does something there, made of the tables that the keys are found in. */
export function helpScreen(parts: readonly HelpPart[]): Screen<Scrolled> {
  const lines = parts.flatMap(({ title, uses }) => [
    { title },
    ...uses.map(({ keys, does }) => ({ keys: keys.map(labelOf).join(", "), does })),
    { title: "" },
  ]);
  const gutter = Math.max(0, ...lines.map((line) => ("keys" in line ? line.keys.length : 0))) + 4;
  return {
    title: "Keys",
    begin: { top: 0 },
    keys: scrollKeys(() => lines.length, ["'?'", "help", "'q'"]),
    rows({ top }, { size, paint }) {
      const from = scrolledTop(top, lines.length, size.rows);
      const rows = lines.slice(from, from + size.rows).map((line) => {
        if (!("keys" in line)) return paint("bold", fitted(line.title, size.columns));
        const keys = padded(fitted(`  ${line.keys}`, size.columns), gutter);
        return paint("name", keys) + fitted(line.does, Math.max(1, size.columns - gutter));
      });
      return { rows };
    },
  };
}
