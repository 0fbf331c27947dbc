/** What a reader hears of a document, in its order. */
export interface XmlReader {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
}

const deepest = 200;
const mostAttributes = 100;

/**
 * Reads XML as test runners write it, once and from front to back. Nothing is expanded but characters: a document that
 * declares anything itself is refused. Returns what is wrong with it, in words; undefined: it is whole.
 */
export function readXml(source: string, reader: XmlReader): string | undefined {
  const open: string[] = [];
  let seen = false;
  let at = source.startsWith("\ufeff") ? 1 : 0;
  while (at < source.length) {
    const next = source.indexOf("<", at);
    const text = source.slice(at, next < 0 ? source.length : next);
    if (open.length > 0) reader.text(plain(text));
    else if (text.trim() !== "") return "is not XML";
    if (next < 0) break;
    const mark = marks.find(({ start }) => source.startsWith(start, next));
    if (mark === undefined && source.startsWith("<!", next))
      return "declares a document type, which is not read";
    const end = source.indexOf(mark?.end ?? ">", next + (mark?.start.length ?? 1));
    if (end < 0) return cutOff(open);
    if (mark) {
      if (mark.isText && open.length > 0) reader.text(source.slice(next + mark.start.length, end));
      at = end + mark.end.length;
      continue;
    }
    const close = tagEnd(source, next);
    if (close < 0) return cutOff(open);
    const wrong = tag(source.slice(next + 1, close), open, reader, seen);
    if (wrong !== undefined) return wrong;
    seen = true;
    at = close + 1;
  }
  return seen && open.length === 0 ? undefined : seen ? cutOff(open) : "is empty";
}

/** What is no element. A comment or an instruction says nothing. */
const marks: readonly { readonly start: string; readonly end: string; readonly isText?: true }[] = [
  { start: "<!--", end: "-->" },
  { start: "<![CDATA[", end: "]]>", isText: true },
  { start: "<?", end: "?>" },
];

function cutOff(open: readonly string[]): string {
  const last = open.at(-1);
  return last === undefined ? "ends in the middle" : `ends in the middle of <${last}>`;
}

/** Where a tag ends: a `>` may also stand in the value of an attribute. */
function tagEnd(source: string, from: number): number {
  let quote = "";
  for (let at = from + 1; at < source.length; at++) {
    const sign = source.charAt(at);
    if (quote !== "") {
      if (sign === quote) quote = "";
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === ">") return at;
    else if (sign === "<") return -1;
  }
  return -1;
}

const name = /^[A-Za-z_][\w:.-]*/;

/** Undefined: fine. */
function tag(inner: string, open: string[], reader: XmlReader, seen: boolean): string | undefined {
  if (inner.startsWith("/")) {
    const closed = inner.slice(1).trim();
    if (open.pop() !== closed) return `closes <${closed.slice(0, 40)}>, which is not open`;
    reader.close(closed);
    return undefined;
  }
  const [element] = name.exec(inner) ?? [];
  if (element === undefined || (seen && open.length === 0)) return "is not XML";
  if (open.length >= deepest) return `is nested more than ${deepest} deep`;
  reader.open(element, attributesIn(inner.slice(element.length)));
  if (inner.endsWith("/")) reader.close(element);
  else open.push(element);
  return undefined;
}

function attributesIn(text: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>; // names are foreign
  let count = 0;
  for (const [, key = "", double, single = ""] of text.matchAll(attribute)) {
    if (++count > mostAttributes) break;
    found[key] = plain(double ?? single);
  }
  return found;
}

const attribute = /([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

/** The five names that XML has by itself, and characters by number. Anything else stands for itself. */
function plain(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:(lt|gt|quot|apos|amp)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g,
    (whole, named, decimal, hex) => {
      if (typeof named === "string") return entities[named] ?? whole;
      const code = typeof decimal === "string" ? Number(decimal) : Number.parseInt(String(hex), 16);
      return code > 0x10ffff ? whole : String.fromCodePoint(code);
    },
  );
}
