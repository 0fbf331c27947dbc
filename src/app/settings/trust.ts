import { Fault } from "../../core/fault.ts";
import type { Hash } from "../../core/ports/clock.ts";
import type { Journal } from "../../core/ports/journal.ts";
import { executedBy, isRehearsal, type Seat } from "../../core/terms/policy.ts";
import { clipped } from "../../core/text/clipped.ts";
import { quoted } from "../../core/text/quoted.ts";
import { visible } from "../../core/text/visible.ts";
import type { Project } from "../project.ts";

/** The command lines that a repository has Huddle start, and their hash, which a person trusts. */
export interface Execution {
  readonly hash: string;
  readonly runs: readonly string[];
}

/** Shows a person what would be executed and waits for their yes. `changed`: they trusted something else here before. */
export type AskTrust = (execution: Execution, changed: boolean) => Promise<boolean>;

/** A session, or a team before it has one. */
interface Executing {
  readonly seats: readonly Seat[];
  readonly policy: Parameters<typeof executedBy>[0];
}

/** What sessions like this one start on their own. Undefined: nothing, or a script that came with Huddle. */
export function executionOf({ seats, policy }: Executing, hash: Hash): Execution | undefined {
  const runs = isRehearsal(seats) ? [] : executedBy(policy);
  return runs.length === 0 ? undefined : { hash: hash(JSON.stringify(runs)), runs };
}

/** What a session executes, once the person trusts it. Called before anything of the session starts or connects. */
export async function trustedExecution(
  project: Pick<Project, "trust" | "hash">,
  { id, session, team }: { readonly id: string; readonly session: Executing; readonly team: Executing },
  ask: AskTrust | undefined,
): Promise<Execution | undefined> {
  const execution = executionOf(session, project.hash);
  const isTeams = executionOf(team, project.hash)?.hash === execution?.hash;
  await assertTrusted(project, execution, ask, isTeams ? giveCommand : `${giveCommand} --session ${id}`);
  return execution;
}

/** Throws a Fault unless the person trusts this. `ask` left out: nobody is there to ask. `command`: gives the trust. */
export async function assertTrusted(
  { trust }: Pick<Project, "trust">,
  execution: Execution | undefined,
  ask: AskTrust | undefined,
  command = giveCommand,
): Promise<void> {
  if (!execution) return;
  const trusted = await trust.hashes();
  if (trusted.includes(execution.hash)) return;
  const changed = trusted.length > 0;
  if (!(await ask?.(execution, changed))) throw notTrusted(execution, changed, command);
  await trust.give(execution.hash);
}

/** Records what the person's trust file holds, before any of it is executed. */
export async function recordTrust(journal: Journal, execution: Execution | undefined): Promise<void> {
  if (!execution) return;
  const { hash, runs } = execution;
  await journal.append((at) =>
    at.session.trusted === hash
      ? undefined
      : [{ actor: "human", event: { type: "trust.given", hash, runs: [...runs] } }],
  );
}

const giveCommand = "huddle trust --give";

/** The command lines as a person can judge them: nothing hidden, each below the other. */
export function executedLines({ runs }: Execution): readonly string[] {
  return runs.map((run) => {
    const text = visible(run);
    const rest = text.length - longest;
    return quoted(rest > 0 ? `${clipped(text, longest)} (${rest} characters more)` : text);
  });
}

const longest = 2_000;

function notTrusted(execution: Execution, changed: boolean, command: string): Fault {
  const why = changed
    ? "What this repository has Huddle execute has changed since you trusted it."
    : "This repository has Huddle execute commands, and you have not said yet that you trust them.";
  return new Fault(
    "trust.needed",
    [
      `${why} Nothing was started. They are in .huddle/team.json:`,
      ...executedLines(execution),
      `Read them, and what they start. To trust them:  ${command}`,
    ].join("\n"),
  );
}
