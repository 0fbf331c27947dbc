import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { seat, team } from "../../../test/support/plans.ts";
import { unnumbered } from "../../../test/support/unnumbered.ts";
import { perspectiveOpening, sharedOpening } from "./opening.ts";
import { renderRequest } from "./render-request.ts";

const tool = (name: string) => ({ name, description: name, schema: {} });
const charter = {
  system: "rules",
  coach: "what the coach does",
  artifact: "what is written up",
  tools: ["pass_turn", "record_decision", "ask_pm", "submit_scope"].map(tool),
};

const seats = [{ ...seat("ada"), rendering: "perspective" as const }, ...team.slice(1)];

function opened(all = seats): Past {
  const past = Past.opened({ seats: all });
  past.enters("refinement");
  return past;
}

/** What ada's model reads: her own words after `>`, the suffix as `…`. */
function reads(past: Past, turn = 9): readonly string[] {
  const loop = past.turnStarts(`turn/refinement.1/${turn}`, "ada");
  return unnumbered(renderRequest(past.state, loop, charter)).messages.flatMap((message) => {
    if (message.role === "assistant") return [`> ${message.text}`];
    return message.role === "user" ? [message.blocks.map(withoutSuffix).join(" | ")] : [];
  });
}

function withoutSuffix(block: string): string {
  return block.startsWith("[you are ada") ? "…" : block.replace(/\nHere are ada.*a person\.$/, "");
}

describe("the talk as one member lived it", () => {
  test("own words are its own, and all others since then are one message with their names", () => {
    const past = opened();
    past.turn("turn/refinement.1/1", "ada", "Start small.");
    past.turn("turn/refinement.1/2", "bo", "Smaller.");
    past.turn("coach/refinement.1/1", "coach", "How small?");
    past.says("human", "One file.");
    past.turn("turn/refinement.1/3", "ada", "One file it is.");
    past.turn("turn/refinement.1/4", "bo", "Agreed.");
    expect(reads(past)).toEqual([
      "Let us begin refinement.",
      "> Start small.",
      "[bo] Smaller. | [coach] How small? | [product manager] One file.",
      "> One file it is.",
      "[bo] Agreed. | …",
    ]);
  });

  test("ends with the suffix also where nobody has spoken since", () => {
    const past = opened();
    expect(reads(past)).toEqual(["Let us begin refinement. | …"]);
    past.turn("turn/refinement.1/1", "ada", "Start small.");
    expect(reads(past)).toEqual(["Let us begin refinement.", "> Start small.", "…"]);
    past.turn("turn/refinement.1/3", "ada", "Anybody?");
    expect(reads(past)).toEqual([
      "Let us begin refinement.",
      "> Start small.",
      "(Nobody else has said anything since.)",
      "> Anybody?",
      "…",
    ]);
  });

  test("passing is no message, of nobody", () => {
    const past = opened();
    for (const [turn, id] of ["ada", "bo", "ada"].entries()) {
      const thread = `turn/refinement.1/${turn + 1}`;
      past.turnStarts(thread, id);
      past.harness({ type: "turn.ended", thread, how: "passed", reason: "nothing to add" }, thread);
    }
    expect(reads(past)).toEqual(["Let us begin refinement. | …"]);
  });

  test("what it did in this very turn stands behind the suffix, with what a person said meanwhile", () => {
    const past = opened();
    past.turn("turn/refinement.1/1", "ada", "Start small.");
    const loop = past.turnStarts("turn/refinement.1/3", "ada");
    past.asks(loop);
    const { seq } = past.replies(loop, 1, "", { tool: "record_decision", input: { topic: "size" } });
    past.says("human", "Wait.");
    past.harness({ type: "tool.settled", loop, call: `c${seq}_1`, failed: false, text: "Recorded." });
    const { messages, suffix } = renderRequest(past.state, loop, charter);
    expect(messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "user",
      "assistant",
      "tool",
      "user",
    ]);
    expect(suffix).toEqual({ message: 2, block: 0 });
    expect(unnumbered(messages.at(-1))).toEqual({ role: "user", blocks: ["[product manager] Wait."] });
  });

  test("only tools that it may use are shown, and none to a model that knows none", () => {
    const past = opened();
    past.harness({ type: "turn.started", thread: "x", seat: "ada", round: 1, kind: "engineer" });
    const opening = { type: "loop.opened" as const, thread: "x", terminal: "pass_turn", asks: 4 };
    const { seq } = past.harness({ ...opening, tools: ["record_decision"] });
    const names = (of: Past) => renderRequest(of.state, `l${seq}`, charter).tools.map(({ name }) => name);
    expect(names(past)).toEqual(["pass_turn", "record_decision"]);
    const plain = { ...seats[0], ...seat("ada"), textOnly: true, rendering: "perspective" as const };
    past.harness({ type: "seats.changed", seats: [plain, ...team.slice(1)], why: "asked" });
    expect(names(past)).toEqual([]);
    past.harness({ type: "seats.changed", seats: [...team], why: "asked" });
    expect(names(past)).toEqual(charter.tools.map(({ name }) => name));
  });
});

describe("a talk that is rendered line by line", () => {
  const line = (actor: string, text: string, more: object = {}) => ({
    seq: 1,
    at: "",
    actor,
    text,
    size: text.length,
    ...more,
  });

  test("is one message for those who share it", () => {
    expect(sharedOpening("Begin.", [line("ada", "Hi."), line("bo", "Yes.")])).toEqual([
      { role: "user", blocks: ["Begin.", "[ada] Hi.", "[bo] Yes."] },
    ]);
  });

  test("is several for one member, whose blank words are nobody's", () => {
    const missing = ["a.js:1"];
    expect(
      perspectiveOpening(
        "Begin.",
        [
          line("ada", " "),
          line("ada", "Hi.", { missing }),
          line("ada", "So."),
          line("ada", "Well."),
          line("bo", "Yes."),
        ],
        "ada",
      ),
    ).toEqual([
      { role: "user", blocks: ["Begin.", "[ada]  "] },
      { role: "assistant", text: "Hi.", calls: [] },
      { role: "user", blocks: ["[harness] a.js:1 does not exist"] },
      { role: "assistant", text: "So.", calls: [] },
      { role: "user", blocks: ["(Nobody else has said anything since.)"] },
      { role: "assistant", text: "Well.", calls: [] },
      { role: "user", blocks: ["", "[bo] Yes."] },
    ]);
  });
});
