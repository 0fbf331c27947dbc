import { refusal } from "../../core/facts/fact.ts";
import { unreadableLog } from "../../core/fault.ts";
import type { Journal } from "../../core/ports/journal.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { currentArtifact } from "../../core/rules/talk.ts";
import type { ArtifactState } from "../../core/state/session.ts";
import type { State } from "../../core/state/state.ts";
import { briefBody } from "../../core/views/documents/artifact-text.ts";
import type { Project } from "../project.ts";
import { tell, whyOver } from "../say/tell.ts";
import { type NewSession, newSession } from "./new-session.ts";

/** The brief that an iteration would start from. An earlier brief still holds if nothing was said since. */
export function briefOf(at: State): ArtifactState<"brief"> | undefined {
  const isStill = !at.stage || at.stage.requested !== undefined || at.stage.turns === 0;
  const held = currentArtifact(at) ?? (isStill ? at.accepted.brief : undefined);
  return held?.kind === "brief" && held.settled?.verdict !== "returned" ? held : undefined;
}

/** Asks for a brief, unless there is one. */
export async function askForBrief(journal: Journal, slug: string): Promise<void> {
  await tell(journal, (at) => {
    const over = whyOver(at);
    if (over !== undefined) return refusal(over);
    if (briefOf(at) || at.stage?.signalled !== undefined) return undefined;
    if (!at.stage || at.stage.turns === 0)
      return refusal(`Nothing has been said about it yet. Type: huddle groom continue ${slug}`);
    const [question] = Object.keys(at.questions);
    if (question !== undefined)
      return refusal(`A question waits for you first. Type: huddle reply ${question} "…"`);
    const summary = "The product manager wants to build something from it.";
    return [{ actor: "human", event: { type: "phase.signalled", summary } }];
  });
}

export interface Promotion {
  /** The iteration. */
  readonly session: string;
  /** The iteration was already started from this brief. */
  readonly existed: boolean;
}

/**
 * Opens an iteration from the accepted brief and records that in the grooming's log. After a kill in between, a second
 * try finds the iteration and does not open another.
 */
export async function promote(
  project: Project,
  files: SessionFiles,
  start: Pick<NewSession, "seats" | "policy" | "base" | "branch" | "files">,
): Promise<Promotion> {
  const brief = briefOf(files.journal.state());
  if (brief?.settled?.verdict !== "accepted") throw new Error("promoted without an accepted brief");
  const title = brief.body.title.trim();
  const text = briefBody(brief.body);
  const there = await iterationFrom(project, files.id, title, text);
  const session = there ?? (await opened(project, { ...start, title, brief: text, from: files.id }));
  await tell(files.journal, (at) =>
    at.session.promoted?.includes(session)
      ? undefined
      : [{ actor: "human", event: { type: "session.promoted", into: session } }],
  );
  return { session, existed: there !== undefined };
}

async function opened(project: Project, request: NewSession): Promise<string> {
  const files = await newSession(project, request);
  await files.close();
  return files.id;
}

async function iterationFrom(
  project: Project,
  from: string,
  title: string,
  brief: string,
): Promise<string | undefined> {
  for (const id of await project.sessions.list()) {
    const card = await project.sessions.card(id).catch((error: unknown) => {
      if (unreadableLog(error) !== undefined) return undefined;
      throw error;
    });
    if (card?.from !== from || card.title !== title) continue;
    const files = await project.sessions.open(id);
    const { session } = files.journal.state();
    await files.close();
    if (session.brief === brief) return id;
  }
  return undefined;
}
