import type { ModelFailure } from "../../core/facts/events.ts";
import type { Clock } from "../../core/ports/clock.ts";
import type { Model, ModelReply } from "../../core/ports/model.ts";
import type { Request } from "../../core/ports/request.ts";
import type { Usage } from "../../core/terms/money-schema.ts";
import { type Ability, type CheckCase, checkCases, optionalCases } from "./check-cases.ts";
import { type ContextCheck, checkContext, type OllamaAccess } from "./check-context.ts";

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
  /** Why the model did not answer at all. The check then tries nothing else. */
  readonly unanswered?: { readonly failure: ModelFailure; readonly text: string };
  readonly cases: readonly CaseResult[];
  readonly can: Readonly<Record<Ability, boolean>>;
  /** Of all requests together; left out when the provider did not count every one. */
  readonly usage?: Usage;
  /** For models that Ollama runs. */
  readonly context?: ContextCheck;
}

export interface CheckOptions {
  readonly gateway: Model;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called after each case. */
  readonly onCase?: (result: CaseResult) => void;
  /** Left out: Ollama does not run the model. */
  readonly ollama?: OllamaAccess;
}

/** Plays all cases, one after the other, and says what the model can do. Costs about 15,000 tokens. */
export async function checkModel(model: string, options: CheckOptions): Promise<ModelCheck> {
  const cases: CaseResult[] = [];
  const usages: (Usage | undefined)[] = [];
  for (const one of checkCases) {
    options.signal.throwIfAborted();
    const from = Date.parse(options.clock.now());
    const reply = await askOnce({ ...one.request, model }, options);
    usages.push(reply.usage);
    if (cases.length === 0 && reply.kind === "failed")
      return { model, unanswered: { failure: reply.failure, text: reply.text }, cases, can: abilities([]) };
    const result = resultOf(one, reply, Date.parse(options.clock.now()) - from);
    cases.push(result);
    options.onCase?.(result);
  }
  const usage = total(usages);
  const context =
    options.ollama && (await checkContext(model, options.ollama, (request) => askOnce(request, options)));
  return { model, cases, can: abilities(cases), ...(usage && { usage }), ...(context && { context }) };
}

function askOnce(request: Request, { gateway, signal }: CheckOptions): Promise<ModelReply> {
  return gateway.reply(request, { thread: "check", ask: 1, seat: "check" }, () => {}, signal);
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
