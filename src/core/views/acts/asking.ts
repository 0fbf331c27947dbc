import type { TaskId } from "../../terms/ids.ts";
import type { Key } from "../line/keys.ts";
import { editingKeys, emptyLine, shownRows, type TypedLine, textOf, typed } from "../line/line-editor.ts";
import { plainText } from "../plain-text.ts";
import type { Frame } from "../rows/frame.ts";
import { wrap } from "../rows/wrap.ts";
import type { At, KeyUse, Pressed } from "../screen/screen.ts";
import type { Want } from "../screen/want.ts";
import { fitted } from "../text-width.ts";
import { actCommand, actWords, type TaskAct } from "./task-act.ts";

/** What a screen asks before it does something: for words, for one of several, or whether the person is sure. */
export type Asking =
  | {
      readonly kind: "words";
      readonly title: string;
      readonly line: TypedLine;
      /** It can be sent empty. */
      readonly optional: boolean;
      readonly wants: (words: string) => readonly Want[];
    }
  | {
      readonly kind: "choice";
      readonly title: string;
      readonly options: readonly string[];
      readonly at: number;
      readonly wants: (option: string) => readonly Want[];
    }
  | { readonly kind: "sure"; readonly title: string; readonly wants: readonly Want[] };

/** A model that may be asking something. */
export interface MayAsk {
  readonly asking?: Asking | undefined;
}

/** What a person is asked before this is done to a task. Undefined: nothing. */
function askingFor({ kind, words, seats, first }: TaskAct, task: TaskId): Asking | undefined {
  const { asks, sure } = actWords[kind];
  const wants = (more: Parameters<typeof actCommand>[2] = {}): readonly Want[] => [
    { kind: "command", args: actCommand(kind, task, more) },
  ];
  if (seats)
    return {
      kind: "choice",
      title: `${asks} ${task}?`,
      options: seats,
      at: 0,
      wants: (seat) => wants({ seat }),
    };
  if (words)
    return {
      kind: "words",
      title: `${asks} ${task}`,
      line: emptyLine,
      optional: words === "may",
      wants: (said) => wants({ words: said }),
    };
  if (first !== undefined || sure)
    return {
      kind: "sure",
      title: [first, `${asks} ${task}?`].filter((one) => one).join("\n"),
      wants: wants(),
    };
  return undefined;
}

/** What is done to a task: at once, or after what is asked first. */
export function begun<M extends MayAsk>(model: M, act: TaskAct, task: TaskId): Pressed<M> {
  const asking = askingFor(act, task);
  if (asking) return { model: { ...model, asking } };
  return { model, wants: [{ kind: "command", args: actCommand(act.kind, task) }] };
}

/** Keys of the line while words are asked for. Undefined: this key is for the table. */
export function askTyped<M extends MayAsk>(model: M, key: Key): Pressed<M> | undefined {
  const { asking } = model;
  if (asking?.kind !== "words") return undefined;
  if (key.name === "escape") return { model: without(model) };
  if (key.name === "enter" || key.name === "send") {
    const words = textOf(asking.line).trim();
    if (words === "" && !asking.optional) return { model };
    return { model: without(model), wants: asking.wants(words) };
  }
  if (!lineKeys.has(key.name)) return undefined;
  return { model: { ...model, asking: { ...asking, line: typed(asking.line, key) } } };
}

const lineKeys: ReadonlySet<string> = new Set(editingKeys);

export function isAskingWords({ asking }: MayAsk): boolean {
  return asking?.kind === "words";
}

/** The keys while something else than words is asked. They come before all others of a screen. */
export function askKeys<M extends MayAsk>(): readonly KeyUse<M>[] {
  const isChoice = ({ asking }: M) => asking?.kind === "choice";
  const isSure = ({ asking }: M) => asking?.kind === "sure";
  const turned = (by: number) => (model: M) => {
    const { asking } = model;
    if (asking?.kind !== "choice") return { model };
    const at = Math.max(0, Math.min(asking.options.length - 1, asking.at + by));
    return { model: { ...model, asking: { ...asking, at } } };
  };
  return [
    { keys: ["up", "'k'"], does: "the one before", when: isChoice, press: turned(-1) },
    { keys: ["down", "'j'"], does: "the next one", when: isChoice, press: turned(1) },
    {
      keys: ["enter"],
      does: "takes this one",
      hint: "this one",
      when: isChoice,
      press(model) {
        const { asking } = model;
        const option = asking?.kind === "choice" ? asking.options[asking.at] : undefined;
        return asking?.kind === "choice" && option !== undefined
          ? { model: without(model), wants: asking.wants(option) }
          : { model: without(model) };
      },
    },
    {
      keys: ["'y'"],
      does: "does it",
      hint: "yes",
      when: isSure,
      press: (model) =>
        model.asking?.kind === "sure"
          ? { model: without(model), wants: model.asking.wants }
          : { model: without(model) },
    },
    {
      keys: ["escape", "'n'"],
      does: "leaves it as it is",
      hint: "no",
      when: (model) => isChoice(model) || isSure(model),
      press: (model) => ({ model: without(model) }),
    },
  ];
}

/** The same keys of a screen, while nothing is asked. */
export function whileIdle<M extends MayAsk>(uses: readonly KeyUse<M>[]): readonly KeyUse<M>[] {
  return uses.map((use) => ({
    ...use,
    when: (model, at) => model.asking === undefined && use.when?.(model, at) !== false,
  }));
}

function without<M extends MayAsk>(model: M): M {
  return { ...model, asking: undefined };
}

const mostRows = 6;

/** What is asked, for the bottom of a screen. No rows: nothing is. */
export function askFrame({ asking }: MayAsk, { size, paint }: Pick<At, "size" | "paint">): Frame {
  if (!asking) return { rows: [] };
  const width = size.columns - 1;
  const title = titleRows(asking.title, size).map((row) => ` ${paint("bold", row)}`);
  if (asking.kind === "sure") return { rows: ["", ...title, paint("warn", " y yes · Esc no")] };
  if (asking.kind === "choice") {
    const from = Math.max(0, asking.at - mostRows + 1);
    const options = asking.options.slice(from, from + mostRows).map((option, at) => {
      const isHere = from + at === asking.at;
      return `${isHere ? paint("decided", " › ") : "   "}${fitted(plainText(option), width - 3)}`;
    });
    return { rows: ["", ...title, ...options] };
  }
  const { rows, row, column } = shownRows(asking.line, width - 2, mostRows);
  const optional = asking.optional ? "may be empty · " : "";
  const hint = paint(
    "dim",
    fitted(` ${optional}Enter sends · Alt-Enter another line · Esc leaves it`, width),
  );
  const above = ["", ...title, hint];
  return {
    rows: [...above, ...rows.map((one, at) => `${at === 0 ? " › " : "   "}${one}`)],
    cursor: { row: above.length + row, column: 3 + column },
  };
}

/** At most half of the screen: the beginning, and the question at the end. */
function titleRows(title: string, { columns, rows }: At["size"]): readonly string[] {
  const all = wrap(plainText(title), columns - 1);
  const most = Math.max(2, Math.floor(rows / 2) - 2);
  return all.length <= most ? all : [...all.slice(0, most - 2), "…", ...all.slice(-1)];
}
