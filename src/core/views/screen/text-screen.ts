import { plainText } from "../plain-text.ts";
import { wrap } from "../rows/wrap.ts";
import type { At, Screen } from "./screen.ts";
import { type Scrolled, scrolledTop, scrollKeys } from "./scrolled.ts";

/** A text over a screen, such as what a command printed. */
export function textScreen(title: string, text: string): Screen<Scrolled> {
  const rowsAt = ({ size }: At) => wrap(plainText(text).trimEnd(), size.columns);
  return {
    title,
    begin: { top: 0 },
    keys: scrollKeys((at) => rowsAt(at).length, ["'q'"]),
    rows({ top }, at) {
      const rows = rowsAt(at);
      const from = scrolledTop(top, rows.length, at.size.rows);
      return { rows: rows.slice(from, from + at.size.rows) };
    },
  };
}
