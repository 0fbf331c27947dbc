import { Fault } from "../../core/fault.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Policy } from "../../core/terms/policy.ts";
import type { Project } from "../project.ts";
import { pickSession } from "./pick-session.ts";

/** Turns before a grooming stops and asks: enough to talk without pressure, few enough to keep the person involved. */
const groomTurns = 30;

/** The policy of a grooming: one talk without a goal, and nothing is built. */
export function groomingPolicy(policy: Policy, turns = groomTurns): Policy {
  const { meeting: _, ...rest } = policy;
  return { ...rest, phases: ["exploration"], turnsIn: { exploration: turns } };
}

/** Opens the grooming with this name. Throws a Fault if there is none. */
export async function openGrooming(project: Project, slug: string): Promise<SessionFiles> {
  const { files } = await pickSession(project, slug);
  if (files.journal.state().session.kind === "grooming") return files;
  await files.close();
  throw new Fault("usage", `${slug} is not a grooming. To see it: huddle show --session ${slug}`);
}
