import type { z } from "zod";
import { type ArtifactKind, allPhases, type Pace, type Phase, phases } from "./phase.ts";
import type {
  capSchema,
  checkSchema,
  filesSchema,
  permitSchema,
  policySchema,
  seatModelSchema,
  seatSchema,
  sessionPurposes,
  setupSchema,
  writeRulesSchema,
} from "./policy-schema.ts";
import { rulesOf } from "./talk-rules.ts";

export type Seat = z.infer<typeof seatSchema>;
export type Check = z.infer<typeof checkSchema>;
export type Setup = z.infer<typeof setupSchema>;
export type Cap = z.infer<typeof capSchema>;
export type Policy = z.infer<typeof policySchema>;
export type WriteRules = z.infer<typeof writeRulesSchema>;
export type Permit = z.infer<typeof permitSchema>;
export type SeatModel = z.infer<typeof seatModelSchema>;
export type FileSettings = z.infer<typeof filesSchema>;
export type SessionPurpose = (typeof sessionPurposes)[number];

/** Whether a model can use tools, as far as that is known. */
export type CanUseTools = (model: string) => boolean | undefined;

/** The phases of a session, in order. */
export function phasesOf(policy: Policy): readonly [Phase, ...Phase[]] {
  const [first = "refinement", ...rest] = policy.phases ?? phases;
  return [first, ...rest];
}

/** Small work without a talk: one engineer, and a person who knows what is wanted. */
export function isWithoutTalk(policy: Policy): boolean {
  return phasesOf(policy)[0] === "implementation";
}

/** The next phase, also from one that the policy has left out since. */
export function phaseAfter(policy: Policy, phase: Phase): Phase | undefined {
  const order = phasesOf(policy);
  const index = order.indexOf(phase);
  if (index >= 0) return order[index + 1];
  return order.find((one) => allPhases.indexOf(one) > allPhases.indexOf(phase));
}

/** Set-up is shown, judged and left out as a check of this name. */
export const setUpName = "set-up";

/** Whether reviewers may try things out. Where every command wants a person's yes, they do not ask for any. */
export function mayTryCommands({ commands }: Policy): boolean {
  return commands === "free";
}

/** Whether engineers may run anything while they build. */
export function mayRunCommands({ commands }: Policy): boolean {
  return commands === "free" || commands === "ask";
}

/** Every command line that a session with this policy starts on its own, each once: what a person has to trust. */
export function executedBy({ setup, checks }: Pick<Policy, "setup" | "checks">): readonly string[] {
  const { run, update } = setup ?? {};
  const all = [run, update, ...[...checks.quick, ...checks.full].map((check) => check.run)];
  return [...new Set(all.filter((one) => one !== undefined))];
}

/** Engineer turns that one visit to a phase may take. */
export function turnsIn(
  { policy, seats }: { readonly policy: Policy; readonly seats: readonly Seat[] },
  phase: Phase,
): number {
  const { rounds } = rulesOf(phase);
  const most = rounds === undefined ? policy.turns : rounds * engineersOf(seats).length;
  return policy.turnsIn?.[phase] ?? Math.min(policy.turns, most);
}

/** Whether a person must accept this artifact before the team leaves the phase. */
export function needsYes(pace: Pace, artifact: ArtifactKind): boolean {
  // Only the person knows whether an exploration has become a brief.
  if (artifact === "brief") return true;
  if (pace === "auto") return false;
  if (pace === "careful") return true;
  return artifact === "scope" || artifact === "tasks" || artifact === "agreement";
}

export function engineersOf(seats: readonly Seat[]): readonly Seat[] {
  return seats.filter((seat) => seat.role === "engineer");
}

/** Engineers with tools. */
export function buildersOf(seats: readonly Seat[]): readonly Seat[] {
  return engineersOf(seats).filter(hasTools);
}

export function hasTools(seat: Seat): boolean {
  return seat.textOnly !== true;
}

/** The name of a model: its provider and its own name there. */
export const modelName = /^[\w.-]+\/\S+$/;

/** The model that messages, help and docs name where a person needs an example of a provider's. */
export const exampleModel = "anthropic/claude-sonnet-5-5";

/** What a person is told whose model has another kind of name. */
export function notModelName(model: string): string {
  return `"${model}" is not a model's name. Write provider/model, such as ollama/qwen3-coder.`;
}

/** The provider of a model: `anthropic` of `anthropic/claude-sonnet-5-5`. */
export function providerOf(model: string): string {
  const [provider = ""] = model.split("/", 1);
  return provider;
}

/** A scripted team: it plays its script, whatever the settings say, and costs nothing. */
export function isRehearsal(seats: readonly Seat[]): boolean {
  return seats.some(({ model }) => model.startsWith("rehearsal/"));
}

/** The member who writes the artifact of a phase: the coach or a substitute. It is handed in through a tool. */
export function scribeOf(seats: readonly Seat[]): Seat | undefined {
  const able = seats.filter(hasTools);
  return (
    able.find((seat) => seat.role === "coach") ?? able.find((seat) => seat.role === "architect") ?? able[0]
  );
}

/** A member with tools other than the author: the architect first, then the next engineer in order. Reviews and answers. */
export function reviewerOf(seats: readonly Seat[], author: string): Seat | undefined {
  const place = seats.findIndex((seat) => seat.id === author);
  const others = [...seats.slice(place + 1), ...seats.slice(0, place)].filter(
    (seat) => seat.role !== "coach" && hasTools(seat),
  );
  return others.find((seat) => seat.role === "architect") ?? others[0];
}
