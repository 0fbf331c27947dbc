import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { Face } from "../../../cli/face/face.ts";
import { fold } from "../../fold/fold.ts";
import { emptyState, type State } from "../../state/state.ts";

/** What a face prints of a session. */
function printed(past: Past, talk: "whole" | "short"): string {
  let out = "";
  const face = new Face({
    place: { write: (text) => (out += text), columns: () => 100, rows: () => 40 },
    live: false,
    colour: false,
    human: "you",
    least: "small",
    talk: talk === "whole" ? { kind: "whole" } : { kind: "short", asks: false },
    now: () => "2026-01-01T00:00:00.000Z",
  });
  let state: State = emptyState;
  for (const fact of past.facts) {
    const before = state;
    state = fold(before, fact);
    face.show({ kind: "fact", fact, before, after: state });
  }
  return out;
}

function turned(): { past: Past; loop: string } {
  const past = Past.opened();
  past.enters("refinement");
  return { past, loop: past.turnStarts("turn/refinement.1/1", "ada") };
}

describe("10.28: a call that was refused or failed", () => {
  const cases = [
    ["malformed", "record_decision was refused: topic: it is missing"],
    ["tripped", "record_decision was refused: topic: it is missing"],
    ["late", "record_decision was refused: topic: it is missing"],
    [undefined, "record_decision failed: topic: it is missing"],
  ] as const;

  test.each(cases)(
    "(%s) is in the whole story with its reason, and not in the short one",
    (refused, words) => {
      const { past, loop } = turned();
      past.asks(loop);
      const { seq } = past.replies(loop, 1, "", { tool: "record_decision", input: {} });
      const settled = { loop, call: `c${seq}_1`, failed: true, text: "topic:\n  it is missing" };
      past.harness({ type: "tool.settled", ...settled, ...(refused && { refused }) });
      expect(printed(past, "whole")).toContain(`ada        ${words}`);
      expect(printed(past, "short")).not.toContain("it is missing");
    },
  );

  test("one that went well is not told", () => {
    const { past, loop } = turned();
    past.asks(loop);
    const { seq } = past.replies(loop, 1, "", { tool: "record_decision", input: {} });
    past.harness({ type: "tool.settled", loop, call: `c${seq}_1`, failed: false, text: "Recorded." });
    expect(printed(past, "whole")).not.toContain("record_decision");
  });

  test("a reason without end is cut", () => {
    const { past, loop } = turned();
    past.asks(loop);
    const { seq } = past.replies(loop, 1, "", { tool: "read_file", input: {} });
    past.harness({ type: "tool.settled", loop, call: `c${seq}_1`, failed: true, text: "why ".repeat(5_000) });
    expect(printed(past, "whole").length).toBeLessThan(1_500);
  });
});

test("10.28: a retry is told with its cause and the time, as the person's clock shows it", () => {
  const { past, loop } = turned();
  const { seq } = past.asks(loop);
  const retryAt = "2026-01-01T10:20:30.000Z";
  const failed = { asked: seq, loop, ask: 1, failure: "overload" as const, text: "mine: overloaded (503)." };
  past.harness({ type: "model.failed", ...failed, retryAt });
  const local = new Date(retryAt);
  const minutes = String(local.getMinutes()).padStart(2, "0");
  const time = `${String(local.getHours()).padStart(2, "0")}:${minutes}:30`;
  expect(printed(past, "whole")).toMatch(
    new RegExp(`no reply from the model: mine: overloaded \\(503\\)\\.; asked again at .*${time}`),
  );
});
