import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { seat, team } from "../../../test/support/plans.ts";
import { unnumbered } from "../../../test/support/unnumbered.ts";
import { renderRequest } from "./render-request.ts";

const charter = {
  system: "rules",
  coach: "what the coach does",
  artifact: "what is written up",
  tools: [{ name: "pass_turn", description: "Pass.", schema: {} }],
};

function lastWords(past: Past, thread: string, id: string, kind?: "coach"): string | undefined {
  const loop = past.turnStarts(thread, id, kind);
  const [opening] = renderRequest(past.state, loop, charter).messages;
  return opening?.role === "user" ? opening.blocks.at(-1) : undefined;
}

test("says who you are, who is with you, how far it is, and what is asked of you", () => {
  const past = Past.opened();
  past.enters("refinement");
  expect(lastWords(past, "turn/refinement.1/1", "ada")).toBe(
    [
      "[you are ada, engineer]",
      "Round 1; 6 turns are left in this phase.",
      "It is your turn. Say one thing that moves this on, or pass_turn.",
    ].join("\n"),
  );
});

describe("a member whose model knows no tools", () => {
  const seats = [{ ...seat("ada"), textOnly: true, style: "Terse." }, ...team.slice(1)];
  const opened = () => {
    const past = Past.opened({ seats });
    past.enters("refinement");
    return past;
  };

  test("is told that plain words are all that is wanted", () => {
    const words = lastWords(opened(), "turn/refinement.1/1", "ada");
    expect(words?.split("\n")[0]).toBe("[you are ada, engineer] Terse.");
    expect(words?.split("\n").at(-1)).toBe(
      "It is your turn. You have no tools: your reply is taken as it is and read by all. Say one thing that moves this on, in plain text; with nothing to add, say so in a few words.",
    );
  });

  test("is sent no tools, and no demand for one at the end", () => {
    const past = opened();
    const loop = past.turnStarts("turn/refinement.1/1", "ada");
    expect(renderRequest(past.state, loop, charter).tools).toEqual([]);
    for (let ask = 1; ask < 8; ask++) {
      past.asks(loop, ask);
      past.replies(loop, ask, "");
    }
    const last = renderRequest(past.state, loop, charter);
    expect(last).not.toHaveProperty("demand");
    const words = last.messages.at(-1);
    expect(words?.role === "user" && words.blocks.at(-1)).toBe(
      "This is your last request here. Say now what you have to say.",
    );
  });

  test("shares rules and talk with the others, byte by byte", () => {
    const past = opened();
    past.says("human", "Keep it short.");
    const [mine, theirs] = ["ada", "bo"].map((id, index) => {
      const loop = past.turnStarts(`turn/refinement.1/${index + 1}`, id);
      const { system, messages } = unnumbered(renderRequest(past.state, loop, charter));
      const [opening] = messages;
      return { system, talk: opening?.role === "user" ? opening.blocks.slice(0, -1) : [] };
    });
    expect(mine).toEqual(theirs);
    expect(mine?.talk).toEqual([
      "Let us begin refinement.\nHere are ada (engineer), bo (engineer), coach, architect, and the product manager, a person.",
      "[product manager] Keep it short.",
    ]);
  });
});

describe("what happened since a member's last turn", () => {
  const inRefinement = () => {
    const past = Past.opened();
    past.enters("refinement");
    return past;
  };

  test("whoever was called by name is told who waits for what, and nobody else is", () => {
    const past = inRefinement();
    past.turn("turn/refinement.1/1", "ada", "I would multiply. @bo, what about zero?");
    past.says("human", "@bo and no classes.");
    expect(lastWords(past, "turn/refinement.1/2", "bo")).toContain(
      "They wait for your answer:\n- ada: @bo, what about zero?\n- product manager: @bo and no classes.\n",
    );
    expect(lastWords(past, "turn/refinement.1/9", "ada")).not.toContain("They wait");
  });

  test("what was called after the turn began does not change what was sent", () => {
    const past = inRefinement();
    const loop = past.turnStarts("turn/refinement.1/1", "ada");
    const before = renderRequest(past.state, loop, charter);
    past.says("human", "@ada hurry.");
    const { messages } = unnumbered(renderRequest(past.state, loop, charter));
    const [was, is] = [before.messages[0], messages[0]];
    expect(is?.role === "user" && is.blocks).toEqual([
      ...(was?.role === "user" ? was.blocks : []),
      "[product manager] @ada hurry.",
    ]);
  });

  test("the coach alone is told who passed and why", () => {
    const past = inRefinement();
    for (const [id, reason] of [
      ["ada", "nothing\nto add"],
      ["bo", "b".repeat(200)],
    ] as const) {
      const thread = `turn/refinement.1/${id}`;
      past.turnStarts(thread, id);
      past.harness({ type: "turn.ended", thread, how: "passed", reason }, thread);
    }
    const words = lastWords(past, "coach/refinement.1/1", "coach", "coach");
    expect(words).toContain(
      `Passed since you last spoke:\n- ada: nothing to add\n- bo: ${"b".repeat(80)}…\n`,
    );
    expect(lastWords(past, "turn/refinement.1/3", "ada")).not.toContain("Passed");
  });

  test("a coach whose team goes round in circles is told to settle it", () => {
    const past = inRefinement();
    for (let round = 1; round <= 3; round++) {
      past.turn(`turn/refinement.1/${round * 2 - 1}`, "ada", "This.");
      past.turn(`turn/refinement.1/${round * 2}`, "bo", "That.");
      const words = lastWords(past, `coach/refinement.1/${round}`, "coach", "coach");
      expect(words?.includes("For 3 rounds nothing was decided")).toBe(round === 3);
      past.harness({ type: "turn.ended", thread: `coach/refinement.1/${round}`, how: "said" });
    }
  });
});
