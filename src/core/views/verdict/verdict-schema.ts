import { z } from "zod";
import { taskStates } from "../../terms/task-machine.ts";
import { escalationKinds } from "../escalations/escalation.ts";
import { runExits } from "./run-exits.ts";

const count = z.int().nonnegative();
const event = z.int().positive();
const commit = z.string();

const sum = z.object({
  requests: count,
  tokens: z.number().nonnegative(),
  micros: z.number().describe("millionths of a dollar, of the requests whose price is known"),
  unknown: count.describe("requests whose price is unknown; what they cost is not in micros"),
});

const cost = z.object({
  spent: sum,
  unconfirmed: sum.describe("requests whose end Huddle did not see, at the most they can have cost"),
});

const checks = z.object({
  event: event.describe("the event that holds it; see: huddle show --events"),
  why: z.string().describe("testing, landing, or what else they were run for"),
  commit,
  passed: z.boolean(),
  results: z.array(
    z.object({
      name: z.string(),
      command: z.string(),
      exit: z.int().nullable().describe("null: it did not end by itself"),
      counts: z.object({ passed: count, failed: count, skipped: count.optional() }).optional(),
    }),
  ),
});

const review = z.object({
  event,
  by: z.string(),
  verdict: z.enum(["approved", "changes", "rejected"]),
  commit,
  findings: count,
});

const task = z.object({
  id: z.string(),
  title: z.string(),
  outcome: z
    .enum(["landed", "satisfied", "failed", "blocked", "cancelled", "split", "reverted", "open"])
    .describe(
      "satisfied: it was done already; blocked: it or a task that it builds on waits for a person; open: it would go on in the next run",
    ),
  state: z.enum(taskStates).describe("where it stands in Huddle's own words"),
  why: z.string().optional().describe("of failed and blocked tasks, in one line"),
  engineer: z.string().optional(),
  attempt: z.int().positive(),
  summary: z.string().optional().describe("what its engineer did, in the engineer's words"),
  requirements: z.array(z.string()),
  landed: commit.optional().describe("the commit that has it, on Huddle's own branch"),
  evidence: z.object({
    checks: z.array(checks),
    reviews: z.array(review),
    flags: z.array(z.string()).describe("what green checks do not show"),
  }),
  cost,
  waits: z.array(z.string()).describe("ids of what waits for a person because of it"),
});

const wait = z.object({
  id: z.string(),
  escalation: z.object({
    kind: z.enum(escalationKinds),
    origin: z.object({
      task: z.string().optional(),
      also: z.array(z.string()).optional().describe("other tasks that wait for the same reason"),
      state: z.enum(taskStates).optional(),
      seat: z.string().optional(),
    }),
    tried: z.array(z.string()),
    needed: z.string(),
    since: event,
    due: z.string().optional(),
  }),
  answers: z.array(z.string()).describe("commands that answer it"),
});

/** How a run ended: what a machine reads after it. `verdict.json` beside the log, and what --verdict writes. */
export const verdictSchema = z.object({
  version: z.literal(1),
  session: z.string(),
  title: z.string(),
  at: z.string().describe("when the run ended"),
  ended: z.object({ kind: z.string(), why: z.string() }),
  exit: z.literal(Object.values(runExits)).describe("the exit code of the run"),
  base: commit.describe("the commit that the work started from"),
  landed: commit.describe("the commit that has all that has landed; the base, if nothing has"),
  shipped: z
    .object({
      onto: z.string().describe("a branch, or the file of a patch"),
      commit,
      isNewBranch: z.boolean(),
      how: z.string().optional().describe("branch, fast-forward, squash, patch or pr"),
      url: z.string().optional().describe("of the pull request"),
      unopened: z.string().optional().describe("why the pull request could not be opened"),
    })
    .nullable()
    .describe("where the work went; null: it was not shipped"),
  tasks: z.array(task),
  waits: z.array(wait).describe("what waits for a person, oldest first"),
  notices: z.array(z.string()).describe("what green checks do not show, about all that has landed"),
  cost,
});

export function verdictJsonSchema(): unknown {
  return {
    title: "The end of a run of Huddle (verdict.json)",
    ...z.toJSONSchema(verdictSchema, { io: "input" }),
  };
}
