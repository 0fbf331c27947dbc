import { z } from "zod";
import { dispositions, returning, taskStates, triggers } from "../../terms/task-machine.ts";
import { findingAnswerSchema } from "../finding-schema.ts";

/** How an author will go about a task, in its own words. */
const ownPlanSchema = z.object({ text: z.string(), confidence: z.enum(["low", "medium", "high"]) });

/** One step of an author's list. */
export const todoSchema = z.object({ text: z.string(), done: z.boolean() });

const text = z.string();
const optionalText = z.string().optional();

/** A task changed its state. */
export const movedShape = {
  task: text,
  from: z.enum(taskStates),
  to: z.enum(taskStates),
  trigger: z.enum(triggers),
  attempt: z.int().positive(),
  /** For people to read. No code uses it. */
  why: text,
  /** What was done, in the engineer's words: the commit message. */
  summary: optionalText,
  /** Of `planned`: how its author will go about it. */
  plan: ownPlanSchema.optional(),
  /** Of `satisfied`, by its author: what shows that it is done already. */
  satisfied: optionalText,
  /** What the author must fix when the task comes back. */
  feedback: optionalText,
  /** What the author says to each finding of the last review. */
  answers: z.array(findingAnswerSchema).optional(),
  /** Where it goes on, after an answer or a decision. */
  origin: z.enum(taskStates).optional(),
  /** Of `limit`: the return that was one too many. Left out: one conversation brought no result. */
  returned: z.enum(returning).optional(),
  /** Of `blocked` and `broken`: what is in the way. */
  blocked: z.enum(["environment", "prerequisite", "invalid-task"]).optional(),
  /** Of a move that ends the task: what came of it. Left out: it was cancelled, or an older version landed it. */
  disposition: z.enum(dispositions).optional(),
  /** Of `held`: the worktree as the person took it over. */
  tree: optionalText,
  /** Of a move that starts the task afresh: what the next attempt should know of this one. */
  learned: optionalText,
};
