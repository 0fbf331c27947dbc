import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned, scope, team } from "../../../test/support/plans.ts";
import { unnumbered } from "../../../test/support/unnumbered.ts";
import type { Request } from "../ports/request.ts";
import { threadNamed } from "../state/threads.ts";
import { defaultOutput } from "../terms/defaults.ts";
import type { Charter } from "./charter.ts";
import { renderRequest } from "./render-request.ts";

const charter: Charter = {
  system: "The rules.",
  coach: "Rules for the coach.",
  artifact: "Write it down.",
  tools: [{ name: "pass_turn", description: "Pass.", schema: {} }],
};

const members =
  "Here are ada (engineer), bo (engineer), coach, architect, and the product manager, a person.";

const render = (past: Past, loop: string) => renderRequest(past.state, loop, charter);

/** Everything on the wire in its order, piece by piece. The demand of a last ask is said anew each time and left out. */
function pieces(sent: Request): readonly string[] {
  const request = unnumbered(sent);
  const messages = request.demand === undefined ? request.messages : request.messages.slice(0, -1);
  return [
    JSON.stringify(request.tools),
    request.system,
    ...messages.flatMap((message): string[] => {
      if (message.role === "user") return message.blocks.map((block) => `user: ${block}`);
      if (message.role === "assistant") return [`assistant: ${JSON.stringify(message)}`];
      return message.results.map((result) => `result: ${JSON.stringify(result)}`);
    }),
  ];
}

function inRefinement(): Past {
  const past = Past.opened();
  past.enters("refinement");
  return past;
}

function inCoding(): { past: Past; loop: string } {
  const past = Past.opened().reaches("implementation");
  past.moves("t1", "dispatched");
  past.moves("t1", "ready");
  past.threadOpens("coding/t1.1", "ada", "coding", "t1");
  return { past, loop: past.loopOpens("coding/t1.1", "done", undefined, "Task t1. Begin.") };
}

describe("a turn's request", () => {
  test("is tools, rules, what was said, and last who you are", () => {
    const past = inRefinement();
    past.turn("turn/refinement.1/1", "ada", "Start small.");
    past.says("human", "Keep it short.", ["bo"]);
    const loop = past.turnStarts("turn/refinement.1/2", "bo");
    expect(unnumbered(render(past, loop))).toEqual({
      model: "scripted",
      tools: charter.tools,
      system: "The rules.",
      maxOutput: defaultOutput.turn,
      suffix: { message: 0, block: 3 },
      messages: [
        {
          role: "user",
          blocks: [
            `Let us begin refinement.\n${members}`,
            "[ada] Start small.",
            "[product manager to bo] Keep it short.",
            expect.stringMatching(/^\[you are bo, engineer\]\nRound 1; 5 turns are left in this phase\.\n/),
          ],
        },
      ],
    });
  });

  test("shows decisions of this phase where they fell, and nothing of an earlier phase's talk", () => {
    const past = inRefinement();
    past.turn("turn/refinement.1/1", "ada", "Old chatter.");
    const decision = {
      decision: "Multiply.",
      reason: "it is plain.",
      proposed: "ada",
      agreed: ["bo"],
      dissents: ["coach"],
    };
    past.add("ada", { type: "decision.recorded", topic: "old", ...decision });
    past.enters("planning");
    past.turn("turn/planning.1/1", "ada", "One task.");
    past.add("bo", { type: "decision.recorded", topic: "new", ...decision });
    past.turn("turn/planning.1/2", "bo", "Agreed.");
    const loop = past.turnStarts("coach/planning.1/1", "coach", "coach");
    const [first] = render(past, loop).messages;
    expect(first?.role === "user" && first.blocks.slice(0, -1)).toEqual([
      `Let us begin planning.\n${members}`,
      "[ada] One task.",
      expect.stringMatching(
        /^\[recorded d\d+, proposed by ada; agreed: bo; against: coach\] new: Multiply\. Because it is plain\.$/,
      ),
      "[bo] Agreed.",
    ]);
  });

  test("is the same for every speaker up to the suffix, byte by byte", () => {
    const past = inRefinement();
    past.turn("turn/refinement.1/1", "ada", "Start small.");
    past.says("human", "Keep it short.");
    const loops = [
      past.turnStarts("turn/refinement.1/2", "bo"),
      past.turnStarts("turn/refinement.1/9", "ada"),
      past.turnStarts("coach/refinement.1/1", "coach", "coach"),
      past.turnStarts("artifact/refinement.1/1", "coach", "artifact"),
    ];
    const requests = loops.map((loop) => pieces(render(past, loop)));
    const shared = requests.map((one) => one.slice(0, -1).join("\n"));
    expect(new Set(shared).size).toBe(1);
    const suffixes = requests.map((one) => one.at(-1));
    expect(new Set(suffixes).size).toBe(4);
    expect(suffixes[2]).toMatch(/Rules for the coach\.$/);
    expect(suffixes[3]).toMatch(/Write it down\.$/);
    expect(suffixes[0]).toMatch(/Your turn:/);
  });

  test("does not change in what was sent when an artifact comes back and the same turn goes on", () => {
    const past = inRefinement();
    const loop = past.turnStarts("turn/refinement.1/1", "ada");
    const before = pieces(render(past, loop));
    past.asks(loop);
    past.signals("human");
    const id = past.submits("scope", scope);
    past.human({ type: "artifact.settled", artifact: id, verdict: "returned", reasons: ["no"] });
    past.says("human", "Not like this.");
    expect(pieces(render(past, loop))).toEqual([...before, "user: [product manager] Not like this."]);
  });

  test("answered questions of others are read by everybody; one's own answer is only its call's result", () => {
    const past = inRefinement();
    const thread = "coach/refinement.1/1";
    const loop = past.turnStarts(thread, "coach", "coach");
    past.asks(loop);
    const { seq } = past.replies(loop, 1, "", { tool: "ask_pm", input: { question: "Big?" } });
    const { seq: asked } = past.add("coach", {
      type: "question.asked",
      text: "Big?",
      options: [],
      thread,
      loop,
      call: `c${seq}_1`,
    });
    past.human({ type: "question.answered", question: `q${asked}`, text: "no" });
    const own = pieces(render(past, loop));
    expect(own.filter((piece) => piece.includes("answers] no"))).toEqual([]);
    expect(own.at(-1)).toContain("The product manager answers: no");
    past.harness({ type: "turn.ended", thread, how: "said" }, thread);
    const next = past.turnStarts("turn/refinement.1/1", "ada");
    expect(pieces(render(past, next))).toContain("user: [coach asks] Big?\n[product manager answers] no");
  });
});

describe("what a person says while a model works is in the next request", () => {
  test("in a discussion, at the end of the conversation so far", () => {
    const past = inRefinement();
    const loop = past.turnStarts("turn/refinement.1/1", "ada");
    past.asks(loop);
    past.says("human", "Use ES modules.");
    past.replies(loop, 1, "", { tool: "nope", input: {} });
    past.harness({
      type: "tool.settled",
      loop,
      call: `c${past.state.head}_1`,
      failed: true,
      text: "no such tool",
    });
    expect(unnumbered(render(past, loop)).messages.slice(1)).toMatchObject([
      { role: "assistant" },
      { role: "tool", results: [{ failed: true, text: "no such tool" }] },
      { role: "user", blocks: ["[product manager] Use ES modules."] },
    ]);
  });

  test("in a coding thread, and when the task comes back", () => {
    const { past, loop } = inCoding();
    past.asks(loop);
    past.says("human", "Use ES modules.");
    expect(pieces(render(past, loop)).at(-1)).toBe("user: [product manager] Use ES modules.");
    past.replies(loop, 1, "", { tool: "done", input: {} });
    past.harness({ type: "loop.closed", loop, outcome: "done" });
    past.says("human", "And no classes.");
    const again = past.loopOpens("coding/t1.1", "done", undefined, "Back with you.");
    expect(unnumbered(render(past, again)).messages.slice(1)).toMatchObject([
      { role: "assistant" },
      {
        role: "user",
        blocks: ["[product manager] Use ES modules.", "[product manager] And no classes.", "Back with you."],
      },
    ]);
  });

  test("in a review that begins later, and between opening a loop and its first request", () => {
    const { past } = inCoding();
    past.says("human", "Mind the errors.");
    past.threadOpens("review/t1.1/1", "architect", "review", "t1");
    const loop = past.loopOpens("review/t1.1/1", "review_complete", undefined, "Review it.");
    past.says("human", "All of them.");
    expect(unnumbered(render(past, loop)).messages).toEqual([
      {
        role: "user",
        blocks: ["[product manager] Mind the errors.", "Review it.", "[product manager] All of them."],
      },
    ]);
  });

  test("while an artifact is being written, for the writer's next request and for the phase that follows", () => {
    const past = inRefinement();
    past.signals();
    const loop = past.turnStarts("artifact/refinement.1/1", "coach", "artifact");
    past.asks(loop);
    past.says("human", "Two decimals, please.");
    expect(pieces(render(past, loop)).at(-1)).toBe("user: [product manager] Two decimals, please.");
    past.enters("planning");
    const next = past.turnStarts("turn/planning.1/1", "ada");
    expect(pieces(render(past, next))).toContain("user: [product manager] Two decimals, please.");
    past.asks(next);
    past.enters("pre-code-review");
    const later = past.turnStarts("turn/pre-code-review.1/1", "ada");
    expect(pieces(render(past, later)).join()).not.toContain("Two decimals");
  });

  test("before the first phase began, for its first speaker", () => {
    const past = Past.opened();
    past.says("human", "In JavaScript.");
    past.enters("refinement");
    const loop = past.turnStarts("turn/refinement.1/1", "ada");
    expect(pieces(render(past, loop))).toContain("user: [product manager] In JavaScript.");
  });
});

describe("the last request allowed", () => {
  test("demands the ending tool, in words and by name; one that was lost does not count", () => {
    const past = inRefinement();
    past.harness({ type: "turn.started", thread: "x", seat: "ada", round: 1, kind: "artifact" });
    const loop = past.loopOpens("x", "submit_scope", undefined, undefined, 2);
    past.asks(loop);
    past.asks(loop, 1, 2);
    expect(render(past, loop)).not.toHaveProperty("demand");
    past.replies(loop, 1, "");
    past.harness({ type: "loop.nudged", loop, why: "no-tool", text: "Use a tool." });
    expect(render(past, loop)).toMatchObject({ demand: "submit_scope" });
    expect(render(past, loop).messages).toEqual([
      {
        role: "user",
        blocks: [
          `Let us begin refinement.\n${members}`,
          expect.stringMatching(/^\[you are ada/),
          "Use a tool.",
          "This is your last request here. Call submit_scope now.",
        ],
      },
    ]);
  });

  test("demands no tool where words are an ending too", () => {
    const past = inRefinement();
    past.harness({ type: "turn.started", thread: "x", seat: "ada", round: 1, kind: "engineer" });
    const loop = past.loopOpens("x", "pass_turn", undefined, undefined, 1);
    expect(render(past, loop)).not.toHaveProperty("demand");
    expect(pieces(render(past, loop)).at(-1)).toBe(
      "user: This is your last request here. Use no other tool: say now what you have to say, or call pass_turn.",
    );
  });
});

test("no request has an empty message", () => {
  const { past, loop } = inCoding();
  expect(render(past, loop).messages).toEqual([{ role: "user", blocks: ["Task t1. Begin."] }]);
});

test("a loop that is not open is not rendered", () => {
  expect(() => render(inRefinement(), "l9")).toThrow("no open loop l9");
});

type Move = "say" | "lose" | "reply" | "call" | "nudge" | "reopen";
const moves = fc.array(fc.constantFrom<Move>("say", "say", "lose", "reply", "call", "nudge", "reopen"), {
  maxLength: 25,
});

/** One conversation with interruptions; returns each request as it was sent. */
function play(
  past: Past,
  loop: string,
  thread: string,
  all: readonly Move[],
): readonly (readonly string[])[] {
  const sent: (readonly string[])[] = [];
  let number = 1;
  let attempt = 1;
  let current = loop;
  for (const [index, move] of all.entries()) {
    if (move === "say") past.says("human", `words ${index}`);
    else if (move === "reopen") {
      if (attempt > 1) continue;
      past.harness({ type: "loop.closed", loop: current, outcome: "max-iterations" });
      current = past.loopOpens(thread, "done", undefined, index % 2 === 0 ? `again ${index}` : undefined, 50);
    } else {
      sent.push(pieces(render(past, current)));
      past.asks(current, number, attempt);
      if (index % 3 === 0) past.says("human", `meanwhile ${index}`);
      attempt += 1;
      if (move === "lose") continue;
      const calls = move === "call" ? [{ tool: "read_file", input: { path: `${index}` } }] : [];
      const { seq } = past.replies(current, number, `reply ${index}`, ...calls);
      if (move === "call")
        past.harness({
          type: "tool.settled",
          loop: current,
          call: `c${seq}_1`,
          failed: false,
          text: `${index}`,
        });
      if (move === "nudge")
        past.harness({ type: "loop.nudged", loop: current, why: "no-tool", text: `nudge ${index}` });
      number += 1;
      attempt = 1;
    }
  }
  sent.push(pieces(render(past, current)));
  return sent;
}

describe("nothing already sent ever changes, whoever speaks in between", () => {
  test.each<[what: string, begin: () => { past: Past; loop: string; thread: string }]>([
    [
      "in a discussion",
      () => {
        const past = inRefinement();
        past.turn("turn/refinement.1/1", "ada", "Start small.");
        const thread = "turn/refinement.1/2";
        past.harness({ type: "turn.started", thread, seat: "bo", round: 1, kind: "engineer" });
        return { past, thread, loop: past.loopOpens(thread, "pass_turn", undefined, undefined, 50) };
      },
    ],
    [
      "in a coding thread",
      () => {
        const past = Past.opened().reaches("implementation");
        past.says("human", "from the beginning");
        const thread = "coding/t1.1";
        past.threadOpens(thread, "ada", "coding", "t1");
        return { past, thread, loop: past.loopOpens(thread, "done", undefined, "Begin.", 50) };
      },
    ],
  ])("%s", (_, begin) => {
    fc.assert(
      fc.property(moves, (all) => {
        const { past, loop, thread } = begin();
        const sent = play(past, loop, thread, all);
        for (const [index, request] of sent.entries()) {
          const before = sent[index - 1] ?? [];
          expect(request.slice(0, before.length)).toEqual(before);
        }
        const said = past.facts.flatMap(({ actor, event }) =>
          actor === "human" && event.type === "message.posted"
            ? [`user: [product manager] ${event.text}`]
            : [],
        );
        const heard = (sent.at(-1) ?? []).filter((piece) => piece.startsWith("user: [product manager]"));
        expect(heard).toEqual(said);
      }),
    );
  });
});

test("rendering is a function of the log: the same facts give the same bytes", () => {
  fc.assert(
    fc.property(moves, (all) => {
      const one = inCoding();
      const two = inCoding();
      play(one.past, one.loop, "coding/t1.1", all);
      play(two.past, two.loop, "coding/t1.1", all);
      const last = Object.values(threadNamed(one.past.state, "coding/t1.1")?.loops ?? []).at(-1)?.id ?? "";
      expect(JSON.stringify(render(one.past, last))).toBe(JSON.stringify(render(two.past, last)));
    }),
    { numRuns: 20 },
  );
});

test("a persona stands in the suffix alone", () => {
  const styled = team.map((one) =>
    one.id === "ada" ? { ...one, style: "Wants the failing test first." } : one,
  );
  const past = Past.opened({ seats: styled });
  past.enters("refinement");
  const ada = pieces(render(past, past.turnStarts("turn/refinement.1/1", "ada")));
  expect(ada.filter((piece) => piece.includes("failing test"))).toEqual([ada.at(-1)]);
  const bo = pieces(render(past, past.turnStarts("turn/refinement.1/2", "bo")));
  expect(bo.join()).not.toContain("failing test");
});

test("a plan of many tasks does not reach a coding thread through the transcript", () => {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
  past.add("bo", { type: "message.posted", text: "an engineer's words" });
  past.threadOpens("coding/t1.1", "ada", "coding", "t1");
  const loop = past.loopOpens("coding/t1.1", "done", undefined, "Begin.");
  expect(pieces(render(past, loop)).slice(2)).toEqual(["user: Begin."]);
});

describe("how long a reply may be", () => {
  const output = { turn: 10_001, artifact: 10_002, coding: 10_003, review: 10_004 };

  test.each([
    ["engineer", "turn"],
    ["coach", "turn"],
    ["sizing", "turn"],
    ["volunteer", "turn"],
    ["artifact", "artifact"],
  ] as const)("depends on what is asked: %s has the limit of %s", (kind, limit) => {
    const past = Past.opened({ policy: { output } });
    past.enters("refinement");
    expect(render(past, past.turnStarts("x", "coach", kind)).maxOutput).toBe(output[limit]);
  });

  test.each(["coding", "review"] as const)("depends on what is asked: %s", (purpose) => {
    const past = Past.opened({ policy: { output } }).reaches("implementation");
    past.threadOpens("x", "ada", purpose, "t1");
    expect(render(past, past.loopOpens("x", "done", undefined, "Begin.")).maxOutput).toBe(output[purpose]);
  });

  test.each([
    [100_000, 10_001],
    [40_004, 10_001],
    [40_000, 10_000],
    [1_000, 256],
  ])("in a window of %d tokens is %d at the most", (scripted, most) => {
    const past = Past.opened({ policy: { output, windows: { scripted } } });
    past.enters("refinement");
    expect(render(past, past.turnStarts("x", "ada")).maxOutput).toBe(most);
  });
});

test("nothing hidden is sent: in words, in calls and in results", () => {
  const past = Past.opened().reaches("implementation");
  past.threadOpens("x", "ada", "coding", "t1");
  const loop = past.loopOpens("x", "done", undefined, "Begin\u0007.");
  past.asks(loop);
  const { seq } = past.replies(loop, 1, "I\u0007.", { tool: "re\u0007ad", input: { path: "a\u0007" } });
  past.harness({ type: "tool.settled", loop, call: `c${seq}_1`, failed: true, text: "no\u0007" });
  const request = renderRequest(past.state, loop, { ...charter, system: "Rules\u0007." });
  expect(request.system).toBe("Rules\\x07.");
  expect(request.messages).toEqual([
    { role: "user", blocks: ["Begin\\x07."] },
    {
      role: "assistant",
      text: "I\\x07.",
      calls: [{ id: `c${seq}_1`, tool: "re\\x07ad", input: { path: "a\\x07" } }],
    },
    { role: "tool", results: [{ id: `c${seq}_1`, text: "no\\x07", failed: true }] },
  ]);
});

test("a member that was given words of its own is asked until its requests are used up", () => {
  const past = inRefinement();
  past.harness({ type: "turn.started", thread: "x", seat: "ada", round: 1, kind: "artifact" });
  const loop = past.loopOpens("x", "submit_scope", undefined, undefined, 3);
  const demands = [1, 2, 3, 4].map((ask) => {
    const { demand } = render(past, loop);
    past.asks(loop, ask);
    past.replies(loop, ask, "Hm.");
    return demand;
  });
  expect(demands).toEqual([undefined, undefined, "submit_scope", "submit_scope"]);
});

test("a loop of a member who has left is not rendered", () => {
  const past = inRefinement();
  const loop = past.turnStarts("x", "ada");
  past.harness({ type: "seats.changed", seats: team.slice(1), why: "asked" });
  expect(() => render(past, loop)).toThrow(`no open loop ${loop}`);
});

test("a talk that fits is sent whole, though it would fit a smaller room in part", () => {
  const past = inRefinement();
  for (let at = 1; at <= 10; at++) past.says("bo", `word-${at} ${"and so on ".repeat(500)}`);
  const [opening] = render(past, past.turnStarts("x", "ada")).messages;
  expect(opening?.role === "user" && opening.blocks.length).toBe(12);
});
