import { asksAllowed, asksAnswered } from "../../core/state/loop-limits.ts";
import type { State } from "../../core/state/state.ts";
import { loopOf, threadOfLoop } from "../../core/state/threads.ts";
import type { LoopRun } from "../loop-run.ts";

/** The reminder for a model that called no tool, or whose reply was cut off and dropped. */
export function nudgeWords<T>(run: LoopRun<T>, at: State, why: "no-tool" | "cut", dropped: number): string {
  if (why === "cut") {
    const cut = "Your reply was cut off at its length limit";
    if (dropped > 0) return `${cut} and its tool calls were dropped. Be shorter, in smaller steps.`;
    return `${cut}, and nobody has read it. Say it again in fewer words.`;
  }
  if (isTextOnly(at, run.loop))
    return "Your reply was empty. Say one thing that moves this on, in plain text.";
  return `You called no tool. Use one of your tools; ${run.terminal.name} ends this.`;
}

/** Said once, with the reply that reaches the soft limit. Undefined: this is not that reply. */
export function softLimitWords<T>(run: LoopRun<T>, at: State): string | undefined {
  const loop = loopOf(at, run.loop);
  if (!loop || loop.escalate?.soft !== asksAnswered(loop)) return undefined;
  const left = asksAllowed(loop) - asksAnswered(loop);
  return `Requests left here: ${Math.max(0, left)}. Bring it to an end with ${run.terminal.name}.`;
}

function isTextOnly(at: State, loop: string): boolean {
  const seat = threadOfLoop(at, loop)?.seat;
  return at.session.seats.some((one) => one.id === seat && one.textOnly);
}
