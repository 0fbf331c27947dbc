import { Fault } from "../../core/fault.ts";
import type { Clock } from "../../core/ports/clock.ts";
import type { AskedBy, Model, ModelReply } from "../../core/ports/model.ts";
import type { Request } from "../../core/ports/request.ts";
import type { Signal } from "../../core/ports/signal.ts";
import { utf8Length } from "../../core/prompt/fit/measure-request.ts";
import { exampleModel } from "../../core/terms/policy.ts";
import { type Redaction, redactionOf } from "../../core/text/redaction.ts";
import { type Endpoint, endpointOf, type GatewaySettings, splitModel } from "../endpoint.ts";
import { keysIn } from "../keys-in.ts";
import { attempt } from "./attempt.ts";
import type { Fetch } from "./attempt-fetch.ts";
import type { Failed } from "./failure-of.ts";
import { type Held, type Leaving, Limiter } from "./limiter.ts";
import { patientFetch } from "./patient-fetch.ts";

export interface GatewayOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The person's own settings. */
  readonly config: GatewaySettings;
  readonly clock: Clock;
  /** At least 0, less than 1. */
  readonly random: () => number;
  /** Left out: hides the keys in `env` and `config`. */
  readonly redaction?: Redaction;
  readonly fetch?: Fetch;
  /** Sent with each request, for servers that want to know who asks. */
  readonly headers?: (by: AskedBy) => Readonly<Record<string, string>>;
}

export interface Gateway extends Model {
  /** Throws a Fault that says what to do when one of these models cannot be asked at all. Sends nothing. */
  assertUsable(models: readonly string[]): void;
}

/** One way to all providers. A process should share one gateway, because it holds the limits. */
export function openGateway(options: GatewayOptions): Gateway {
  const limiters = new Map<string, Limiter>();
  const { env, config, redaction = redactionOf(keysIn({ env, settings: config })) } = options;
  return { reply, assertUsable };

  async function reply(
    request: Request,
    by: AskedBy,
    emit: (signal: Signal) => void,
    signal: AbortSignal,
  ): Promise<ModelReply> {
    const { clock } = options;
    const found = find(request.model, options);
    if (typeof found === "string") return { kind: "failed", failure: "refused", text: found, unspent: true };
    const { endpoint, id } = found;
    const { thread, ask, seat } = by;
    const spoken = { thread, ask, seat };
    const bytes = utf8Length(JSON.stringify(request));
    const limiter = limiterOf(endpoint);
    if (by.isHurried) limiter.forget();
    const entry = await limiter.enter(tokensIn(bytes), signal, (waiting) =>
      emit({ type: "model.waiting", ...spoken, ...waiting }),
    );
    if (entry.kind === "stopped")
      return { kind: "failed", failure: "stopped", text: "Stopped.", unspent: true };
    if (entry.kind === "later") return later(endpoint, entry.why, entry.ms);
    const listener = {
      text: (text: string) => emit({ type: "text.delta", ...spoken, text }),
      reasoning: (text: string) => emit({ type: "reasoning.delta", ...spoken, text }),
      call: (tool: string) => emit({ type: "call.began", ...spoken, tool }),
      input: (length: number) => emit({ type: "call.delta", ...spoken, length }),
    };
    let how: Leaving = { life: "other" };
    try {
      const made = await attempt({
        request,
        bytes,
        endpoint,
        id,
        clock,
        listener,
        redaction,
        signal,
        began: (withinMs) => emit({ type: "ask.began", ...spoken, withinMs }),
        ...(by.speed && { speed: by.speed }),
        headers: options.headers?.(by) ?? {},
        fetch: options.fetch ?? patientFetch,
      });
      how = leavingOf(made);
      return made;
    } finally {
      entry.place.leave(how);
      emit({ type: "ask.ended", ...spoken });
    }
  }

  function assertUsable(models: readonly string[]): void {
    const problems = models.map((model) => find(model, options)).filter((found) => typeof found === "string");
    if (problems.length > 0) throw new Fault("model.missing", [...new Set(problems)].join("\n"));
  }

  function limiterOf(endpoint: Endpoint): Limiter {
    const known = limiters.get(endpoint.name);
    if (known) return known;
    const made = new Limiter(endpoint.name, endpoint.limits, options.clock, options.random);
    limiters.set(endpoint.name, made);
    return made;
  }
}

function find(
  model: string,
  { env, config }: GatewayOptions,
): { readonly endpoint: Endpoint; readonly id: string } | string {
  const name = splitModel(model);
  if (!name) return `"${model}" is not a model's name. Write provider/model, such as ${exampleModel}.`;
  const endpoint = endpointOf(name.provider, { env, settings: config });
  return typeof endpoint === "string" ? endpoint : { endpoint, id: name.id };
}

/** Estimates four bytes per token: good enough for rate limits, not for money. */
function tokensIn(bytes: number): number {
  return Math.ceil(bytes / 4);
}

/** Nothing was sent: the wait is so long that the caller records it. */
function later({ name }: Endpoint, why: Held, ms: number): Failed {
  const text = {
    asked: `${name} asked Huddle to wait.`,
    circuit: `${name} did not answer several times in a row. Huddle pauses before it tries again.`,
    rate: `The limit for ${name} is used up for this minute.`,
  }[why];
  const failure = why === "circuit" ? "overload" : "rate";
  return { kind: "failed", failure, text, retryAfterMs: ms, unspent: true };
}

function leavingOf(reply: ModelReply): Leaving {
  const { usage } = reply;
  const tokens = usage && { tokens: usage.input + usage.output };
  if (reply.kind === "replied") return { life: "alive", ...tokens };
  const hold = reply.failure === "rate" && reply.retryAfterMs !== undefined && { holdMs: reply.retryAfterMs };
  switch (reply.failure) {
    case "unreachable":
    case "overload":
      return { life: "dead", ...tokens };
    case "rate":
    case "refused":
      return { life: "alive", ...tokens, ...hold };
    default:
      return { life: "other", ...tokens };
  }
}
