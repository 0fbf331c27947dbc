import type { StoryLine } from "../story-line.ts";

/** Commands that are not told yet, and the lines that are told now. */
export interface Folding {
  readonly held: readonly StoryLine[];
  readonly told: readonly StoryLine[];
}

/**
 * Holds commands back until something else happens to their task than work on it, so that those of one member become
 * one line. The rest is told at once.
 */
export function foldCommands(held: readonly StoryLine[], line: StoryLine): Folding {
  if (line.ran) return { held: [...held, line], told: [] };
  if (line.kind === "working") return { held, told: [line] };
  const isOver = ({ task }: StoryLine) => line.task === undefined || task === line.task;
  return {
    held: held.filter((one) => !isOver(one)),
    told: [...foldedLines(held.filter(isOver)), line],
  };
}

/** A line for the commands of each member, in the order in which they began. */
export function foldedLines(held: readonly StoryLine[]): readonly StoryLine[] {
  const groups = new Map<string, StoryLine[]>();
  for (const line of held) {
    const key = `${line.who} ${line.task ?? ""}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()].flatMap(oneLine);
}

function oneLine(lines: readonly StoryLine[]): readonly StoryLine[] {
  const last = lines.at(-1);
  if (last === undefined || lines.length === 1) return lines;
  const failed = lines.filter(({ ran }) => ran?.failed).length;
  const red = failed === 0 ? "" : `, ${failed === lines.length ? "all" : failed} failed`;
  const weight = lines.some((line) => line.weight === "plain") ? "plain" : last.weight;
  const text = `ran ${lines.length} commands${red}; ${last.text.replace(/^runs /, "the last: ")}`;
  return [{ ...last, weight, text }];
}
