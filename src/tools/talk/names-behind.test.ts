import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import type { RecordingTool } from "../../core/work/tool.ts";
import { recordDecision } from "./record-decision.ts";

const decision = { topic: "t", decision: "d", reason: "r", proposed: "bo", agreed: [], dissents: [] };
const spellings = [
  "human",
  "Human",
  "HUMAN",
  " human ",
  "@human",
  "PM",
  "pm",
  "the PM",
  "product manager",
  "Product Manager",
  "the product manager",
  "product_manager",
  "user",
];

/** A talk in which ada and the person have spoken, and a decision stands. */
function talk() {
  const past = Past.opened();
  past.enters("refinement");
  past.turn("turn/refinement.1/1", "ada", "Use eval.");
  const said = past.says("human", "Never eval.").seq;
  const { seq } = past.add("bo", { type: "decision.recorded", ...decision });
  return { past, said, standing: `d${seq}` };
}

function records(given: object, { past, standing } = talk()) {
  const tool = recordDecision as RecordingTool;
  return [decision, { ...decision, replaces: standing }].map((one) => {
    const input = { ...one, ...given };
    const made = tool.record(tool.input.parse(input), past.state, "coach");
    return "events" in made ? { ...made.events[0], told: made.text } : made;
  });
}

describe("10.16: the person stands behind a decision only where a message of theirs is cited", () => {
  test.each(spellings)("%j without a citation is left out, and the model is told how", (name) => {
    const given = { proposed: name, agreed: ["bo", name], dissents: [name] };
    const scene = talk();
    for (const made of records(given, scene))
      expect(made).toMatchObject({
        proposed: "coach",
        agreed: ["bo"],
        dissents: [],
        told: expect.stringContaining(
          ` Recorded without the product manager. To name them, cite the message in which they say so (cites): m${scene.said}.`,
        ),
      });
    for (const made of records(given, scene)) expect(JSON.stringify(made)).not.toMatch(/human|"cites":/);
  });

  test.each(spellings)("%j with a message of theirs is named", (name) => {
    const scene = talk();
    for (const cites of [`m${scene.said}`, `M${scene.said}`, `[m${scene.said}]`, `${scene.said}`])
      for (const made of records({ proposed: name, agreed: [name], cites }, scene))
        expect(made).toMatchObject({
          proposed: "human",
          agreed: ["human"],
          cites: `m${scene.said}`,
          told: expect.stringMatching(/^Recorded as d\d+(, in place of d\d+)?\.$/),
        });
  });

  test("words of a member, of nobody, or none at all cite nothing", () => {
    const scene = talk();
    const adas = scene.past.facts.findLast(
      ({ event }) => event.type === "message.posted" && event.text === "Use eval.",
    );
    for (const cites of [
      `m${adas?.seq}`,
      "m9999",
      "d3",
      "",
      "they said so",
      `m${scene.said} and more`,
      "-1",
      "NaN",
    ])
      for (const made of records({ proposed: "human", cites }, scene))
        expect(made).toMatchObject({
          proposed: "coach",
          told: expect.stringContaining("without the product manager"),
        });
  });

  test("an answer to this speaker's own question needs no citation; one to another's does", () => {
    const scene = talk();
    const { past } = scene;
    const ask = (thread: string, seat: string) => {
      const loop = past.turnStarts(thread, seat, seat === "coach" ? "coach" : "engineer");
      past.asks(loop);
      const { seq: reply } = past.replies(loop, 1, "", { tool: "ask_pm", input: { question: "Eval?" } });
      const asked = {
        type: "question.asked" as const,
        text: "Eval?",
        options: [],
        thread,
        loop,
        call: `c${reply}_1`,
      };
      const { seq } = past.add(seat, asked);
      return past.human({ type: "question.answered", question: `q${seq}`, text: "no" }).seq;
    };
    ask("turn/refinement.1/2", "bo");
    expect(records({ proposed: "human" }, scene)[0]).toMatchObject({ proposed: "coach" });
    const answer = ask("coach/refinement.1/1", "coach");
    expect(records({ proposed: "human" }, scene)[0]).toMatchObject({
      proposed: "human",
      cites: `m${answer}`,
    });
  });

  test("members may be named with capitals or an @", () => {
    expect(records({ proposed: "@Ada", agreed: ["BO"] })[0]).toMatchObject({
      proposed: "ada",
      agreed: ["bo"],
    });
  });
});
