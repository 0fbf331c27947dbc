import type { Answer } from "../core/decide/waits/wait.ts";
import type { InboxItem } from "../core/views/inbox/inbox.ts";
import type { Project } from "./project.ts";
import { tryArtifactFiles } from "./run/artifact-files.ts";
import { answer } from "./say/answer.ts";
import { replyTo } from "./say/reply-to.ts";

/** What a person decides about an item: an answer that was offered, or words that they typed. */
export type Decided = { readonly answer: Answer } | { readonly typed: string };

/**
 * Settles an item of a session's inbox as it was shown. If something else waits under its name by now, or nothing, a
 * Fault says so and nothing is done.
 */
export async function settleItem(
  project: Project,
  session: string,
  seen: InboxItem,
  decided: Decided,
): Promise<void> {
  const files = await project.sessions.open(session);
  try {
    const now = project.clock.now();
    const by = { ...project, seen };
    if ("answer" in decided) await answer(files.journal, seen.id, decided.answer, now, by);
    else await replyTo(files.journal, seen.id, decided.typed, now, by);
    await tryArtifactFiles(files);
  } finally {
    await files.close();
  }
}
