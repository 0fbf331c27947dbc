import { nextAt } from "../../app/look/next-for.ts";
import { withSession } from "../../app/sessions/with-session.ts";
import { commentTask } from "../../app/tasks/comment-task.ts";
import { commentedWords } from "../../app/tasks/commented-words.ts";
import type { TaskComment } from "../../core/views/acts/task-comment.ts";
import { plainText } from "../../core/views/plain-text.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

/** `huddle task comment t1 src/parse.js:12 "…"`: its engineer reads it next, whoever has the task now. */
export async function taskCommentAct(
  wire: Wire,
  [id = "", ...words]: readonly string[],
  options: CommonOptions,
): Promise<ExitCode> {
  const comment = commentOf(words);
  return withSession(await wire.openProject(), options.session, async (at) => {
    const commented = await commentTask(at.project, at.files, id, comment);
    const document = { session: at.files.id, ...commented, at: comment.at ?? null };
    const shown = commented.lines.map((line) => `  ${plainText(line)}`);
    report(
      wire,
      options,
      document,
      [...headingOf(at), ...shown, commentedWords(commented)],
      await nextAt(at),
    );
    return exitCodes.finished;
  });
}

/** The first word is the place, if it looks like one and something follows. */
function commentOf([first = "", ...rest]: readonly string[]): TaskComment {
  const [, path, from, to = from] = /^(.+?):(\d{1,7})(?:-(\d{1,7}))?$/.exec(first) ?? [];
  if (path === undefined) return { words: [first, ...rest].join(" ") };
  return { words: rest.join(" "), at: { path, from: Number(from), to: Number(to) } };
}
