import { byHarness, type Draft } from "../../core/facts/fact.ts";
import type { ModelReply } from "../../core/ports/model.ts";
import type { Lack } from "../../core/prompt/fit/bound.ts";
import { windowOf } from "../../core/prompt/fit/bound.ts";
import type { State } from "../../core/state/state.ts";
import type { LoopId } from "../../core/terms/ids.ts";

type Failed = Extract<ModelReply, { kind: "failed" }>;

/** The request was not sent: it cannot fit, and a person decides how to go on. */
export function pausedForRoom(loop: LoopId, model: string, lack: Lack): Draft {
  const { needs, window } = lack;
  const said = { needs, ...(window !== undefined && { window }) };
  return byHarness({ type: "loop.paused", loop, on: "window", model, ...said, why: lackWords(model, lack) });
}

export function lackWords(model: string, { needs, window, said }: Lack): string {
  const has = window === undefined ? "" : `, and ${model} has a window of ${window}`;
  const before = said === undefined ? "" : ` ${said}`;
  return `The next request with its reply needs about ${needs} tokens${has}. Huddle did not send it.${before}`;
}

/** A provider that refuses a request by its length may say how much it reads. From then on requests keep to it. */
export function windowLearned(at: State, failed: Failed, model: string): readonly Draft[] {
  const { window } = failed.tooLong ?? {};
  const known = windowOf(at, model);
  if (window === undefined || (known !== undefined && known <= window)) return [];
  const windows = { ...at.session.policy.windows, [model]: window };
  return [byHarness({ type: "policy.changed", patch: { windows }, why: `${model} has ${window} tokens` })];
}
