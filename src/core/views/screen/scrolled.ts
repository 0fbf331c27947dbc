import type { At, KeyUse, Pressable } from "./screen.ts";

/** Where a text that is longer than the screen is looked at. */
export interface Scrolled {
  readonly top: number;
}

/** The first row that is shown: never so far down that rows at the end stay empty. */
export function scrolledTop(top: number, length: number, rows: number): number {
  return Math.max(0, Math.min(top, length - rows));
}

/** The keys of something that lies over a screen and can be scrolled. `also`: more keys that close it. */
export function scrollKeys(
  lengthAt: (at: At) => number,
  also: readonly Pressable[] = [],
): readonly KeyUse<Scrolled>[] {
  const by = (step: (at: At) => number) => (model: Scrolled, at: At) => {
    const now = scrolledTop(model.top, lengthAt(at), at.size.rows);
    return { model: { top: scrolledTop(now + step(at), lengthAt(at), at.size.rows) } };
  };
  return [
    { keys: ["up", "row-up", "'k'"], does: "one row up", press: by(() => -1) },
    { keys: ["down", "row-down", "'j'"], does: "one row down", press: by(() => 1) },
    { keys: ["page-up"], does: "one page up", press: by(({ size }) => -size.rows) },
    { keys: ["page-down", "' '"], does: "one page down", hint: "more", press: by(({ size }) => size.rows) },
    { keys: ["home", "oldest"], does: "to the beginning", press: by((at) => -lengthAt(at)) },
    { keys: ["end", "newest"], does: "to the end", press: by(lengthAt) },
    {
      keys: ["escape", "enter", ...also],
      does: "closes this",
      hint: "close",
      press: (model) => ({ model, wants: [{ kind: "close" }] }),
    },
  ];
}
