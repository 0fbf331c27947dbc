import { nameOf, type Setting } from "./setting-list.ts";
import type { SettingPath, Shape } from "./settings-file.ts";

/** What a person wants a setting to be. */
export interface TypedSetting {
  readonly path: SettingPath;
  readonly value: unknown;
}

/**
 * Reads what was typed for a setting. It guards nothing: the schema of the file says what is wrong, in the words of the
 * command line, so a text where a number belongs stays a text.
 */
export function typedSetting(
  { path, shape, kind }: Setting,
  typed: string,
): TypedSetting | { readonly wrong: string } {
  const text = typed.trim();
  if (text === "") return { wrong: "Type a value, or Esc to leave it as it is." };
  // Several at once, where a list must have more than one.
  if (kind === "add" && typeof path.at(-1) === "number" && text.startsWith("["))
    return { path: path.slice(0, -1), value: asJson(text, /^\[/) };
  if (kind !== "add" || shape.kind !== "named") return { path, value: valueFrom(shape, text) };
  const [, name, value] = /^(.+?)\s*=\s*(\S.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined)
    return { wrong: "Type a name and a value, such as: ollama/qwen3 = 32768" };
  return { path: [...path, name], value: valueFrom(shape.of, value) };
}

function valueFrom(shape: Shape, text: string): unknown {
  switch (shape.kind) {
    case "number":
      return asJson(text, /^-?[\d.]+$/);
    case "yes-no":
      return /^(yes|y|true|on)$/i.test(text) ? true : /^(no|n|false|off)$/i.test(text) ? false : text;
    case "free":
      return asJson(text, /^(-?\d[\d.]*|true|false|null|[[{].*)$/s);
    case "group":
      return asGroup(shape.required, text);
    case "list":
    case "named":
      return asJson(text, /^[[{]/);
    case "choice":
    case "text":
    case "secret":
      return text;
  }
}

/** Of fields that belong together, the only one that must be there can be typed alone: the command of a check. */
function asGroup(required: readonly string[], text: string): unknown {
  const [only, other] = required;
  if (text.startsWith("{") || only === undefined || other !== undefined) return asJson(text, /^\{/);
  return { [only]: text };
}

/** A text that looks like JSON and is none stays a text. */
function asJson(text: string, looksSo: RegExp): unknown {
  if (!looksSo.test(text)) return text;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

/** What can be chosen without typing. Undefined: it has to be typed. */
export function choicesOf(shape: Shape): readonly string[] | undefined {
  if (shape.kind === "choice") return shape.of;
  return shape.kind === "yes-no" ? ["yes", "no"] : undefined;
}

/** A value as a person would type it. Empty: the file does not say. */
export function typedForm(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return JSON.stringify(value);
}

/**
 * What goes when a setting is taken away. A field that has to be there goes with all that it belongs to: without its
 * command, a check is none.
 */
export function removalOf(
  top: Shape,
  { path }: Pick<Setting, "path">,
): { readonly path: SettingPath; readonly name: string } {
  const parents = path.map((_, depth) => shapeAt(top, path.slice(0, depth)));
  let end = path.length;
  for (; end > 1; end -= 1) {
    const parent = parents[end - 1];
    const isNeeded = parent?.kind === "group" && parent.required.includes(String(path[end - 1]));
    if (!isNeeded) break;
  }
  const gone = path.slice(0, end);
  return { path: gone, name: nameOf(gone) };
}

function shapeAt(top: Shape, path: SettingPath): Shape | undefined {
  return path.reduce<Shape | undefined>((at, step) => {
    if (at?.kind === "group") return at.fields[String(step)];
    return at?.kind === "list" || at?.kind === "named" ? at.of : undefined;
  }, top);
}
