import type { AtSession } from "../../app/sessions/with-session.ts";
import { diffOf } from "../../app/tasks/diff.ts";
import type { Fact } from "../../core/facts/fact.ts";
import { isWithoutTalk } from "../../core/terms/policy.ts";
import { plainText } from "../../core/views/plain-text.ts";
import type { Paint } from "../../core/views/rows/theme.ts";
import { fitted } from "../../core/views/text-width.ts";
import type { Face } from "../face/face.ts";
import { diffLines } from "../print/diff-lines.ts";

/** A change that a person can take in at once; `huddle diff` shows more. */
const mostLines = 200;
const margin = "    ";

/** In small work a person sees what landed, before they say where it goes. Undefined: nothing of that kind landed. */
export function tellLanded(
  { event }: Fact,
  { project, files }: AtSession,
  face: Face,
  { width, paint }: { readonly width: number; readonly paint: Paint },
): Promise<void> | undefined {
  if (event.type !== "task.moved" || event.trigger !== "landed") return undefined;
  if (!isWithoutTalk(files.journal.state().session.policy)) return undefined;
  return diffOf(project, files, { isWork: false }).then(({ text }) => {
    const own = text
      .trimEnd()
      .split("\n")
      .map((line) => fitted(plainText(line), width - margin.length));
    const more = own.length - mostLines;
    const rest = more > 0 ? [`… ${more} more lines: huddle diff`] : [];
    const lines = text.trim() === "" ? [] : diffLines(own.slice(0, mostLines).join("\n"), paint);
    face.print([...lines, ...rest].map((line) => `${margin}${line}`));
  });
}
