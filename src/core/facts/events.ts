import { z } from "zod";
import { requestedShape, resolvedShape } from "../permits/approval-schema.ts";
import { partSchema, recordedTaskSchema, taskPatchSchema } from "../terms/artifacts.ts";
import { tokens } from "../terms/money-schema.ts";
import { phaseSchema } from "../terms/phase-schema.ts";
import { filesSchema, policySchema, seatSchema } from "../terms/policy-schema.ts";
import { artifactSubmittedSchema } from "./artifact-submitted.ts";
import { checkResultSchema, comparedShape, triedSchema } from "./check-result-schema.ts";
import { calledShape, ranShape, sandboxSchema } from "./command-schema.ts";
import { decisionShape } from "./decision-shape.ts";
import { event } from "./event-schema.ts";
import { reviewShape } from "./finding-schema.ts";
import {
  answeredShape,
  askedShape,
  escalationSchema,
  outcomeKindSchema,
  passedShape,
  pausedShape,
  refusedSchema,
} from "./loop-schema.ts";
import { failedStepShape } from "./remedy-schema.ts";
import { modelAskedShape, modelFailedShape, modelRepliedShape } from "./shapes/model-shapes.ts";
import { movedShape, todoSchema } from "./shapes/moved-shape.ts";
import {
  shippedShape,
  shipRequestedShape,
  syncedShape,
  syncRequestedShape,
  undoneShape,
  undoRequestedShape,
} from "./shapes/ship-shapes.ts";

const seq = z.int().nonnegative();
const text = z.string();
const optionalText = z.string().optional();
const texts = z.array(z.string());

const sizeSchema = z.enum(["task", "chain", "parallel"]);
/** How large a brief looks: one task, a chain of tasks, or tasks that several can build at once. */
export type Size = z.infer<typeof sizeSchema>;

/** All facts. Each is in the past tense, holds only JSON, and is described here once. */
export const teamEventSchema = z.discriminatedUnion("type", [
  event("session.opened", {
    kind: z.enum(["iteration", "grooming"]),
    title: text,
    brief: text,
    seats: z.array(seatSchema),
    policy: policySchema,
    repo: z.object({ base: text, branch: text }),
    /** The grooming that its brief comes from. */
    from: optionalText,
    /** What the files said. Left out: the session does not follow them, or an older version opened it. */
    files: filesSchema.optional(),
  }),
  event("session.promoted", { into: text }),
  event("session.closed", { how: z.enum(["finished", "abandoned"]), why: text }),
  /** A person goes on with one that was over. Tasks that were under way start again. */
  event("session.reopened", {}),
  event("ship.requested", shipRequestedShape),
  event("session.shipped", shippedShape),
  event("undo.requested", undoRequestedShape),
  event("ship.undone", undoneShape),
  event("sync.requested", syncRequestedShape),
  event("session.synced", syncedShape),

  event("runner.started", {
    host: text,
    pid: z.int(),
    startedAt: text,
    mode: z.enum(["run", "demo", "ship", "task"]),
    until: phaseSchema.optional(),
    maxTurns: z.int().positive().optional(),
    /** What keeps members' commands inside their worktrees. Left out: this runner never looked for one. */
    sandbox: sandboxSchema.optional(),
    /** Nobody is there, and is waited for this long. Left out: a person is there. */
    waitMs: z.int().nonnegative().optional(),
  }),
  event("runner.stopped", { why: text }),
  event("step.failed", failedStepShape),
  /** `agreed`: the person wants what the failure's remedy offers, before the step is tried again. */
  event("step.retried", { step: text, agreed: z.literal(true).optional() }),
  /** `files` here and below: the files have changed, and this is what they say now. */
  event("seats.changed", { seats: z.array(seatSchema), why: text, files: filesSchema.optional() }),
  /** A person trusts the repository to run these command lines. `hash`: of all of them. */
  event("trust.given", { hash: text, runs: texts }),
  event("policy.changed", { patch: policySchema.partial(), why: text, files: filesSchema.optional() }),

  event("phase.entered", {
    phase: phaseSchema,
    visit: z.int().positive(),
    kickoff: text,
    charter: text,
    /** How many turns there is something to say for. Left out: as many as the policy gives the phase. */
    turns: z.int().positive().optional(),
    /** The order in which engineers speak. Left out: as they sit. */
    order: z.array(text).optional(),
  }),
  event("phase.signalled", { summary: text }),
  /**
   * The team goes to another phase next: back to one where it has been, or to that of another size of meeting.
   * `keepsTalk`: what was said in the present phase is part of the talk there.
   */
  event("phase.requested", { phase: phaseSchema, why: text, keepsTalk: z.literal(true).optional() }),
  /** A person leaves the phase without its artifact. */
  event("phase.skipped", { why: text }),
  /** A person lets the talk continue: more turns, or more patience. */
  event("phase.extended", { turns: z.int().nonnegative(), why: text }),
  event("work.sized", {
    size: sizeSchema,
    tasks: z.int().positive(),
    why: text,
    /** The brief leaves open what is wanted. */
    unclear: z.literal(true).optional(),
  }),
  event("size.settled", { how: z.enum(["talk", "do"]) }),
  event("turn.started", {
    thread: text,
    seat: text,
    round: z.int().positive(),
    kind: z.enum(["engineer", "architect", "coach", "sizing", "volunteer", "artifact"]),
    charter: optionalText, // left out: that of the phase
  }),
  event("turn.ended", {
    thread: text,
    how: z.enum(["said", "passed", "submitted", "cut"]),
    reason: optionalText,
  }),
  event("message.posted", {
    text,
    to: texts.optional(),
    /** The task that a person's words are about. No other task's members read them, and no discussion. */
    task: optionalText,
    thread: optionalText,
    /** Said with --now: members who are being asked right now are asked again with these words. */
    now: z.literal(true).optional(),
    /** Citations of file and line in it that did not exist when it was posted. */
    missing: texts.optional(),
    /** The lines that it cites and that existed, for everybody to read below it. */
    cited: z.array(z.object({ path: text, from: z.number(), lines: texts })).optional(),
    /** The artifact that a person sends back with these words. */
    returns: optionalText,
  }),
  event("decision.recorded", decisionShape),
  /** A decision that replaces an earlier one. */
  event("decision.amended", { ...decisionShape, amends: text }),
  event("point.deferred", { topic: text, why: text }),
  event("question.asked", askedShape),
  event("question.passed", passedShape),
  event("question.answered", answeredShape),
  artifactSubmittedSchema,
  event("artifact.settled", { artifact: text, verdict: z.enum(["accepted", "returned"]), reasons: texts }),

  event("thread.opened", {
    name: text,
    seat: text,
    purpose: z.enum(["planning", "coding", "review", "answer", "budget", "rewrite", "split"]),
    task: text,
    charter: text,
  }),
  event("loop.opened", {
    thread: text,
    terminal: text,
    /** The tools that this speaker may use besides the terminal, of all that are offered. */
    tools: texts.optional(),
    asks: z.int().positive(),
    escalate: escalationSchema.optional(),
    /** A plain reply ends the loop. If left out by an older version, it does so in turns of engineers and coach. */
    textEnds: z.boolean().optional(),
    opening: optionalText,
  }),
  event("model.asked", modelAskedShape),
  event("model.replied", modelRepliedShape),
  event("model.failed", modelFailedShape),
  event("tool.called", calledShape),
  event("tool.settled", {
    loop: text,
    call: text,
    failed: z.boolean(),
    text,
    /** Set when nothing was done. */
    refused: refusedSchema.optional(),
    ...ranShape,
  }),
  event("loop.nudged", { loop: text, why: z.enum(["no-tool", "cut", "soft-limit", "held-back"]), text }),
  event("loop.paused", pausedShape),
  event("approval.requested", requestedShape),
  event("approval.resolved", resolvedShape),
  event("loop.closed", { loop: text, outcome: outcomeKindSchema, cites: optionalText, error: optionalText }),
  /** A person wants a provider or a model that Huddle waits for to be asked now. */
  event("provider.retried", { scope: text }),
  event("budget.granted", {
    scope: z.enum(["session", "task", "seat"]),
    id: optionalText,
    micros: tokens.optional(),
    tokens: tokens.optional(),
    why: text,
  }),

  event("tasks.planned", { tasks: z.array(recordedTaskSchema), from: text }),
  /** Engineers may now volunteer for tasks that have not started. These tasks lose their owners. */
  event("volunteers.called", {}),
  event("task.volunteered", { task: text, seat: text, why: text }),
  event("task.assigned", { task: text, seat: text, why: text }),
  event("task.moved", movedShape),
  /** What its author still has to do, and has done: the whole list, anew. */
  event("todos.changed", { task: text, todos: z.array(todoSchema) }),
  /** The architect wrote a task in other words that could not be done as it was planned. */
  event("task.amended", { task: text, patch: taskPatchSchema, why: text, by: text }),
  /** The task is to become smaller ones. `words`: how, as a person or the architect who asks for it says. May be empty. */
  event("split.requested", { task: text, words: text }),
  /** How the architect would divide it. It waits for a person. */
  event("split.proposed", { task: text, parts: z.array(partSchema), why: text }),
  /** What becomes of that. `again`: the architect divides it in another way. `whole`: it stays one task, and goes on. */
  event("split.settled", {
    task: text,
    how: z.enum(["split", "again", "whole"]),
    words: text,
    /** Of `split`: the tasks that take its place. */
    into: texts.optional(),
  }),
  /** A person wants the task cancelled once the effect is settled that has begun in it. */
  event("cancel.requested", { task: text }),
  /** A person comments on the task, which goes back to its author once the effect is settled that has begun in it. */
  event("comment.requested", { task: text, feedback: text }),
  /** A person wants to work on the task. Whoever is at work on it lets go of its worktree first. */
  event("hold.requested", { task: text }),
  /** A person wants the task to begin and land before the others that wait. */
  event("task.hurried", { task: text }),
  event("review.given", reviewShape),
  event("effect.started", {
    kind: z.enum(["worktree", "commit", "land", "revert", "ship", "undo", "sync"]),
    task: optionalText,
    input: z.record(z.string(), z.json()),
  }),
  event("effect.settled", {
    effect: text,
    failed: z.boolean(),
    text,
    commit: optionalText,
    /** Name of a worktree in the session's folder. Older versions wrote the whole path. */
    path: optionalText,
  }),
  event("checks.finished", {
    task: optionalText,
    commit: text,
    why: z.enum(["baseline", "testing", "refutation", "landing", "revert", "ship", "sync"]),
    /** No check failed, or none in another way than on the base commit. */
    passed: z.boolean(),
    results: z.array(checkResultSchema),
    /** Of testing: files that the author wrote and that the commit leaves out, each with the rule that ignores it. */
    leftOut: z.array(z.object({ path: text, rule: text })).optional(),
    sandboxed: z.boolean(),
    /** Of a refutation: the author's newer tests ran on the commit that a review judged. */
    tried: triedSchema.optional(),
    /** Of the base commit: they did not run again. This session ran them at this time. */
    measured: z.object({ session: text.optional(), at: text }).optional(),
    ...comparedShape,
  }),
  /** A person has seen what is red on the base commit. `without`: the checks that are left out from here on. */
  event("baseline.settled", { baseline: seq, how: z.enum(["accepted", "again"]), without: texts }),
  /** A person has looked at a layer of tasks, or was not there in time. `upTo`: seq of the last move in it. */
  event("layer.settled", {
    layer: z.int().positive(),
    upTo: seq,
    how: z.enum(["looked", "deadline"]),
  }),
  event("task.landed", { task: text, was: text, commit: text, checks: seq }),
  /** A person wants what has landed of the task taken back. */
  event("revert.requested", { task: text }),
  /**
   * What came of it. `reverted`: `commit` takes it back, or nothing of it was left. In all other cases nothing was changed:
   * later work is in the way, the checks fail or cannot start without it, or the branch no longer holds what landed.
   */
  event("revert.settled", {
    task: text,
    how: z.enum(["reverted", "conflict", "red", "broken", "gone"]),
    was: text,
    commit: optionalText,
    checks: seq.optional(),
    /** Of a conflict: where it is. */
    files: texts.optional(),
    /** What the checks say. */
    why: optionalText,
  }),
  /** A person takes the integration branch as something else has moved it. */
  event("branch.taken", { was: z.string().nullable(), commit: text }),
  event("conflict.found", { task: text, against: text, files: texts }),
]);

export type TeamEvent = z.infer<typeof teamEventSchema>;
export type EventType = TeamEvent["type"];
export type EventOf<T extends EventType> = Extract<TeamEvent, { type: T }>;

/** Stands in for a fact of an unknown type before it is folded. */
export interface UnknownEvent {
  readonly type: "unknown";
  readonly was: string;
}
