import type { Project } from "../project.ts";
import { openGrooming } from "../sessions/groom.ts";
import { prepareSession } from "../sessions/prepare-session.ts";
import { askForBrief, briefOf, promote } from "../sessions/promote.ts";
import { assertTrusted, executionOf } from "../settings/trust.ts";
import type { Performed } from "./door.ts";
import type { Hands } from "./hands.ts";

/**
 * Starts an iteration from the accepted brief of a grooming. Without one, the coach is asked to write it; one that waits
 * for the person is shown to them. In both cases promoting again goes on from there.
 */
export async function promoteGrooming(
  project: Project,
  hands: Pick<Hands, "base" | "askTrust">,
  slug: string,
): Promise<Performed> {
  const files = await openGrooming(project, slug);
  try {
    await askForBrief(files.journal, slug);
    const brief = briefOf(files.journal.state());
    if (!brief)
      return {
        kind: "done",
        opens: { session: slug, run: true },
        says: "The coach writes the brief. Accept it here, then promote the grooming again from Home.",
      };
    if (brief.settled?.verdict !== "accepted")
      return {
        kind: "done",
        opens: { session: slug, run: false },
        says: "The brief waits for your yes. Accept it here, then promote the grooming again from Home.",
      };
    const repository = await hands.base();
    const command = `huddle groom promote ${slug}`;
    const { start } = await prepareSession(project, { repository, purpose: "iteration", cap: {}, command });
    await assertTrusted(project, executionOf(start, project.hash), hands.askTrust);
    const { session, existed } = await promote(project, files, start);
    return {
      kind: "done",
      opens: { session, run: false },
      says: existed
        ? `It was promoted to ${session} already.`
        : `${session} starts from the brief of ${slug}.`,
    };
  } finally {
    await files.close();
  }
}
