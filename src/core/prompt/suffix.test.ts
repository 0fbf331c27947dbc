import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned, scope, seat, team } from "../../../test/support/plans.ts";
import { unnumbered } from "../../../test/support/unnumbered.ts";
import type { Thread } from "../state/thread.ts";
import type { Charter } from "./charter.ts";
import { renderRequest } from "./render-request.ts";
import { suffixText } from "./suffix.ts";

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
      "Your turn: say one thing that moves this on, or pass_turn.",
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

describe("the last part of a request", () => {
  const rules: Charter = {
    ...charter,
    roles: { engineer: "what engineers do", architect: "what the architect does" },
    moments: { sizing: "how large is it?", volunteer: "who takes what?" },
  };
  const past = Past.opened();
  past.enters("refinement");

  const thread = (more: Partial<Thread>): Thread => ({
    name: "x",
    seat: "ada",
    purpose: "turn",
    charter: "c",
    openedAt: 3,
    from: 0,
    loops: [],
    asked: 0,
    ...more,
  });
  const read = (more: Partial<Thread>, of: Charter = rules, state = past.state) =>
    suffixText(state, thread(more), of).split("\n");
  const yourTurn = "Your turn: say one thing that moves this on, or pass_turn.";

  test("counts from the first round, and from no turn that is left, where nothing else is said", () => {
    expect(read({})[1]).toBe("Round 1; 0 turns are left in this phase.");
    expect(read({ round: 3, left: 2 })[1]).toBe("Round 3; 2 turns are left in this phase.");
  });

  test.each<[what: string, thread: Partial<Thread>, lines: readonly string[]]>([
    ["an engineer", {}, ["what engineers do", yourTurn]],
    ["the architect", { seat: "architect", purpose: "architect" }, ["what the architect does", yourTurn]],
    ["a role without rules", { seat: "coach" }, [yourTurn]],
    ["somebody who has left", { seat: "gone" }, ["what engineers do", yourTurn]],
    ["the coach", { seat: "coach", purpose: "coach" }, ["what the coach does"]],
    ["whoever judges the size", { seat: "coach", purpose: "sizing" }, ["how large is it?"]],
    ["volunteers, where no task is open", { purpose: "volunteer" }, ["who takes what?"]],
    ["the writer", { seat: "coach", purpose: "artifact" }, ["what is written up"]],
  ])("ends with the rules of the moment for %s", (_, more, lines) => {
    expect(read(more).slice(2)).toEqual(lines);
  });

  test("says who one is: an engineer where the team does not know", () => {
    expect([read({})[0], read({ seat: "architect" })[0], read({ seat: "gone" })[0]]).toEqual([
      "[you are ada, engineer]",
      "[you are architect, architect]",
      "[you are gone, engineer]",
    ]);
  });

  test("has no rules of a role or a moment in sessions that are older than these", () => {
    expect(read({}, charter).slice(2)).toEqual([yourTurn]);
    expect(read({ purpose: "sizing" }, charter).slice(2)).toEqual([]);
    expect(read({ purpose: "volunteer" }, charter).slice(2)).toEqual([]);
  });

  test("names the tasks that nobody has, and what they come after", () => {
    const building = Past.opened();
    building.harness({
      type: "tasks.planned",
      tasks: [planned("t1"), planned("t2"), planned("t3", "t1", "t2"), planned("t4", "t3")],
      from: "a1",
    });
    building.harness({ type: "task.assigned", task: "t2", seat: "bo", why: "asked" });
    expect(read({ purpose: "volunteer" }, rules, building.state).slice(2)).toEqual([
      "who takes what?",
      "- t1: Build t1",
      "- t3 (after t1, t2): Build t3",
      "- t4 (after t3): Build t4",
    ]);
  });

  test("has the words of a mention on one line, up to 90 characters", () => {
    const mention = (text: string, from = "bo") => ({ seq: 1, from, text });
    const mentions = [mention("a  b\nc"), mention("w".repeat(90), "human"), mention("w".repeat(91))];
    expect(read({ mentions }).slice(2, 6)).toEqual([
      "They wait for your answer:",
      "- bo: a b c",
      `- product manager: ${"w".repeat(90)}`,
      `- bo: ${"w".repeat(90)}…`,
    ]);
    expect(read({ mentions: [] })).toEqual(read({}));
  });

  test("has the newest eight passes, and how many there were before", () => {
    const passes = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ seat: `s${at + 1}`, reason: "w".repeat(80) }));
    const lines = (count: number) => read({ purpose: "coach", passes: passes(count) }).slice(2, -1);
    expect(lines(0)).toEqual([]);
    expect(lines(8)).toEqual([
      "Passed since you last spoke:",
      ...passes(8).map(({ seat, reason }) => `- ${seat}: ${reason}`),
    ]);
    expect(lines(9)).toEqual([
      "Passed since you last spoke (and 1 before):",
      ...passes(9)
        .slice(1)
        .map(({ seat, reason }) => `- ${seat}: ${reason}`),
    ]);
    expect(read({ purpose: "coach", passes: [{ seat: "bo", reason: "w".repeat(81) }] })[3]).toBe(
      `- bo: ${"w".repeat(80)}…`,
    );
  });

  test("tells the writer of the newest version that was sent back in this phase, and of no other", () => {
    const sends = (of: Past, version: number) => {
      const artifact = of.submits("scope", scope, version);
      of.human({ type: "artifact.settled", artifact, verdict: "returned", reasons: ["no"] });
      of.human({ type: "message.posted", text: "No.", returns: artifact });
    };
    const back = Past.opened();
    back.enters("refinement");
    const words = () => read({ seat: "coach", purpose: "artifact" }, rules, back.state).slice(3);
    const sent = (version: number) =>
      `The product manager has sent version ${version} back. Change what their words ask for and what was agreed since; keep the rest of it.`;
    expect(words()).toEqual([]);
    sends(back, 1);
    expect(words()).toEqual([sent(1)]);
    sends(back, 2);
    back.says("human", "Well.");
    expect(words()).toEqual([sent(2)]);
    back.asks(back.turnStarts("artifact/refinement.1/3", "coach", "artifact"));
    back.enters("refinement", 2);
    expect(words()).toEqual([]);
    sends(back, 3);
    const { stage } = back.state;
    const other = stage && { ...back.state, stage: { ...stage, phase: "planning" as const } };
    expect(read({ purpose: "artifact" }, rules, other).slice(3)).toEqual([]);
  });
});

describe("in a short meeting", () => {
  const rules = {
    ...charter,
    roles: { engineer: "say everything" },
    moments: { called: "answer that alone" },
  };
  const words = (past: Past, id: string, kind?: "coach") => {
    const loop = past.turnStarts("now", id, kind);
    const [opening] = renderRequest(past.state, loop, rules).messages;
    return opening?.role === "user" ? (opening.blocks.at(-1) ?? "") : "";
  };
  const meeting = (...spoke: readonly string[]) => {
    const past = Past.opened({ policy: { turns: 4 } });
    past.enters("meeting");
    for (const [at, id] of spoke.entries()) past.turn(`turn/${at}`, id);
    return past;
  };

  test.each([
    [["bo"], "say everything\nYour turn: say all of that, or pass_turn."],
    [["ada", "bo"], "answer that alone\nYour turn: say one thing that moves this on, or pass_turn."],
  ])("after the turns of %j, ada reads only what holds for this turn", (spoke, last) => {
    const read = words(meeting(...spoke), "ada");
    expect(read.endsWith(`\n${last}`)).toBe(true);
    expect(read.includes("say everything")).toBe(last.startsWith("say everything"));
  });

  test("the coach is told to call nobody exactly when nobody can answer", () => {
    const nobody = "So call nobody";
    expect(words(meeting("ada", "bo", "ada"), "coach", "coach")).not.toContain(nobody);
    expect(words(meeting("ada", "bo", "ada", "bo"), "coach", "coach")).toContain(nobody);
    const refinement = Past.opened({ policy: { turns: 1 } });
    refinement.enters("refinement");
    refinement.turn("turn/0", "ada");
    expect(words(refinement, "coach", "coach")).not.toContain(nobody);
  });
});
