import { candidatesOf } from "../../core/decide/decide.ts";
import type { Step } from "../../core/decide/step.ts";
import { byHarness, type Draft } from "../../core/facts/fact.ts";
import type { Journal } from "../../core/ports/journal.ts";
import type { Team } from "../../core/ports/team.ts";
import type { Session } from "../../core/state/session.ts";
import type { State } from "../../core/state/state.ts";
import { isRehearsal, type Seat } from "../../core/terms/policy.ts";
import type { Project } from "../project.ts";
import { type Followed, followFiles, saidMore } from "./follow-files.ts";
import { modelWords, policyWords } from "./followed-words.ts";
import { fileSettings, purposeOf } from "./read-files.ts";

/** What a run that starts now would take over from the files. */
export interface Following {
  /** The session as it would be then. */
  readonly session: Session;
  /** What is different, in one line. Empty: nothing that a person would notice. */
  readonly words: string;
  /** Records it, and sends on the steps that it may help. Empty: the files say what they said. */
  readonly drafts: readonly Draft[];
}

/**
 * Models, checks, budgets and limits follow the files at the start of each run, so that a person who edits a file or
 * sets another model sees it take effect. A step that waits because of the old ones is tried again.
 */
export function followTeam(at: State, team: Team, { price }: Pick<Project, "price">): Following {
  const { session } = at;
  const now = fileSettings(team, session.seats, { purpose: purposeOf(session), price });
  if (team.file === undefined && !isRehearsal(session.seats) && saidMore(at, now))
    return {
      session,
      words: "there is no .huddle/team.json here, so what it said then still holds",
      drafts: [],
    };
  const followed = followFiles(at, now);
  if (!followed) return { session, words: "", drafts: [] };
  const { files, patch } = followed;
  const seats = session.seats.map((seat) => followed.seats.find(({ id }) => id === seat.id) ?? seat);
  const models = modelWords(followed.seats, seats);
  const rest = policyWords(patch, session.policy);
  const isPolicy = Object.keys(patch).length > 0 || followed.seats.length === 0;
  const drafts = [
    ...(followed.seats.length > 0 ? [byHarness({ type: "seats.changed", seats, why: models, files })] : []),
    ...(isPolicy ? [byHarness({ type: "policy.changed", patch, why: rest, files })] : []),
    ...helped(at, followed).map(({ key }) => byHarness({ type: "step.retried", step: key })),
  ];
  return {
    session: { ...session, seats, policy: { ...session.policy, ...patch } },
    words: [rest, models].filter((one) => one !== "").join(", "),
    drafts,
  };
}

/** Records what the files say now, if they say something else. Returns the words for what it recorded. */
export async function recordTeam(
  journal: Journal,
  team: Team,
  project: Pick<Project, "price">,
): Promise<string> {
  let words = "";
  await journal.append((at) => {
    const following = followTeam(at, team, project);
    words = following.words;
    const [first, ...rest] = following.drafts;
    return first && [first, ...rest];
  });
  return words;
}

/** The steps that wait for a person and that this change may help: their member or their checks are other ones now. */
function helped(at: State, { seats, patch }: Followed): readonly Step[] {
  const steps = candidatesOf(at).map(({ step }) => step);
  return steps.filter(
    (step) =>
      at.failures[step.key]?.kind === "stuck" &&
      (asksOneOf(step, seats) || (patch.checks !== undefined && runsChecks(step))),
  );
}

function asksOneOf(step: Step, seats: readonly Seat[]): boolean {
  return "seat" in step && seats.some(({ id }) => id === step.seat);
}

function runsChecks({ kind }: Step): boolean {
  return kind === "testing" || kind === "land" || kind === "ship";
}
