import { isDeepStrictEqual } from "node:util";
import { applyEdits, type FormattingOptions, modify } from "jsonc-parser";
import { Fault } from "../core/fault.ts";

type JsonPath = readonly (string | number)[];

/**
 * A JSON text with one value changed, added or, if it is undefined, taken away. Everything else stays, fields that nobody
 * knows included, and lines beside the change stay as they were written. `file`: its name, for the Fault if that cannot
 * be done.
 */
export function withValue(file: string, text: string, path: JsonPath, value: unknown): string {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  const bare = text.slice(mark.length);
  const before: unknown = JSON.parse(bare);
  const options = { formattingOptions: layoutOf(bare) };
  const changed = applyEdits(bare, modify(bare, placeIn(before, path), value, options));
  // Of two fields with one name, the last counts, and a change of the first would do nothing.
  if (!isDeepStrictEqual(JSON.parse(changed), plainly(before, path, value)))
    throw new Fault(
      "config.invalid",
      `Huddle cannot change ${path.join(".")} in ${file}: the file names a field twice. Change it by hand.`,
    );
  return mark + changed;
}

/** Beyond the end of a list is -1 here. */
function placeIn(whole: unknown, path: JsonPath): (string | number)[] {
  const last = path.at(-1);
  const list = path.slice(0, -1).reduce<unknown>((at, step) => childOf(at, step), whole);
  const isAdded = typeof last === "number" && (!Array.isArray(list) || last >= list.length);
  return isAdded ? [...path.slice(0, -1), -1] : [...path];
}

function childOf(at: unknown, step: string | number): unknown {
  if (Array.isArray(at)) return at[Number(step)];
  // Any object can be looked at by the names of its own fields.
  return isObject(at) && Object.hasOwn(at, step) ? (at as Record<string, unknown>)[step] : undefined;
}

/** The same change made to the value. */
function plainly(at: unknown, [step, ...rest]: JsonPath, value: unknown): unknown {
  if (step === undefined) return value;
  const child = plainly(childOf(at, step), rest, value);
  if (typeof step === "number") {
    const list: readonly unknown[] = Array.isArray(at) ? at : [];
    if (child === undefined) return list.filter((_, index) => index !== step);
    return step < list.length ? list.map((one, index) => (index === step ? child : one)) : [...list, child];
  }
  const fields = isObject(at) ? Object.entries(at) : [];
  const others = fields.filter(([name]) => name !== step);
  return Object.fromEntries(child === undefined ? others : [...others, [step, child]]);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** As the file is laid out already; two spaces where it does not show. */
function layoutOf(text: string): FormattingOptions {
  const [, indent = "  "] = /\n([ \t]+)\S/.exec(text) ?? [];
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}
