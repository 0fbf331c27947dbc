import type { TeamEvent } from "../../core/facts/events.ts";
import { type Draft, factVersion } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import { fold } from "../../core/fold/fold.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { asOneTask } from "../../core/rules/one-task.ts";
import type { State } from "../../core/state/state.ts";
import type { FileSettings, Policy, Seat } from "../../core/terms/policy.ts";
import type { Project } from "../project.ts";
import { checkTeam } from "./check-team.ts";

export interface NewSession {
  /** Left out: an iteration. */
  readonly kind?: "iteration" | "grooming";
  readonly title: string;
  readonly brief: string;
  /** The grooming that the brief comes from. */
  readonly from?: string;
  /** One task for one engineer, without a talk. */
  readonly oneTask?: boolean;
  readonly seats: readonly Seat[];
  readonly policy: Policy;
  /** What the files said. Left out: the session does not follow them. */
  readonly files?: FileSettings;
  /** The commit the work starts from, and its branch. */
  readonly base: string;
  readonly branch: string;
}

/** Opens a session: a folder and its first fact. The id comes from the title and is never random. What is new is meant from then on. */
export async function newSession(project: Project, request: NewSession): Promise<SessionFiles> {
  checkTeam(request.seats, project.canUseTools);
  if (request.title.trim() === "")
    throw new Fault("usage", 'Say what it is about: huddle new "a calculator for the terminal"');
  const id = await project.sessions.create(slugOf(request.title), project.assertFree);
  await project.holdBase(id, request.base);
  const files = await project.sessions.open(id);
  await files.journal.append((at, first) => {
    if (at.session.opened > 0) return undefined;
    const opened: Draft = { actor: "human", event: openedEvent(request) };
    return request.oneTask ? [opened, ...asOneTask("human", after(at, opened, first), first + 1)] : [opened];
  });
  if (request.kind !== "grooming") await project.sessions.choose(undefined);
  return files;
}

function openedEvent(request: NewSession): TeamEvent {
  const { kind = "iteration", title, brief, from, seats, policy, base, branch, files } = request;
  return {
    type: "session.opened",
    kind,
    title,
    brief,
    seats: [...seats],
    policy,
    repo: { base, branch },
    ...(from !== undefined && { from }),
    ...(files && { files }),
  };
}

/** The state that the rest of the same append builds on. */
function after(at: State, draft: Draft, seq: number): State {
  return fold(at, { ...draft, seq, prev: "", at: "", v: factVersion });
}

/** Short enough for a branch name, readable enough to be typed. */
function slugOf(title: string): string {
  const words = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim()
    .split(" ")
    .filter(
      (word) => word !== "" && !["a", "an", "the", "for", "of", "to", "and", "in", "with"].includes(word),
    );
  return words.join("-").slice(0, 32).replace(/-+$/, "") || "session";
}
