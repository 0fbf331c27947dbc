import type { Key } from "../line/keys.ts";
import { emptyLine, textOf, typed } from "../line/line-editor.ts";
import type { At } from "../screen/screen.ts";
import type { StoryLine } from "../story/story-line.ts";
import { following, linesOf, lookingAt, type Room } from "./room.ts";

/** Begins to look for words in what was told. */
export function beginFinding(model: Room): Room {
  return { ...model, finding: { line: emptyLine } };
}

/** The Room after a key while something is looked for. Undefined: the key is none of finding. */
export function afterFinding(model: Room, key: Key, at: At): Room | undefined {
  const { finding } = model;
  if (!finding) return undefined;
  switch (key.name) {
    case "escape":
    case "find":
      return ended(model);
    case "enter":
    case "up":
      return found(model, (finding.found ?? linesOf(model, at).length) - 1, -1, at);
    case "down":
      return found(model, (finding.found ?? -1) + 1, 1, at);
    default: {
      const line = typed(finding.line, key);
      if (line.characters === finding.line.characters && line.cursor === finding.line.cursor)
        return undefined;
      return found({ ...model, finding: { line } }, linesOf(model, at).length - 1, -1, at);
    }
  }
}

/** How many lines hold the words, and which of them is shown. */
export function countFound(model: Room, at: At): { readonly place: number; readonly of: number } {
  const { finding } = model;
  const words = finding ? textOf(finding.line) : "";
  const places = linesOf(model, at).flatMap((line, index) => (holds(line, words) ? [index] : []));
  return { place: places.indexOf(finding?.found ?? -1) + 1, of: places.length };
}

function ended(model: Room): Room {
  const { finding: _, ...rest } = model;
  return rest;
}

function found(model: Room, from: number, by: -1 | 1, at: At): Room {
  const { finding } = model;
  const lines = linesOf(model, at);
  const words = finding ? textOf(finding.line) : "";
  for (let index = from; finding && index >= 0 && index < lines.length; index += by) {
    const line = lines[index];
    if (line && holds(line, words))
      return lookingAt({ ...model, finding: { ...finding, found: index } }, { line: index, row: 0 }, at);
  }
  return finding?.found === undefined ? following(model) : model;
}

function holds({ who, text, rows }: StoryLine, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  return wanted !== "" && [who, text, ...rows].some((one) => one.toLowerCase().includes(wanted));
}
