import { z } from "zod";
import { plannedTaskSchema } from "../terms/artifacts.ts";
import { reservedSchema, tokens, usageSchema } from "../terms/money-schema.ts";
import { phaseSchema } from "../terms/phase-schema.ts";
import { policySchema, seatSchema } from "../terms/policy-schema.ts";
import { taskStates, triggers } from "../terms/task-machine.ts";
import { artifactSubmittedSchema } from "./artifact-submitted.ts";
import { changeSchema } from "./change-schema.ts";
import { event } from "./event-schema.ts";

const seq = z.int().nonnegative();
const text = z.string();
const optionalText = z.string().optional();
const texts = z.array(z.string());
const toolCallSchema = z.object({ call: text, tool: text, input: z.json() });

const refusedSchema = z.enum(["malformed", "tripped", "late"]);
/** Why a call was answered without being carried out. */
export type Refused = z.infer<typeof refusedSchema>;

const checkResultSchema = z.object({
  name: text,
  command: text,
  exit: z.int().nullable(),
  ms: z.number(),
  counts: z.object({ passed: z.int(), failed: z.int() }).optional(),
  blob: text,
});

const decisionShape = {
  topic: text,
  decision: text,
  reason: text,
  proposed: text,
  agreed: texts,
  dissents: texts,
};

const sizeSchema = z.enum(["task", "chain", "parallel"]);
/** How large a brief looks: one task, tasks one after the other, or work for several at once. */
export type Size = z.infer<typeof sizeSchema>;

/** A limit that its caller has a name for: at `soft` the model is told, at `hard` the caller is. */
const escalationSchema = z.object({
  key: z.string(),
  soft: z.int().positive().optional(),
  hard: z.int().positive(),
});
export type Escalation = z.infer<typeof escalationSchema>;

const failureSchema = z.enum(["rate", "overload", "timeout", "cut", "unreachable", "refused", "stopped"]);
/** Why an attempt gave no reply. Only "refused" is not worth another try; "stopped" was us. */
export type ModelFailure = z.infer<typeof failureSchema>;

const outcomeKindSchema = z.enum([
  "done",
  "text",
  "paused",
  "no-tool-twice",
  "iteration-limit",
  "max-iterations",
  "model-error",
  "invalid-result",
  "blocked",
  "over-budget",
  "stopped",
]);
export type OutcomeKind = z.infer<typeof outcomeKindSchema>;

/** The facts there are. Each is past tense, holds only JSON, and is described here once. */
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
  }),
  event("session.promoted", { into: text }),
  event("session.closed", { how: z.enum(["finished", "abandoned"]), why: text }),
  event("ship.requested", { onto: text, how: z.enum(["branch", "fast-forward"]) }),
  event("session.shipped", {
    onto: text,
    how: z.enum(["branch", "fast-forward"]),
    was: z.string().nullable(),
    commit: text,
    effect: text,
  }),

  event("runner.started", {
    host: text,
    pid: z.int(),
    startedAt: text,
    mode: z.enum(["run", "demo", "ship"]),
    until: phaseSchema.optional(),
    maxTurns: z.int().positive().optional(),
  }),
  event("runner.stopped", { why: text }),
  event("step.failed", { step: text, error: text, code: optionalText, retryAt: optionalText }),
  event("step.retried", { step: text }),
  event("seats.changed", { seats: z.array(seatSchema), why: text }),
  event("policy.changed", { patch: policySchema.partial(), why: text }),

  event("phase.entered", { phase: phaseSchema, visit: z.int().positive(), kickoff: text, charter: text }),
  event("phase.signalled", { summary: text }),
  /** A person wants to be in another phase, where the team has been before. */
  event("phase.requested", { phase: phaseSchema, why: text }),
  /** A person leaves the phase without what it hands over. */
  event("phase.skipped", { why: text }),
  /** A person lets the talk go on: more turns, or more patience. */
  event("phase.extended", { turns: z.int().nonnegative(), why: text }),
  event("work.sized", { size: sizeSchema, tasks: z.int().positive(), why: text }),
  event("size.settled", { how: z.enum(["talk", "do"]) }),
  event("turn.started", {
    thread: text,
    seat: text,
    round: z.int().positive(),
    kind: z.enum(["engineer", "architect", "coach", "sizing", "volunteer", "artifact"]),
  }),
  event("turn.ended", {
    thread: text,
    how: z.enum(["said", "passed", "submitted", "cut"]),
    reason: optionalText,
  }),
  event("message.posted", {
    text,
    to: texts.optional(),
    thread: optionalText,
    /** Said with --now: who is asked at this moment is asked again with it. */
    now: z.literal(true).optional(),
    /** Citations of file and line in it that did not exist when it was posted. */
    missing: texts.optional(),
  }),
  event("decision.recorded", decisionShape),
  /** A decision in place of an earlier one. */
  event("decision.amended", { ...decisionShape, amends: text }),
  event("point.deferred", { topic: text, why: text }),
  event("question.asked", { text, options: texts, thread: text, loop: text, call: text }),
  event("question.answered", { question: text, text, option: z.int().positive().optional() }),
  artifactSubmittedSchema,
  event("artifact.settled", { artifact: text, verdict: z.enum(["accepted", "returned"]), reasons: texts }),

  event("thread.opened", {
    name: text,
    seat: text,
    purpose: z.enum(["coding", "review"]),
    task: text,
    charter: text,
  }),
  event("loop.opened", {
    thread: text,
    terminal: text,
    /** What this speaker may use beside the terminal, of all that is offered. */
    tools: texts.optional(),
    asks: z.int().positive(),
    escalate: escalationSchema.optional(),
    /** A plain reply ends it. Left out by older versions: in turns of engineers and coach it does. */
    textEnds: z.boolean().optional(),
    opening: optionalText,
  }),
  event("model.asked", {
    loop: text,
    ask: z.int().positive(),
    attempt: z.int().positive(),
    model: text,
    renderer: z.int().positive(),
    hash: text,
    bytes: z.int().nonnegative(),
    /** The worst this attempt can cost. It is the only reservation there is. */
    reserved: reservedSchema.optional(),
  }),
  event("model.replied", {
    asked: seq,
    loop: text,
    ask: z.int().positive(),
    text,
    calls: z.array(toolCallSchema),
    finish: z.enum(["stop", "tools", "length", "other"]),
    usage: usageSchema.optional(),
    micros: tokens.optional(),
    /** What caching spared, in millionths of a dollar; below zero where writing cost more than reading spared. */
    saved: z.int().optional(),
    /** What the provider wants back verbatim in this thread. */
    opaque: z.json().optional(),
  }),
  event("model.failed", {
    asked: seq,
    loop: text,
    ask: z.int().positive(),
    failure: failureSchema,
    text,
    retryAt: optionalText,
    usage: usageSchema.optional(),
    micros: tokens.optional(),
    saved: z.int().optional(),
    /** Nothing was charged: the provider never got the request, or turned it away. */
    unspent: z.literal(true).optional(),
  }),
  event("tool.called", { loop: text, call: text, tool: text, changes: z.array(changeSchema) }),
  event("tool.settled", {
    loop: text,
    call: text,
    failed: z.boolean(),
    text,
    /** Set when nothing was done: the arguments do not fit, it has failed too often, or it came too late. */
    refused: refusedSchema.optional(),
  }),
  event("loop.nudged", { loop: text, why: z.enum(["no-tool", "cut", "soft-limit"]), text }),
  event("loop.paused", {
    loop: text,
    call: optionalText,
    on: z.enum(["question", "budget"]),
    scope: optionalText,
    /** Of a budget in both, the one that is used up. */
    unit: z.enum(["money", "tokens"]).optional(),
    why: optionalText,
  }),
  event("loop.closed", { loop: text, outcome: outcomeKindSchema, cites: optionalText, error: optionalText }),
  event("budget.granted", {
    scope: z.enum(["session", "task", "seat"]),
    id: optionalText,
    micros: tokens.optional(),
    tokens: tokens.optional(),
    why: text,
  }),

  event("tasks.planned", { tasks: z.array(plannedTaskSchema), from: text }),
  /** Whoever would take a task that is not begun may say so; until then it is nobody's. */
  event("volunteers.called", {}),
  event("task.volunteered", { task: text, seat: text, why: text }),
  event("task.assigned", { task: text, seat: text, why: text }),
  event("task.moved", {
    task: text,
    from: z.enum(taskStates),
    to: z.enum(taskStates),
    trigger: z.enum(triggers),
    attempt: z.int().positive(),
    /** For people to read. Nothing is made from it. */
    why: text,
    /** What was done, in the engineer's words: the commit message. */
    summary: optionalText,
    /** What the author is told to mend when the task comes back. */
    feedback: optionalText,
  }),
  event("review.given", {
    task: text,
    seat: text,
    commit: text,
    verdict: z.enum(["approved", "changes"]),
    feedback: text,
  }),
  event("effect.started", {
    kind: z.enum(["worktree", "commit", "land", "ship"]),
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
    why: z.enum(["testing", "landing", "ship"]),
    passed: z.boolean(),
    results: z.array(checkResultSchema),
    sandboxed: z.boolean(),
  }),
  event("task.landed", { task: text, was: text, commit: text, checks: seq }),
  event("conflict.found", { task: text, against: text, files: texts }),
]);

export type TeamEvent = z.infer<typeof teamEventSchema>;
export type EventType = TeamEvent["type"];
export type EventOf<T extends EventType> = Extract<TeamEvent, { type: T }>;

/** What a fact of a type we do not know becomes before it is folded. */
export interface UnknownEvent {
  readonly type: "unknown";
  readonly was: string;
}
