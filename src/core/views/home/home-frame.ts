import { shownPart } from "../line/line-editor.ts";
import { oneLine, plainText } from "../plain-text.ts";
import type { Frame } from "../rows/frame.ts";
import { wrap } from "../rows/wrap.ts";
import type { At } from "../screen/screen.ts";
import { fitted } from "../text-width.ts";
import { homeEntries } from "./home.ts";
import { beginning, kinds, kindWords } from "./home-line.ts";
import { type HomeModel, placeIn } from "./home-model.ts";
import { homeRows } from "./home-rows.ts";

/** Home, with what is being typed or asked below it. */
export function homeFrame(model: HomeModel, at: At): Frame {
  const { size, paint, now } = at;
  const seen = at.read({ kind: "home" });
  if (seen.kind === "reading") return { rows: [paint("dim", " …")] };
  if (seen.kind === "failed") return { rows: wrap(plainText(seen.why), size.columns) };
  const entries = homeEntries(seen.value);
  const foot = footOf(model, at, beginning(seen.value.at));
  const height = Math.max(3, size.rows - foot.rows.length);
  const selected = placeIn(model.chosen, entries);
  const rows = homeRows(entries, { width: size.columns, height, selected, now, paint });
  const gap = Array.from({ length: Math.max(0, height - rows.length) }, () => "");
  const above = [...rows, ...gap].slice(0, height);
  return {
    rows: [...above, ...foot.rows],
    ...(foot.cursor && {
      cursor: { row: above.length + foot.cursor.row, column: foot.cursor.column },
    }),
  };
}

function footOf({ typing, dropping, notice }: HomeModel, at: At, begins: boolean): Frame {
  const { size, paint } = at;
  if (dropping !== undefined) return { rows: dropRows(dropping, at) };
  if (!typing) return { rows: [] };
  const { text, column } = shownPart(typing.line, size.columns - 2);
  const tabs = kinds
    .map((kind) => (kind === typing.kind ? paint("chosen", ` ${kind} `) : ` ${kind} `))
    .join("");
  const asked = begins
    ? [tabs, kindWords[typing.kind]]
    : ["Your name and e-mail address, such as: Ada Lovelace <ada@example.com>"];
  const said = notice === undefined ? [] : [paint("warn", fitted(oneLine(notice), size.columns))];
  const head = [
    "",
    ...asked.map((row, index) => (index === 0 && begins ? row : fitted(row, size.columns))),
    ...said,
  ];
  return { rows: [...head, `› ${text}`], cursor: { row: head.length, column: column + 2 } };
}

/** What dropping a session removes, before anything is removed. */
function dropRows(session: string, at: At): readonly string[] {
  const { size, paint } = at;
  const seen = at.read({ kind: "drop-plan", session });
  if (seen.kind === "reading") return [paint("dim", " …")];
  const lines = seen.kind === "failed" ? [seen.why] : seen.value;
  const rows = lines
    .flatMap((line) => wrap(plainText(line), size.columns, 4))
    .slice(0, Math.floor(size.rows / 2));
  return ["", ...rows.map((row) => paint("warn", row))];
}
