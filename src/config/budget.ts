import { z } from "zod";
import type { Cap, Policy } from "../core/terms/policy.ts";

const dollars = z.number().nonnegative().max(1_000_000);
const tokens = z.int().nonnegative();

const capSchema = z
  .union([dollars, z.strictObject({ dollars: dollars.optional(), tokens: tokens.optional() })])
  .describe('dollars such as 5 or 0.5, or tokens such as { "tokens": 2000000 }, or both');

/** The most that may be spent. A project's file and the person's own share it, so you can copy one to the other. */
export const budgetSchema = z
  .strictObject({
    iteration: capSchema.optional().describe("by a session that huddle new starts"),
    do: capSchema.optional().describe("by a session that huddle do starts"),
    task: capSchema.optional().describe("by any one task"),
    member: capSchema.optional().describe("by any one team member"),
  })
  .describe("the most that may be spent; a project's budgets can only lower your own");
export type Budget = z.infer<typeof budgetSchema>;

/** The person's caps, which a project's file can only lower. Undefined: no cap at all. */
export function capsOf(
  user: Budget = {},
  project: Budget = {},
  kind: "iteration" | "do" = "iteration",
): Policy["budget"] {
  const session = lower(capOf(user[kind]), capOf(project[kind]));
  const task = lower(capOf(user.task), capOf(project.task));
  const seat = lower(capOf(user.member), capOf(project.member));
  if (!session && !task && !seat) return undefined;
  return { ...(session && { session }), ...(task && { task }), ...(seat && { seat }) };
}

function capOf(cap: z.infer<typeof capSchema> | undefined): Cap | undefined {
  if (cap === undefined) return undefined;
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
