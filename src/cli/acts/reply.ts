import { sessionOfItem } from "../../app/look/inboxes.ts";
import { nextAt } from "../../app/look/next-for.ts";
import { tryArtifactFiles } from "../../app/run/artifact-files.ts";
import { replyTo } from "../../app/say/reply-to.ts";
import type { AtSession } from "../../app/sessions/with-session.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { CommonOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

/** `huddle reply <id> <answer>`: finds the session by the item, unless two sessions hold one with that id. */
export async function replyAct(
  wire: Wire,
  [id = "", ...words]: readonly string[],
  options: CommonOptions,
): Promise<ExitCode> {
  const answer = words.length === 1 && words[0] === "-" ? await wire.readInput() : words.join(" ");
  const project = await wire.openProject();
  const files = await sessionOfItem(project, id, options.session);
  try {
    const oneOfMany = (await project.sessions.list()).length > 1;
    const at: AtSession = { project, files, oneOfMany, named: oneOfMany };
    await replyTo(files.journal, id, answer, project.clock.now(), project);
    await tryArtifactFiles(files);
    const document = { session: files.id, item: id, answer: answer.trim() };
    report(wire, options, document, [...headingOf(at), `Answered ${id}.`], await nextAt(at));
    return exitCodes.finished;
  } finally {
    await files.close();
  }
}
