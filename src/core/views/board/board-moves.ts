import type { Board } from "./board-cards.ts";

/** How a person moves on the board: to the task above or below, to another layer, to what waits for them. */
export type BoardMove = "up" | "down" | "first" | "last" | "next-layer" | "layer-before" | "next-waiting";

/** The task under the cursor after a move. `task` may be one that is not there any more. Undefined: there are none. */
export function movedOn({ cards }: Board, task: string | undefined, move?: BoardMove): string | undefined {
  const at = Math.max(
    0,
    cards.findIndex(({ id }) => id === task),
  );
  const here = cards[at];
  if (!here) return undefined;
  switch (move) {
    case undefined:
      return here.id;
    case "up":
      return cards[Math.max(0, at - 1)]?.id;
    case "down":
      return cards[Math.min(cards.length - 1, at + 1)]?.id;
    case "first":
      return cards[0]?.id;
    case "last":
      return cards.at(-1)?.id;
    case "next-layer":
      return (cards.find(({ layer }) => layer > here.layer) ?? here).id;
    case "layer-before": {
      const before = cards.findLast(({ layer }) => layer < here.layer)?.layer;
      return (cards.find(({ layer }) => layer === before) ?? here).id;
    }
    case "next-waiting": {
      const round = [...cards.slice(at + 1), ...cards.slice(0, at + 1)];
      return (round.find(({ tone }) => tone === "waits" || tone === "failed") ?? here).id;
    }
  }
}
