import { z } from "zod";
import { type ArtifactKind, type Phase, phaseSchema, phases } from "./phase.ts";

/** At which points a person is asked: at every phase, at scope, plan and ship, or at none. */
export const paces = ["careful", "normal", "auto"] as const;

export const seatSchema = z.object({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,23}$/, "a name is lower-case letters, digits and dashes, at most 24"),
  role: z.enum(["engineer", "coach", "architect"]),
  style: z.string().max(400).optional(),
  model: z.string(),
  /** The model knows no tools: this member takes part in discussions in plain text, and builds nothing. */
  textOnly: z.boolean().optional(),
  /** How the talk is shown to its model: as everybody sees it, or as this member lived it. Left out: shared. */
  rendering: z.enum(["shared", "perspective"]).optional(),
});
export type Seat = z.infer<typeof seatSchema>;

/** Whether a model can use tools, as far as somebody has found out. */
export type CanUseTools = (model: string) => boolean | undefined;

export const checkSchema = z.object({ name: z.string(), run: z.string() });
export type Check = z.infer<typeof checkSchema>;

const capSchema = z.object({
  micros: z.int().nonnegative().optional(),
  tokens: z.int().nonnegative().optional(),
});
/** Money in millionths of a dollar, and tokens. What is left out is not capped. */
export type Cap = z.infer<typeof capSchema>;

/** What is in force for a session. It lives in facts; flags and files become facts before they count. */
export const policySchema = z.object({
  pace: z.enum(paces),
  /** Engineer turns in one visit to a discussion phase; then the artifact is due, or a person says how to go on. */
  turns: z.int().positive(),
  /** The same for single phases. */
  turnsIn: z.partialRecord(phaseSchema, z.int().positive()).optional(),
  /** The phases it goes through; left out: all of an iteration. */
  phases: z.array(phaseSchema).min(1).optional(),
  /** The coach first says how large the work looks. */
  sizing: z.boolean().optional(),
  /** Who says which engineer takes a task: the harness, a person, or the engineers with a person's yes. */
  assign: z.enum(["auto", "hand", "volunteer"]).optional(),
  /** Asks a loop may make, by purpose. */
  asks: z.object({
    turn: z.int().positive(),
    artifact: z.int().positive(),
    coding: z.int().positive(),
    review: z.int().positive(),
  }),
  checks: z.object({
    quick: z.array(checkSchema),
    full: z.array(checkSchema),
    timeoutMs: z.int().positive(),
  }),
  /** Most tokens of one reply, by purpose, so that what is reserved for it is not absurd. */
  output: z
    .object({
      turn: z.int().positive(),
      artifact: z.int().positive(),
      coding: z.int().positive(),
      review: z.int().positive(),
    })
    .optional(),
  /** What may be spent: by the session, by any one task, by any one member. */
  budget: z
    .object({ session: capSchema.optional(), task: capSchema.optional(), seat: capSchema.optional() })
    .optional(),
  /** Who the commits are by: the human, never a model. */
  author: z.object({ name: z.string(), email: z.string() }),
});
export type Policy = z.infer<typeof policySchema>;
export type Pace = Policy["pace"];

/** The phases of a session, in order. */
export function phasesOf(policy: Policy): readonly [Phase, ...Phase[]] {
  const [first = "refinement", ...rest] = policy.phases ?? phases;
  return [first, ...rest];
}

export function phaseAfter(policy: Policy, phase: Phase): Phase | undefined {
  const order = phasesOf(policy);
  return order[order.indexOf(phase) + 1];
}

/** Engineer turns that one visit to a phase may take. */
export function turnsIn(policy: Policy, phase: Phase): number {
  return policy.turnsIn?.[phase] ?? policy.turns;
}

/** Whether leaving a phase with this artifact waits for a person. */
export function needsPerson(pace: Pace, artifact: ArtifactKind): boolean {
  // Nobody but the person knows whether an exploration has become a brief.
  if (artifact === "brief") return true;
  if (pace === "auto") return false;
  if (pace === "careful") return true;
  return artifact === "scope" || artifact === "tasks";
}

export function engineersOf(seats: readonly Seat[]): readonly Seat[] {
  return seats.filter((seat) => seat.role === "engineer");
}

/** Engineers who can do more than talk. */
export function buildersOf(seats: readonly Seat[]): readonly Seat[] {
  return engineersOf(seats).filter(hasTools);
}

function hasTools(seat: Seat): boolean {
  return seat.textOnly !== true;
}

/** Who writes the artifact of a phase: the coach, or whoever stands in for one. It is handed in through a tool. */
export function scribeOf(seats: readonly Seat[]): Seat | undefined {
  const able = seats.filter(hasTools);
  return (
    able.find((seat) => seat.role === "coach") ?? able.find((seat) => seat.role === "architect") ?? able[0]
  );
}

/** Somebody other than the author who has tools: the architect first, then the next engineer in order. */
export function reviewerOf(seats: readonly Seat[], author: string): Seat | undefined {
  const place = seats.findIndex((seat) => seat.id === author);
  const others = [...seats.slice(place + 1), ...seats.slice(0, place)].filter(
    (seat) => seat.role !== "coach" && hasTools(seat),
  );
  return others.find((seat) => seat.role === "architect") ?? others[0];
}
