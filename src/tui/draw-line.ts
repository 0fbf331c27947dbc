import type { Layout } from "../core/views/rows/layout.ts";
import { renderLine } from "../core/views/rows/render-line.ts";
import type { StoryLine } from "../core/views/story/story-line.ts";
import { markdownRows } from "./markdown/markdown-rows.ts";

/** Draws story lines and keeps their rows: while words stream in, the same lines are looked at thirty times a second. */
export class DrawnLines {
  #rows = new WeakMap<StoryLine, { readonly key: string; readonly rows: readonly string[] }>();

  rows(line: StoryLine, layout: Layout): readonly string[] {
    const key = `${layout.width} ${layout.seats.length}`;
    const known = this.#rows.get(line);
    if (known?.key === key) return known.rows;
    const words = (text: string, width: number) => markdownRows(text, width, layout.paint);
    const rows = renderLine(line, { ...layout, words });
    this.#rows.set(line, { key, rows });
    return rows;
  }
}
