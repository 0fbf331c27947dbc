import { Past } from "./past.ts";
import { scope } from "./plans.ts";

/** In its first phase; nothing was said. */
export function refined(): Past {
  const past = Past.opened();
  past.enters("refinement");
  return past;
}

/** A scope waits to be accepted. */
export function submitted(): { past: Past; id: string } {
  const past = refined();
  past.signals();
  return { past, id: past.submits("scope", scope) };
}

/** The coach waits for an answer. */
export function asked(options: string[]): { past: Past; id: string } {
  const past = refined();
  const thread = "coach/refinement.1/1";
  const loop = past.turnStarts(thread, "coach", "coach");
  past.asks(loop);
  const { seq } = past.replies(loop, 1, "", { tool: "ask_pm", input: {} });
  past.add("coach", { type: "question.asked", text: "Big?", options, thread, loop, call: `c${seq}_1` });
  return { past, id: `q${past.state.head}` };
}

/** Everything is reviewed and accepted. */
export function reviewed(): Past {
  const past = Past.opened().reaches("code-review");
  past.accepts(past.submits("findings", { summary: "Nothing.", findings: [] }));
  return past;
}

export function closed(): Past {
  const past = reviewed();
  past.harness({ type: "session.closed", how: "finished", why: "shipped" });
  return past;
}
