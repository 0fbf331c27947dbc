import { wrap } from "../../core/views/rows/wrap.ts";
import { widthFor } from "../terminal/terminal.ts";
import type { Wire } from "../wire/wire.ts";

/** Lines as they fit the terminal, broken between words; what follows the first row of a line is indented. */
export function wrapped({ terminal }: Wire, lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => {
    const margin = (/^ */.exec(line)?.[0].length ?? 0) + 2;
    return wrap(line, widthFor(terminal), margin);
  });
}
