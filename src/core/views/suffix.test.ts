import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { seat, team } from "../../../test/support/plans.ts";
import { renderRequest } from "./render-request.ts";

const charter = {
  system: "rules",
  coach: "what the coach does",
  artifact: "what is written up",
  tools: [{ name: "pass_turn", description: "Pass.", schema: {} }],
};

function lastWords(past: Past, thread: string, id: string): string | undefined {
  const loop = past.turnStarts(thread, id);
  const [opening] = renderRequest(past.state, loop, charter).messages;
  return opening?.role === "user" ? opening.blocks.at(-1) : undefined;
}

test("says who you are, who is with you, how far it is, and what is asked of you", () => {
  const past = Past.opened();
  past.enters("refinement");
  expect(lastWords(past, "turn/refinement.1/1", "ada")).toBe(
    [
      "You are ada, engineer.",
      "With you: bo (engineer), coach (coach), architect (architect), and the product manager, a person.",
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
    expect(words?.split("\n")[0]).toBe("You are ada, engineer. Terse.");
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
      const { system, messages } = renderRequest(past.state, loop, charter);
      const [opening] = messages;
      return { system, talk: opening?.role === "user" ? opening.blocks.slice(0, -1) : [] };
    });
    expect(mine).toEqual(theirs);
    expect(mine?.talk).toEqual(["Let us begin refinement.", "[product manager] Keep it short."]);
  });
});
