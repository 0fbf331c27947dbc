import type { WaitKind } from "../../src/core/decide/waits/wait.ts";
import { Past } from "./past.ts";
import { asked, refined, reviewed, submitted } from "./pasts.ts";
import { planned } from "./plans.ts";

/** For every kind of wait, a session in which nothing else waits. */
export const waiting: { readonly [K in WaitKind]: () => Past } = {
  question: () => asked(["A", "B"]).past,
  accept: () => submitted().past,
  stuck() {
    const past = refined();
    past.fails("turn/refinement.1/1");
    return past;
  },
  budget: () => outOf({ tokens: 100 }),
  limit() {
    const past = Past.opened({ policy: { turns: 2 } });
    past.enters("refinement");
    past.turn("turn/refinement.1/1", "ada");
    past.turn("turn/refinement.1/2", "bo");
    past.turn("coach/refinement.1/1", "coach");
    return past;
  },
  size() {
    const past = refined();
    past.add("coach", { type: "work.sized", size: "chain", tasks: 2, why: "One file." });
    return past;
  },
  assign() {
    const past = Past.opened().reaches("planning");
    past.signals();
    past.accepts(past.submits("tasks", { tasks: [planned("t1"), planned("t2")] }));
    past.harness({ type: "tasks.planned", tasks: [planned("t1"), planned("t2")], from: "a1" });
    return past;
  },
  ship: reviewed,
};

/** The first turn pauses, because the session may spend no more than this. */
export function outOf(session: { readonly micros?: number; readonly tokens?: number }): Past {
  const past = Past.opened({ policy: { budget: { session } } });
  past.enters("refinement");
  const loop = past.turnStarts("turn/refinement.1/1", "ada");
  past.harness({ type: "loop.paused", loop, on: "budget", scope: "session", why: "It is used up." });
  return past;
}
