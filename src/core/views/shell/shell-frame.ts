import { decide } from "../../decide/decide.ts";
import type { State } from "../../state/state.ts";
import { oneLine, plainText } from "../plain-text.ts";
import type { Frame } from "../rows/frame.ts";
import { wrap } from "../rows/wrap.ts";
import { hintRow } from "../screen/key-words.ts";
import type { At, Size } from "../screen/screen.ts";
import { screenNames } from "../screen/screen-names.ts";
import { fitted, widthOf } from "../text-width.ts";
import { type Shell, screenOf } from "./shell.ts";
import { shellUses } from "./shell-keys.ts";

const mostNotice = 6;
const leastTitle = 12;

/** The part of the terminal that a screen has: below the bar, above notice and hints. */
export function bodyOf(shell: Shell, { columns, rows }: Size): Size {
  const over = shell.over ? 2 : 0;
  return { columns, rows: Math.max(1, rows - 2 - over - noticeRows(shell, columns).length) };
}

/** The whole frame: exactly as many rows as there are. `at.size`: the whole terminal. */
export function shellFrame(shell: Shell, at: At): Frame {
  const { paint, size } = at;
  const body = bodyOf(shell, size);
  const top = shell.over ?? screenOf(shell);
  const inner = { ...at, size: body };
  const { rows, cursor } = top.frame(inner);
  const head = [
    barRow(shell, at),
    ...(shell.over ? [paint("bold", fitted(` ${top.title}`, size.columns)), ""] : []),
  ];
  const seen = rows.slice(0, body.rows);
  const filled = [...seen, ...Array.from({ length: body.rows - seen.length }, () => "")];
  const everywhere = shell.over ? [] : shellUses(shell, top.isTyping);
  const foot = [
    ...noticeRows(shell, size.columns).map((row) => paint("warn", row)),
    paint("dim", fitted(` ${hintRow(top.uses(inner), everywhere, size.columns - 1)}`, size.columns)),
  ];
  return {
    rows: [...head, ...filled, ...foot],
    ...(cursor &&
      cursor.row < body.rows && { cursor: { row: cursor.row + head.length, column: cursor.column } }),
  };
}

function noticeRows({ notice }: Shell, columns: number): readonly string[] {
  if (notice === "") return [];
  return wrap(` ${plainText(notice).trim().replaceAll("\n", "\n ")}`, columns, 1).slice(0, mostNotice);
}

/** The screens with their numbers, and on the right which session is open and what needs the person. */
function barRow(shell: Shell, at: At): string {
  const { size, paint, session } = at;
  const needs = session ? needsWords(at, session.state) : "";
  const tabs = tabsOf(shell, size.columns - widthOf(needs));
  const left = tabs.reduce((sum, { words }) => sum + words.length, 0);
  const drawn = tabs.map(({ name, words }) => paint(name === shell.at ? "chosen" : "dim", words)).join("");
  const room = size.columns - left - widthOf(needs) - 1;
  if (room < -1) return fitted(tabs.map(({ words }) => words).join(""), size.columns);
  const title = session && room >= leastTitle ? fitted(oneLine(session.state.session.title), room) : "";
  const gap = " ".repeat(size.columns - left - widthOf(title) - widthOf(needs));
  return `${drawn}${gap}${paint("dim", title)}${paint("warn", needs)}`;
}

/** Each screen by name; where that takes too much room, only the one that is shown, and the others by number. */
function tabsOf(shell: Shell, columns: number) {
  const tabs = screenNames.flatMap((name, index) => {
    const there = shell.screens[name];
    return there ? [{ name, number: index + 1, words: ` ${index + 1} ${there.title} ` }] : [];
  });
  if (tabs.reduce((sum, { words }) => sum + words.length, 0) <= columns) return tabs;
  return tabs.map((tab) => (tab.name === shell.at ? tab : { ...tab, words: ` ${tab.number} ` }));
}

function needsWords({ now }: At, state: State): string {
  const waits = state.session.opened === 0 ? 0 : decide(state, now).waits.length;
  return waits === 0 ? "" : ` ● ${waits === 1 ? "1 needs you" : `${waits} need you`}`;
}
