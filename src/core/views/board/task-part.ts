import { plainText } from "../plain-text.ts";
import { type ListMove, type ListPlace, movedInList, shownAt } from "../rows/list-place.ts";
import { wrap } from "../rows/wrap.ts";
import type { At } from "../screen/screen.ts";
import type { Want } from "../screen/want.ts";
import { type PageRow, pageRows } from "../task/page-rows.ts";
import { fitted } from "../text-width.ts";
import type { OpenPage } from "./board-model.ts";

/** The rows of the page of a task, or of what one of its commands printed. */
function partRows(page: OpenPage, at: At): readonly PageRow[] {
  const { printed } = page;
  if (!printed) {
    const seen = at.read({ kind: "task", task: page.task });
    if (seen.kind === "there") return pageRows(seen.value, { ...at, width: at.size.columns - 1 });
    return plainRows(seen.kind === "failed" ? seen.why : "…", at);
  }
  const seen = at.read({ kind: "printed", blob: printed.blob });
  const text = seen.kind === "there" ? seen.value : seen.kind === "failed" ? seen.why : "…";
  return [
    ...plainRows(printed.title, at).map((row) => ({ ...row, style: "bold" as const })),
    { text: "" },
    ...plainRows(text.trimEnd() === "" ? "(it printed nothing)" : text.trimEnd(), at),
  ];
}

function plainRows(text: string, { size }: At): readonly PageRow[] {
  return wrap(plainText(text), size.columns - 2).map((row) => ({ text: row }));
}

/** The rows in the window, with a sign at the cursor. */
export function partFrame(page: OpenPage, at: At, height: number): readonly string[] {
  const { size, paint } = at;
  const rows = partRows(page, at);
  const { at: here, top } = shownAt(placeIn(page), placeIn(page).at, rows.length, height);
  return rows.slice(top, top + height).map(({ text, style, opens }, row) => {
    const sign = top + row === here ? paint("decided", opens ? "▸" : "›") : " ";
    const shown = fitted(text, size.columns - 1);
    return `${sign}${style === undefined ? shown : paint(style, shown)}`;
  });
}

function placeIn({ place, printed }: OpenPage): ListPlace {
  return printed?.place ?? place;
}

function placed(page: OpenPage, place: ListPlace): OpenPage {
  return page.printed ? { ...page, printed: { ...page.printed, place } } : { ...page, place };
}

export function movedInPart(page: OpenPage, move: ListMove, at: At, height: number): OpenPage {
  return placed(page, movedInList(placeIn(page), move, partRows(page, at).length, height));
}

/** To where the next part of the page begins, or the one before. */
export function jumpedInPart(page: OpenPage, by: 1 | -1, at: At, height: number): OpenPage {
  const rows = partRows(page, at);
  const here = placeIn(page).at;
  for (let row = here + by; row >= 0 && row < rows.length; row += by)
    if (rows[row]?.begins) return placed(page, shownAt(placeIn(page), row, rows.length, height, true));
  return page;
}

/** What Enter does on the row under the cursor. Undefined: nothing. */
export function openedFrom(
  page: OpenPage,
  at: At,
): { readonly page: OpenPage; readonly wants?: readonly Want[] } | undefined {
  const opens = partRows(page, at)[placeIn(page).at]?.opens;
  switch (opens?.kind) {
    case undefined:
      return undefined;
    case "run":
      return {
        page: { ...page, printed: { title: opens.title, blob: opens.blob, place: { at: 0, top: 0 } } },
      };
    case "changes":
      return { page, wants: [{ kind: "go", screen: "review", about: page.task }] };
    case "wait":
      return { page, wants: [{ kind: "go", screen: "inbox", about: opens.id }] };
  }
}
