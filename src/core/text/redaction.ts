/** A key in use, and where it comes from, in words for a person. */
export interface NamedKey {
  readonly name: string;
  readonly value: string;
}

/** Keeps the values of keys out of everything that is kept, sent or shown. */
export interface Redaction {
  /** The text with `[key]` for every key in it, also in the forms in which programs print one. */
  redact(text: string): string;
  /** How many characters at the end of a redacted text may be the start of a key that goes on in the next piece. */
  held(text: string): number;
  /** The name of a key whose exact value the text holds. */
  find(text: string): string | undefined;
  /** For each key that is long enough to be sure of: what to look for, each on one line, to find it in any bytes. */
  needles(): readonly (readonly string[])[];
}

const mark = "[key]";

/** What people give to servers that want no key: words that occur everywhere. */
const placeholders = new Set(["no-key-required", "sk-no-key-required"]);
const sure = 12;

export function redactionOf(keys: readonly NamedKey[]): Redaction {
  const secret = keys.filter(({ value }) => isSecret(value));
  const forms = [...new Set(secret.flatMap(({ value }) => formsOf(value)))].sort(
    (a, b) => b.length - a.length,
  );
  if (forms.length === 0)
    return { redact: (text) => text, held: () => 0, find: () => undefined, needles: () => [] };
  const plain = new Set(secret.flatMap(({ value }) => plainFormsOf(value)));
  const any = new RegExp(
    forms.map((form) => (plain.has(form) ? literal(form) : inLines(form))).join("|"),
    "g",
  );
  return {
    redact: (text) => text.replace(any, mark),
    held: (text) => heldBy(forms, text),
    find: (text) =>
      secret.find(
        ({ value }) => value.length >= sure && (text.includes(value) || text.includes(inJson(value))),
      )?.name,
    needles: () =>
      secret.flatMap(({ value }) => (value.length >= sure ? [formsOf(value).map(longestLine)] : [])),
  };
}

/** Of a key with several lines, the one that is least likely to be anything else. */
function longestLine(text: string): string {
  return text.split(/\r?\n/).reduce((longest, line) => (line.length > longest.length ? line : longest));
}

/** Nothing to hide. */
export const noKeys: Redaction = redactionOf([]);

/** Output of programs and servers without what looks like anybody's key, and without passwords in addresses. */
export function withoutKeyShapes(text: string): string {
  return withoutTypedKeys(text.replace(password, `$1${mark}@`));
}

/**
 * Words and command lines of a model without what looks like anybody's key. A password in an address stays: the
 * database of a test has one. Not for what is written into a file: a test may need a text that looks like a key.
 */
export function withoutTypedKeys(text: string): string {
  return text.replace(shapes, mark);
}

/** How many characters at the end of a text may be the start of what looks like anybody's key. */
export function openKeyShape(text: string): number {
  const [word = ""] = /[\w-]*$/.exec(text.slice(-longestShape)) ?? [];
  const starts = [...word.matchAll(/\b\w/g)].map(({ index }) => word.slice(index));
  return (
    starts.find((end) => shapeStarts.some((start) => start.startsWith(end) || end.startsWith(start)))
      ?.length ?? 0
  );
}

/** What keys begin with. A key that is longer than this would show its end, one piece after the other. */
const shapeStarts = ["sk-", "AIza", "gh", "github_pat_", "hf_", "xox", "AKIA"];
const longestShape = 400;

const password = /(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#@'"`<>]+@/gi;
const shapes =
  /\b(?:sk-[A-Za-z0-9_-]{20,}|AIza[\w-]{30,}|gh[a-z]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|hf_[A-Za-z0-9]{30,}|xox[a-z]-[\w-]{20,}|AKIA[A-Z0-9]{16})/g;

/** A short word without a digit, such as `lm-studio`, hides nothing and occurs everywhere. */
function isSecret(value: string): boolean {
  return (value.length >= sure || (value.length >= 8 && /\d/.test(value))) && !placeholders.has(value);
}

/** As it is, in an address, in JSON, and inside base64 and hexadecimal text. */
function formsOf(value: string): readonly string[] {
  const bytes = new TextEncoder().encode(value);
  const inBase64 = [0, 1, 2].map((before) => base64Of(bytes, before));
  return [
    ...plainFormsOf(value),
    ...inBase64,
    ...inBase64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
    hexOf(bytes),
    hexOf(bytes).toUpperCase(),
  ];
}

function plainFormsOf(value: string): readonly string[] {
  return [value, encodeURIComponent(value), inJson(value)];
}

/** Programs that print base64 or hexadecimal text break it into lines, wherever a key begins. */
function inLines(form: string): string {
  return [...form].map(literal).join("(?:\\r?\\n)?");
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

/** The part that base64 has in common for all texts with these bytes after `before` others, counted in threes. */
function base64Of(bytes: Uint8Array, before: number): string {
  const all = [...new Uint8Array(before), ...bytes];
  const digits: string[] = [];
  for (let bit = Math.ceil((before * 8) / 6) * 6; bit + 6 <= all.length * 8; bit += 6) {
    const two = ((all[bit >> 3] ?? 0) << 8) | (all[(bit >> 3) + 1] ?? 0);
    digits.push(base64.charAt((two >> (10 - (bit % 8))) & 63));
  }
  return digits.join("");
}

const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function heldBy(forms: readonly string[], text: string): number {
  const longest = Math.min(text.length, (forms[0]?.length ?? 1) - 1 + mostBreaks);
  for (let length = longest; length > 0; length -= 1) {
    const end = text.slice(-length).replace(/\r?\n|\r$/g, "");
    if (end !== "" && forms.some((form) => form.length > end.length && form.startsWith(end))) return length;
  }
  return 0;
}

/** Characters that break lines in one key. */
const mostBreaks = 16;
