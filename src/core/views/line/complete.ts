import type { Seat } from "../../terms/policy.ts";
import { charactersOf } from "../text-width.ts";
import { taskParts } from "../typed/commands.ts";
import { slashNames } from "../typed/slash.ts";
import type { TypedLine } from "./line-editor.ts";

export interface Completed {
  readonly line: TypedLine;
  /** More than one fits: these. */
  readonly offers: readonly string[];
}

/** Completes the `@name` before the cursor, or the command behind a slash. Undefined: there is neither. */
export function completed({ characters, cursor }: TypedLine, seats: readonly Seat[]): Completed | undefined {
  const before = characters.slice(0, cursor).join("");
  const [begun] = /@[^\s@]*$/.exec(before) ?? /^\s*\/\S*$/.exec(before) ?? [];
  if (begun === undefined) return undefined;
  const word = begun.trimStart();
  const all = word.startsWith("@")
    ? seats.map(({ id }) => `@${id}`)
    : [...new Set([...slashNames, ...taskParts])].map((name) => `/${name}`);
  const fitting = all.filter((one) => one.toLowerCase().startsWith(word.toLowerCase())).sort();
  const [only] = fitting;
  if (only === undefined) return { line: { characters, cursor }, offers: [] };
  const whole = fitting.length === 1 ? `${only} ` : commonStart(fitting);
  const kept = charactersOf(before.slice(0, before.length - word.length) + whole);
  const line = { characters: [...kept, ...characters.slice(cursor)], cursor: kept.length };
  return { line, offers: fitting.length === 1 ? [] : fitting };
}

function commonStart(words: readonly string[]): string {
  const [first = "", ...others] = words;
  let length = first.length;
  for (const word of others) while (!word.startsWith(first.slice(0, length))) length--;
  return first.slice(0, length);
}
