import type { State } from "../../core/state/state.ts";
import { asksAllowed, asksAnswered, loopOf, threadOfLoop } from "../../core/state/threads.ts";
import type { LoopRun } from "../loop-run.ts";
import { hasAsides } from "../words.ts";

/** The reminder for a model that called no tool, or whose reply was cut off and dropped. */
export function nudgeWords<T>(run: LoopRun<T>, at: State, why: "no-tool" | "cut", dropped: number): string {
  if (why === "cut") {
    const cut = "Your reply was cut off at its length limit";
    if (dropped > 0) return `${cut} and its tool calls were dropped. Be shorter, in smaller steps.`;
    return `${cut}, and nobody has read it. Say it again in fewer words.`;
  }
  if (isTextOnly(at, run.loop))
    return "Your reply was empty. Say one thing that moves this on, in plain text.";
  const loop = loopOf(at, run.loop);
  if (!loop?.textEnds) return `You called no tool. Use one of your tools; ${run.terminal.name} ends this.`;
  const lost = hasAsides(run, loop) ? " What you wrote beside your tool calls was sent to nobody." : "";
  return `Your reply was empty.${lost} Say your message in plain text, or use one of your tools.`;
}

/** For a member that spoke while one of its calls failed. */
export const heldBackWords =
  "Your message is kept and goes out when your turn ends, so do not repeat it. Mend the call that failed, or end your turn without it.";

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
