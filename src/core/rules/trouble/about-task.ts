import type { Draft } from "../../facts/fact.ts";
import type { CitedLines } from "../../terms/citations.ts";
import type { SeatId, TaskId } from "../../terms/ids.ts";
import { listedPath } from "../../text/path-list.ts";

/** Lines of a file that a person names, up to `to`, with the text of the first of them. */
export interface NamedLines extends CitedLines {
  readonly to: number;
}

/** What a person's words about a task can have besides. */
interface Around {
  readonly to?: readonly SeatId[];
  readonly at?: NamedLines;
}

/** A person's words about a task, in their own name. Only the task's own conversations have them. */
export function aboutTask(task: TaskId, words: string, { to, at }: Around = {}): Draft {
  return {
    actor: "human",
    event: {
      type: "message.posted",
      text: `About ${task}${at ? `, ${placeOf(at)}` : ""}: ${words}`,
      task,
      ...(to && { to: [...to] }),
      ...(at && { cited: [{ path: at.path, from: at.from, lines: [...at.lines] }] }),
    },
  };
}

/** What a person said, without the words that tell what it is about. */
export function saidAbout(text: string, task: TaskId, cited: CitedLines | undefined): string {
  const about = `About ${task}`;
  const begins = cited ? `${about}, ${listedPath(cited.path)}:${cited.from}` : about;
  if (!text.startsWith(begins)) return text;
  return text.slice(begins.length).replace(/^(?:-\d+)?: /, "");
}

export function placeOf({ path, from, to }: NamedLines): string {
  return `${listedPath(path)}:${from}${to > from ? `-${to}` : ""}`;
}
