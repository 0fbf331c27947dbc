import type { Asking } from "../acts/asking.ts";
import type { TaskComment } from "../acts/task-comment.ts";
import { emptyLine, lineOf as typedLine } from "../line/line-editor.ts";
import { oneLine } from "../plain-text.ts";
import type { At } from "../screen/screen.ts";
import { fitted } from "../text-width.ts";
import type { ReviewFile } from "./review-file.ts";
import { lineOf, type ReviewItem } from "./review-items.ts";
import { laidOut, placeIn, type ReviewModel, targetAt } from "./review-model.ts";

/** What a comment at the cursor is about, and how it begins where that has no line any more. */
interface CommentPlace {
  readonly at?: NonNullable<TaskComment["at"]>;
  readonly words: string;
  readonly begins: string;
}

/** Asks what the person has to say about the line under the cursor. */
export function askingAbout(model: ReviewModel, at: At): Asking {
  const laid = laidOut(model, at);
  const task = targetAt(model, at) ?? "";
  const { at: place, words, begins } = commentPlace(laid.files, laid.items, placeIn(model, laid).at);
  return {
    kind: "words",
    title: `What should its engineer know about ${words}?`,
    line: begins === "" ? emptyLine : typedLine(begins),
    optional: false,
    wants: (said) => [{ kind: "comment", task, comment: { words: said, ...(place && { at: place }) } }],
  };
}

/** A line of the change; of a removed line, the one that follows it now; of a file that is gone, nothing. */
function commentPlace(
  files: readonly ReviewFile[],
  items: readonly ReviewItem[],
  here: number,
): CommentPlace {
  const item = items[here];
  const file = item && files[item.file];
  if (!file) return { words: "this", begins: "" };
  const line = lineOf(files, item);
  const path = oneLine(file.path);
  if (line?.now !== undefined)
    return { at: placed(file, line.now, line.text), words: `${path}:${line.now}`, begins: "" };
  const next = items
    .slice(here + 1)
    .find((one) => one.kind === "line" && one.file === item.file && lineOf(files, one)?.now !== undefined);
  const after = lineOf(files, next);
  if (!line) {
    const first = item.kind === "hunk" && after?.now !== undefined ? after : undefined;
    if (first?.now !== undefined)
      return { at: placed(file, first.now, first.text), words: `${path}:${first.now}`, begins: "" };
    return { words: path, begins: `${path}: ` };
  }
  const gone = `the removed line "${fitted(oneLine(line.text), mostQuoted)}"`;
  if (after?.now === undefined) return { words: `${path}, ${gone}`, begins: `${path}, ${gone}: ` };
  return { at: placed(file, after.now, after.text), words: `${path}, ${gone}`, begins: `${gone}: ` };
}

const mostQuoted = 60;

function placed({ path }: ReviewFile, line: number, text: string): NonNullable<TaskComment["at"]> {
  return { path, from: line, to: line, seen: text.replace(/\r$/, "") };
}

/** Asks where what has landed should go. */
export function askingToShip({ session }: At): Asking {
  const here = session?.branch;
  return {
    kind: "words",
    title: `Onto which branch? Empty: a new one.${here === undefined ? "" : ` Checked out is ${oneLine(here)}.`}`,
    line: emptyLine,
    optional: true,
    // Handing over is the runner's, so one is wanted where there is none.
    wants: (onto) => [
      { kind: "ship", onto: onto === "" ? undefined : onto },
      ...(session?.run.kind === "still" ? [{ kind: "run" } as const] : []),
    ],
  };
}
