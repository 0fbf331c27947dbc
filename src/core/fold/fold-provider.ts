import type { EventOf } from "../facts/events.ts";
import type { StateDraft } from "../state/draft.ts";
import { speedAfter } from "../state/speed.ts";
import { type Ask, isSilence, type Loop, restScope } from "../state/thread.ts";
import { threadOfLoop } from "../state/threads.ts";
import type { Instant } from "../terms/ids.ts";
import { providerOf, type Seat } from "../terms/policy.ts";
import { at } from "../text/appended.ts";
import { changedAsk } from "./on-loop.ts";

/** How providers do: which fail to answer, how fast their models are, and which of them are no longer waited for. */

/** An attempt failed; called before its loop learns of it. */
export function countSilence(
  draft: StateDraft,
  { loop, failure, rests, retryAt }: EventOf<"model.failed">,
): void {
  const asked = lastAsk(draft, loop);
  if (!asked) return;
  const provider = providerOf(asked.model);
  if (isSilence(failure))
    draft.silences = { ...draft.silences, [provider]: (draft.silences[provider] ?? 0) + 1 };
  if (rests && retryAt !== undefined) addRest(draft, restScope(failure, asked.model), retryAt);
}

/** Those who rest together count once. */
function addRest(draft: StateDraft, provider: string, until: Instant): void {
  const known = draft.rests[provider];
  if (known && until <= known.until) return;
  draft.rests = { ...draft.rests, [provider]: { count: (known?.count ?? 0) + 1, until } };
}

/** Its providers are tried as if they had never failed. */
export function forgive(draft: StateDraft): void {
  draft.silences = {};
  draft.rests = {};
}

/** A reply came; called before its loop learns of it. */
export function measureReply(draft: StateDraft, event: EventOf<"model.replied">): void {
  const asked = lastAsk(draft, event.loop);
  if (!asked) return;
  const { model, bytes } = asked;
  const provider = providerOf(model);
  if (draft.silences[provider] !== undefined) {
    const { [provider]: _, ...others } = draft.silences;
    draft.silences = others;
  }
  for (const scope of [provider, model]) {
    if (draft.rests[scope] === undefined) continue;
    const { [scope]: _, ...others } = draft.rests;
    draft.rests = others;
  }
  const { firstMs, ms, usage } = event;
  if (firstMs === undefined || ms === undefined) return;
  const tokens = usage?.output ?? Math.round(event.text.length / 4);
  const speed = speedAfter(draft.speeds[model], { bytes, tokens, firstMs, ms });
  draft.speeds = { ...draft.speeds, [model]: speed };
}

function lastAsk(draft: StateDraft, loop: string): Ask | undefined {
  const found = threadOfLoop(draft, loop)?.loops.find(({ id }) => id === loop);
  return found && at(found.asks, -1);
}

/** A person wants this provider or this model to be asked now. */
export function retryProvider(draft: StateDraft, seq: number, { scope }: EventOf<"provider.retried">): void {
  forgive(draft);
  resumeWhere(draft, seq, (loop) => loop.paused?.on === "provider" && loop.paused.scope === scope);
}

/** A member with another model no longer waits for the old one. */
export function followModels(draft: StateDraft, seq: number, before: readonly Seat[]): void {
  const isChanged = ({ id, model }: Seat) => before.find((seat) => seat.id === id)?.model !== model;
  const changed = new Set(draft.session.seats.filter(isChanged).map(({ id }) => id));
  if (changed.size === 0) return;
  forgive(draft);
  resumeWhere(draft, seq, (loop, seat) => loop.paused?.on === "provider" && changed.has(seat));
}

/** These loops ask again at once, with as many attempts as a new request. */
function resumeWhere(draft: StateDraft, seq: number, isMeant: (loop: Loop, seat: string) => boolean): void {
  draft.threads = draft.threads.map((thread) => ({
    ...thread,
    loops: thread.loops.map((loop) =>
      isMeant(loop, thread.seat)
        ? { ...changedAsk(loop, anew), paused: undefined, resumedAt: seq, isHurried: true }
        : loop,
    ),
  }));
}

function anew({ failures: _, timeouts: __, ...ask }: Ask): Ask {
  return { ...ask, failed: undefined };
}
