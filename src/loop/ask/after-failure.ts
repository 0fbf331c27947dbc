import type { Draft } from "../../core/facts/fact.ts";
import { byHarness } from "../../core/facts/fact.ts";
import type { ModelReply } from "../../core/ports/model.ts";
import type { State } from "../../core/state/state.ts";
import { loopOf } from "../../core/state/threads.ts";
import { believedUsage, billOf } from "../../core/terms/money.ts";
import { toArray } from "../../core/text/appended.ts";
import type { LoopRun } from "../loop-run.ts";
import type { OpenAsk } from "./after-reply.ts";
import { backOffMs } from "./back-off.ts";

type Failed = Extract<ModelReply, { kind: "failed" }>;

/** An attempt without a reply, as a fact: what it used, where known, and when to try again. */
export function afterFailure<T>(run: LoopRun<T>, failed: Failed, asked: OpenAsk, at: State): Draft {
  const { clock, price, random } = run.context;
  const { failure, text, retryAfterMs } = failed;
  const usage = believedUsage(failed.usage);
  const loop = loopOf(at, run.loop);
  const before = loop ? (toArray(loop.asks).at(-1)?.failures ?? 0) : 0;
  const isRetried = failure !== "refused" && failure !== "stopped";
  const waitMs = backOffMs(before + 1, retryAfterMs, random());
  const known = usage && price(asked.model);
  return byHarness({
    type: "model.failed",
    asked: asked.asked,
    loop: run.loop,
    ask: asked.ask,
    failure,
    text,
    ...(isRetried && { retryAt: new Date(Date.parse(clock.now()) + waitMs).toISOString() }),
    ...(usage && { usage }),
    ...(usage && known && billOf(usage, known)),
    ...(failed.unspent && { unspent: true }),
    ...(failed.tooLong && { tooLong: failed.tooLong }),
  });
}
