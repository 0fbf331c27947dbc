import { Fault } from "../../core/fault.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Instant } from "../../core/terms/ids.ts";
import { inboxOf } from "../../core/views/inbox/inbox.ts";
import type { Project } from "../project.ts";

/** A grooming in a list. */
export interface Grooming {
  readonly session: string;
  readonly topic: string;
  readonly turns: number;
  /** When something last happened there. */
  readonly lastAt: Instant;
  /** How many things wait for the person. */
  readonly waits: number;
  /** A brief was written and accepted. */
  readonly hasBrief: boolean;
  /** Iterations that were started from it. */
  readonly promoted: readonly string[];
}

/** All groomings, the one where something happened last first. A log that cannot be read is told by `doctor`. */
export async function groomingsOf(project: Project): Promise<readonly Grooming[]> {
  const all: Grooming[] = [];
  for (const id of await project.sessions.list()) {
    const files = await project.sessions.open(id).catch((error: unknown) => {
      if (error instanceof Fault && error.code === "log.damaged") return undefined;
      throw error;
    });
    if (!files) continue;
    try {
      const { opened, kind } = files.journal.state().session;
      if (opened > 0 && kind === "grooming") all.push(await groomingOf(project, files));
    } finally {
      await files.close();
    }
  }
  return all.sort((one, other) => (one.lastAt < other.lastAt ? 1 : -1));
}

async function groomingOf(project: Project, files: SessionFiles): Promise<Grooming> {
  const state = files.journal.state();
  const { title, openedAt, promoted = [] } = state.session;
  let lastAt = openedAt;
  for await (const fact of files.journal.read(state.head)) lastAt = fact.at;
  return {
    session: files.id,
    topic: title,
    turns: state.turns,
    lastAt,
    waits: inboxOf(state, project.clock.now()).length,
    hasBrief: state.artifacts.brief?.settled?.verdict === "accepted",
    promoted,
  };
}
