import type { Clock } from "../../core/ports/clock.ts";
import type { Model, ModelReply } from "../../core/ports/model.ts";
import type { Request } from "../../core/ports/request.ts";
import type { Usage } from "../../core/terms/money-schema.ts";
import type { Failed } from "../gateway/failure-of.ts";
import { checkAdvice } from "./check-advice.ts";
import { type Ability, type CheckCase, checkCases, optionalCases } from "./check-cases.ts";
import { type ContextCheck, checkContext, type OllamaAccess } from "./check-context.ts";
import { saysNoTools, type Unfinished, unfinishedBy } from "./no-answer.ts";
import { type Dropped, type Played, toolsDropped } from "./tools-dropped.ts";

export interface CaseResult {
  readonly name: string;
  readonly ability: Ability;
  readonly passed: boolean;
  /** A failure costs time, and nothing else. */
  readonly optional: boolean;
  /** What was wrong. */
  readonly why?: string;
  readonly ms: number;
}

/** What the check found out about a model. */
export interface ModelCheck {
  readonly model: string;
  /** The server failed before the model had answered everything. Nothing is known about the model then. */
  readonly unfinished?: Unfinished;
  readonly cases: readonly CaseResult[];
  readonly can: Readonly<Record<Ability, boolean>>;
  /** What can help where something is missing. */
  readonly advice: readonly string[];
  /** Of all requests together; left out when the provider did not count every one. */
  readonly usage?: Usage;
  /** Tokens that the model reads and writes in one request, as far as that is known. */
  readonly window?: number;
  /** For models that Ollama runs. */
  readonly context?: ContextCheck;
  /** The server left out the tools it was sent. */
  readonly dropped?: Dropped;
}

export interface CheckOptions {
  readonly gateway: Model;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called after each case. */
  readonly onCase?: (result: CaseResult) => void;
  /** The model's window in tokens, if its server says it or the person set it. */
  readonly window?: number;
  /** Left out: Ollama does not run the model. */
  readonly ollama?: OllamaAccess;
}

/**
 * Plays all cases, one after the other, and says what the model can do. Costs about 15,000 tokens. Only what the model
 * answered counts: a server that fails ends the check without a verdict.
 */
export async function checkModel(model: string, options: CheckOptions): Promise<ModelCheck> {
  const cases: CaseResult[] = [];
  const played: Played[] = [];
  for (const one of checkCases) {
    const from = Date.parse(options.clock.now());
    const reply = await askPatiently({ ...one.request, model, maxOutput: replyOf(one, options) }, options);
    if (reply.kind === "failed" && !saysNoTools(reply)) return unfinished(model, cases, reply);
    const result = resultOf(one, reply, Date.parse(options.clock.now()) - from);
    cases.push(result);
    played.push({ asked: one, reply });
    options.onCase?.(result);
  }
  const context =
    options.ollama &&
    (await checkContext(model, options.ollama, (request) => askPatiently(request, options)));
  if (context && "failed" in context) return unfinished(model, cases, context.failed);
  return verdictOn(model, cases, played, options.window, context);
}

function unfinished(model: string, cases: readonly CaseResult[], failed: Failed): ModelCheck {
  return { model, unfinished: unfinishedBy(failed), cases, can: abilities([]), advice: [] };
}

function verdictOn(
  model: string,
  cases: readonly CaseResult[],
  played: readonly Played[],
  asked: number | undefined,
  context: ContextCheck | undefined,
): ModelCheck {
  const usage = total(played.map(({ reply }) => reply.usage));
  const can = abilities(cases);
  const dropped = toolsDropped(played);
  const window = asked ?? context?.loaded ?? (context && context.proven > 0 ? context.proven : undefined);
  const found = {
    model,
    can,
    ...(window !== undefined && { window }),
    ...(context && { context }),
    ...(dropped && { dropped }),
  };
  return { ...found, cases, advice: checkAdvice(found), ...(usage && { usage }) };
}

/** Half of a small window: the rest is for what is asked. */
function replyOf({ request }: CheckCase, { window }: CheckOptions): number {
  const most = request.maxOutput ?? 4_000;
  return window === undefined ? most : Math.min(most, Math.max(256, Math.floor(window / 2)));
}

/** How long to wait before asking again, where waiting helps. */
const pausesMs = [2_000, 10_000];
const longestMs = 60_000;

async function askPatiently(request: Request, options: CheckOptions): Promise<ModelReply> {
  const { clock, signal } = options;
  for (const pauseMs of pausesMs) {
    const reply = await askOnce(request, options);
    if (reply.kind === "replied" || !isBusy(reply)) return reply;
    await clock.sleep(reply.retryAfterMs ?? pauseMs, signal);
  }
  return askOnce(request, options);
}

function isBusy({ failure, retryAfterMs = 0 }: Failed): boolean {
  return failure === "rate" && retryAfterMs <= longestMs;
}

async function askOnce(request: Request, { gateway, signal }: CheckOptions): Promise<ModelReply> {
  signal.throwIfAborted();
  const reply = await gateway.reply(request, { thread: "check", ask: 1, seat: "check" }, () => {}, signal);
  // What we stopped ourselves says nothing about anybody.
  if (reply.kind === "failed") signal.throwIfAborted();
  return reply;
}

function resultOf({ name, ability, judge }: CheckCase, reply: ModelReply, ms: number): CaseResult {
  const cut = reply.kind === "replied" && reply.finish === "length" ? "its reply was cut off" : undefined;
  const why = reply.kind === "failed" ? reply.text : (cut ?? judge(reply));
  const optional = optionalCases.has(name);
  return { name, ability, passed: why === undefined, optional, ms, ...(why !== undefined && { why }) };
}

/** Plans and code need tools as well. */
function abilities(cases: readonly CaseResult[]): ModelCheck["can"] {
  const all = (ability: Ability) =>
    cases.some((one) => one.ability === ability) &&
    cases.every((one) => one.ability !== ability || one.passed || one.optional);
  const tools = all("tools");
  return { talk: all("talk"), tools, plan: tools && all("plan"), build: tools && all("build") };
}

function total(usages: readonly (Usage | undefined)[]): Usage | undefined {
  let [input, output] = [0, 0];
  for (const usage of usages) {
    if (!usage) return undefined;
    input += usage.input;
    output += usage.output;
  }
  return { input, output };
}
