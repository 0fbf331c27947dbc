import type { Key } from "../line/keys.ts";
import { emptyLine, shownPart, type TypedLine, textOf, typed } from "../line/line-editor.ts";
import { padded } from "../rows/layout.ts";
import { labelOf } from "../screen/key-words.ts";
import type { At, Screen } from "../screen/screen.ts";
import { screenNames } from "../screen/screen-names.ts";
import type { Want } from "../screen/want.ts";
import { fitted } from "../text-width.ts";
import { commandNames, commands } from "../typed/commands.ts";
import { slashNames, slashOf } from "../typed/slash.ts";
import type { Screens } from "./screens.ts";
import type { ShellUse } from "./shell-keys.ts";

interface Entry {
  readonly name: string;
  readonly does: string;
  readonly want: Want;
}

interface Palette {
  readonly line: TypedLine;
  readonly chosen: number;
}

/** A list of everything that can be done, narrowed by what is typed. A line that begins with a slash is a command. */
export function paletteScreen(screens: Screens, uses: readonly ShellUse[]): Screen<Palette> {
  const all = entriesOf(screens, uses);
  const choose = (by: number) => (model: Palette) => {
    const { length } = found(all, textOf(model.line));
    return { model: { ...model, chosen: Math.max(0, Math.min(length - 1, model.chosen + by)) } };
  };
  return {
    title: "Find",
    begin: { line: emptyLine, chosen: 0 },
    keys: [
      { keys: ["up"], does: "one further up", press: choose(-1) },
      { keys: ["down", "tab"], does: "one further down", press: choose(1) },
      {
        keys: ["enter"],
        does: "does what is chosen, or the command that is typed",
        hint: "do it",
        press(model) {
          const wants = wanted(all, model);
          return { model, wants };
        },
      },
      {
        keys: ["escape", "palette"],
        does: "closes this",
        hint: "close",
        press: (model) => ({ model, wants: [{ kind: "close" }] }),
      },
    ],
    isTyping: () => true,
    typed: (model, key) => afterKey(model, key),
    rows: (model, at) => drawn(found(all, textOf(model.line)), model, at),
  };
}

function afterKey(model: Palette, key: Key) {
  if (["escape", "up", "down", "newline"].includes(key.name)) return undefined;
  const line = typed(model.line, key);
  if (line.characters === model.line.characters && line.cursor === model.line.cursor) return undefined;
  return { model: { line, chosen: 0 } };
}

function entriesOf(screens: Screens, uses: readonly ShellUse[]): readonly Entry[] {
  const places = screenNames.flatMap((screen, index): readonly Entry[] => {
    const there = screens[screen];
    return there ? [{ name: there.title, does: `Alt-${index + 1}`, want: { kind: "go", screen } }] : [];
  });
  const keys = uses.flatMap(({ act, does, keys: [key] }): readonly Entry[] =>
    act.kind === "help" || act.kind === "leave"
      ? [{ name: act.kind, does: `${does}${key ? ` (${labelOf(key)})` : ""}`, want: { kind: act.kind } }]
      : [],
  );
  const typable = commandNames.filter((name) => slashNames.includes(name));
  const words = typable.map((name): Entry => {
    const { does } = commands[name];
    return { name: `/${name}`, does, want: { kind: "command", args: [name] } };
  });
  return [...places, ...keys, ...words];
}

function found(all: readonly Entry[], typedText: string): readonly Entry[] {
  const words = typedText.trim().toLowerCase().split(/\s+/);
  if (typedText.trim().startsWith("/")) {
    const [first = ""] = words;
    return all.filter(({ name }) => (words.length > 1 ? name === first : name.startsWith(first)));
  }
  const fits = ({ name, does }: Entry) => {
    const text = `${name} ${does}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return all.filter(fits);
}

function wanted(all: readonly Entry[], { line, chosen }: Palette): readonly Want[] {
  const text = textOf(line).trim();
  if (text.startsWith("/") && text.includes(" ")) {
    const slash = slashOf(text);
    if (slash?.kind === "command") return [{ kind: "close" }, slash];
    if (slash?.kind === "unclear") return [{ kind: "notice", text: slash.hint }];
  }
  const entry = found(all, text)[chosen];
  return entry ? [{ kind: "close" }, entry.want] : [];
}

function drawn(entries: readonly Entry[], { line, chosen }: Palette, { size, paint }: At) {
  const room = Math.max(1, size.rows - 2);
  const first = Math.max(0, Math.min(chosen - Math.floor(room / 2), entries.length - room));
  const gutter = 14;
  const rows = entries.slice(first, first + room).map(({ name, does }, index) => {
    const row = padded(fitted(`  ${padded(name, gutter)}${does}`, size.columns), size.columns);
    return first + index === chosen ? paint("chosen", row) : row;
  });
  const { text, column } = shownPart(line, size.columns - 2);
  const none = entries.length === 0 ? [paint("dim", "  Nothing here fits that.")] : [];
  return { rows: [`› ${text}`, "", ...rows, ...none], cursor: { row: 0, column: column + 2 } };
}
