import { z } from "zod";
import type { Cap, Policy, SessionPurpose } from "../core/terms/policy.ts";

const dollars = z.number().nonnegative().max(1_000_000);
const tokens = z.int().nonnegative();

const capSchema = z
  .union([
    dollars,
    z.strictObject({ dollars: dollars.optional(), tokens: tokens.optional() }),
    z.literal("none"),
  ])
  .describe(
    'dollars such as 5 or 0.5, or tokens such as { "tokens": 2000000 }, or both; "none" for no limit',
  );
type CapSetting = z.infer<typeof capSchema>;

/** The most that may be spent. A project's file and the person's own share it, so you can copy one to the other. */
export const budgetSchema = z
  .strictObject({
    iteration: capSchema.optional().describe("by a session that huddle new starts; default $5"),
    do: capSchema.optional().describe("by a session that huddle do starts; default $1"),
    groom: capSchema.optional().describe("by a session that huddle groom starts; default $2"),
    task: capSchema.optional().describe("by any one task"),
    member: capSchema.optional().describe("by any one team member"),
  })
  .describe("the most that may be spent; a project's budgets can only lower your own");
export type Budget = z.infer<typeof budgetSchema>;

/** What a session may spend if the person's own file does not say, and the same if the price of a model is unknown. */
const defaultBudgets: Readonly<Record<SessionPurpose, { readonly money: Cap; readonly tokens: Cap }>> = {
  iteration: { money: { micros: 5_000_000 }, tokens: { tokens: 2_000_000 } },
  do: { money: { micros: 1_000_000 }, tokens: { tokens: 400_000 } },
  groom: { money: { micros: 2_000_000 }, tokens: { tokens: 800_000 } },
};

export interface CapsFor {
  readonly purpose: SessionPurpose;
  /** Every model of the team has a known price. */
  readonly priced: boolean;
}

/** The person's caps, or the default ones, which a project's file can only lower. Undefined: no cap at all. */
export function capsOf(user: Budget, project: Budget, { purpose, priced }: CapsFor): Policy["budget"] {
  const own = saysNothing(user[purpose])
    ? defaultBudgets[purpose][priced ? "money" : "tokens"]
    : capOf(user[purpose]);
  const session = lower(own, capOf(project[purpose]));
  const task = lower(capOf(user.task), capOf(project.task));
  const seat = lower(capOf(user.member), capOf(project.member));
  if (!session && !task && !seat) return undefined;
  return { ...(session && { session }), ...(task && { task }), ...(seat && { seat }) };
}

/** Neither an amount nor "none". */
export function saysNothing(cap: CapSetting | undefined): boolean {
  return cap !== "none" && capOf(cap) === undefined;
}

function capOf(cap: CapSetting | undefined): Cap | undefined {
  if (cap === undefined || cap === "none") return undefined;
  const { dollars, tokens } = typeof cap === "number" ? { dollars: cap, tokens: undefined } : cap;
  if (dollars === undefined && tokens === undefined) return undefined;
  return {
    ...(dollars !== undefined && { micros: Math.round(dollars * 1_000_000) }),
    ...(tokens !== undefined && { tokens }),
  };
}

function lower(a: Cap | undefined, b: Cap | undefined): Cap | undefined {
  if (!a || !b) return a ?? b;
  const micros = least(a.micros, b.micros);
  const tokens = least(a.tokens, b.tokens);
  return { ...(micros !== undefined && { micros }), ...(tokens !== undefined && { tokens }) };
}

function least(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}
