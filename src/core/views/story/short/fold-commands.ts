import type { StoryLine } from "../story-line.ts";

/** Commands that are not told yet, and the lines that are told now. */
export interface Folding {
  readonly held: readonly StoryLine[];
  readonly told: readonly StoryLine[];
}

/**
 * Holds commands back until something else happens to their task than small work on it, so that those of one member
 * become one line. The rest is told at once; what everybody is told, such as checks, comes after the commands before it.
 */
export function foldCommands(held: readonly StoryLine[], line: StoryLine): Folding {
  if (line.ran) return { held: [...held, line], told: [] };
  if (line.kind === "working" && line.weight === "small") return { held, told: [line] };
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
  // What changed something says more than a look around after it.
  const told = last.weight === "plain" ? last : (lines.findLast(didSomething) ?? last);
  const which = told === last ? "the last: " : "one of them: ";
  const weight = lines.some((line) => line.weight === "plain") ? "plain" : last.weight;
  return [
    { ...told, weight, text: `ran ${lines.length} commands${red}; ${told.text.replace(/^runs /, which)}` },
  ];
}

function didSomething({ weight, ran }: StoryLine): boolean {
  return weight === "plain" && !ran?.failed;
}
