import { z } from "zod";
import { meetings, paces } from "./phase.ts";
import { phaseSchema } from "./phase-schema.ts";

export const seatSchema = z.object({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,23}$/, "a name is lower-case letters, digits and dashes, at most 24"),
  role: z.enum(["engineer", "coach", "architect"]),
  style: z.string().max(400).optional(),
  model: z.string(),
  /** The model cannot use tools: this member takes part in discussions in plain text and builds nothing. */
  textOnly: z.boolean().optional(),
  /** How the model sees the talk: the same for all, or as this member lived it. Left out: shared. */
  rendering: z.enum(["shared", "perspective"]).optional(),
});

/** What a member's model is, and how it takes part. This follows the files; everything else about a seat does not. */
export const seatModelSchema = seatSchema.pick({ model: true, textOnly: true, rendering: true });

/** `report`: where it writes its tests as JUnit's XML. */
export const checkSchema = z.object({ name: z.string(), run: z.string(), report: z.string().optional() });

/** How a project gets what it depends on. */
export const setupSchema = z.object({
  run: z.string(),
  /** After a member changed what the project depends on: writes the lock files anew. */
  update: z.string().optional(),
  /** What of the things it makes is kept. Left out: every folder that git does not track. */
  keep: z.array(z.string()).optional(),
});

/** Money in millionths of a dollar, and tokens. A unit that is left out has no cap. */
export const capSchema = z.object({
  micros: z.int().nonnegative().optional(),
  tokens: z.int().nonnegative().optional(),
});

/** Patterns of paths, as git writes them in a .gitignore. */
const patterns = z.array(z.string()).optional();

/** What members may write: never, after a person's yes, and freely. With `allow`, everything else asks. */
export const writeRulesSchema = z.object({
  allow: patterns,
  ask: patterns,
  deny: patterns,
  /** The folder that the session works in, from the root of the repository. Nothing else is written. */
  within: z.string().optional(),
});

/** What a person lets happen from now on without being asked: this very command, or writing to paths like this. */
export const permitSchema = z.object({ kind: z.enum(["command", "path"]), match: z.string() });

/** What is in force for a session. It is part of the facts; flags and files become facts before they count. */
export const policySchema = z.object({
  pace: z.enum(paces),
  /** Engineer turns in one visit to a discussion phase. After them, the artifact is due, or a person decides. */
  turns: z.int().positive(),
  /** The same for single phases. */
  turnsIn: z.partialRecord(phaseSchema, z.int().positive()).optional(),
  /** How much is talked about before anything is built. The phases follow from it. Left out: as the phases say. */
  meeting: z.enum(meetings).optional(),
  /** The phases of the session; left out: all of an iteration. */
  phases: z.array(phaseSchema).min(1).optional(),
  /** The coach first judges the size of the work. */
  sizing: z.boolean().optional(),
  /** Who assigns tasks: the harness, a person, or the engineers with a person's yes. */
  assign: z.enum(["auto", "hand", "volunteer"]).optional(),
  /**
   * Most tasks that are in their authors' hands at once. Left out: an older session, in which each engineer has its own
   * queue and tasks with the same files are built side by side.
   */
  parallel: z.int().positive().optional(),
  /**
   * Who judges what an engineer has built: the architect, or another engineer. Left out: an older session, in which the
   * architect does, and an approval needs no evidence.
   */
  review: z.object({ by: z.enum(["architect", "peers"]) }).optional(),
  /** Whether a person looks at each layer of tasks before the next one is given out. Left out: no. */
  stops: z.enum(["none", "layer"]).optional(),
  /**
   * Whether engineers plan a task before they write, and the architect reads the plan: where the team has not settled the
   * approach before, always, or never. Left out: never, as in an older session.
   */
  planning: z.enum(["auto", "on", "off"]).optional(),
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
  /** What runs before the checks, once for each state of the lock files. Left out: nothing; null: no longer. */
  setup: setupSchema.nullable().optional(),
  /** Whether engineers may run commands in their worktrees. Left out: not, as in a rehearsal. */
  commands: z.enum(["free", "ask", "none"]).optional(),
  /** What members may write, beside what always asks and what is always denied. */
  write: writeRulesSchema.optional(),
  /** What this person lets happen in this repository without being asked. */
  permits: z.array(permitSchema).optional(),
  /** Milliseconds that a run without a person waits for one, before a no is taken for an answer. Left out: the default. */
  wait: z.int().nonnegative().optional(),
  /** The checks run on the base commit before anything is built. Left out: an older session, or a rehearsal. */
  baseline: z.boolean().optional(),
  /**
   * Which return of a task to its author waits for a person: by the same state and trigger, and by any. And which
   * turn that comes to nothing stops a talk; older sessions have no such limit.
   */
  rounds: z
    .object({ same: z.int().positive(), any: z.int().positive(), cut: z.int().positive().optional() })
    .optional(),
  /** Questions that the author of a task may ask. Left out: the default. */
  questions: z.int().nonnegative().optional(),
  /** Most tokens of one reply, by purpose, so that its reservation stays realistic. */
  output: z
    .object({
      turn: z.int().positive(),
      artifact: z.int().positive(),
      coding: z.int().positive(),
      review: z.int().positive(),
    })
    .optional(),
  /** Spending limits: for the session, for each task, for each member. */
  budget: z
    .object({ session: capSchema.optional(), task: capSchema.optional(), seat: capSchema.optional() })
    .optional(),
  /** Tokens that a model reads and writes in one request, by the model's name. A model that is left out: unknown. */
  windows: z.record(z.string(), z.int().positive()).optional(),
  /** The author of the commits: the human, never a model. */
  author: z.object({ name: z.string(), email: z.string() }),
});

/** What a session is for: its default budget depends on it. */
export const sessionPurposes = ["iteration", "do", "groom"] as const;

/** What the files said when Huddle last read them. Only what differs from this later counts as changed. */
export const filesSchema = z.object({
  purpose: z.enum(sessionPurposes),
  models: z.record(seatSchema.shape.id, seatModelSchema),
  ...policySchema.pick({
    checks: true,
    setup: true,
    commands: true,
    write: true,
    permits: true,
    wait: true,
    parallel: true,
    planning: true,
    review: true,
    stops: true,
    turns: true,
    turnsIn: true,
    output: true,
    budget: true,
  }).shape,
});
