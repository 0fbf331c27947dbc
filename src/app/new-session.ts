import { Fault } from "../core/fault.ts";
import type { Policy, Seat } from "../core/policy.ts";
import type { SessionFiles } from "../core/ports.ts";
import { checkTeam } from "./check-team.ts";
import type { Project } from "./project.ts";

export interface NewSession {
  readonly title: string;
  readonly brief: string;
  readonly seats: readonly Seat[];
  readonly policy: Policy;
  /** The commit the work starts from, and the branch it was on. */
  readonly base: string;
  readonly branch: string;
}

/** Opens a session: a folder, and its first fact. The id is made from the title, never at random. */
export async function newSession(project: Project, request: NewSession): Promise<SessionFiles> {
  checkTeam(request.seats, project.canUseTools);
  if (request.title.trim() === "")
    throw new Fault("usage", 'Say what it is about: huddle new "a calculator for the terminal"');
  const id = await project.sessions.create(slugOf(request.title));
  const files = await project.sessions.open(id);
  const { title, brief, seats, policy, base, branch } = request;
  await files.journal.append((at) => {
    if (at.session.opened > 0) return undefined;
    return [
      {
        actor: "human",
        event: {
          type: "session.opened",
          kind: "iteration",
          title,
          brief,
          seats: [...seats],
          policy,
          repo: { base, branch },
        },
      },
    ];
  });
  return files;
}

/** Short enough for a branch name, readable enough to be typed. */
function slugOf(title: string): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
    .split(" ")
    .filter(
      (word) => word !== "" && !["a", "an", "the", "for", "of", "to", "and", "in", "with"].includes(word),
    );
  return words.join("-").slice(0, 32).replace(/-+$/, "") || "session";
}
