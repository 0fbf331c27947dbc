import { expect, test } from "vitest";
import { FakeSession, modelOf } from "../../../test/support/fake-session.ts";
import { says } from "../../../test/support/scripted-model.ts";
import { meetingPolicy } from "../../core/terms/meeting/meeting.ts";
import { parseAnswer } from "../../core/views/inbox/words-of.ts";

const question = { question: "What of fractions?", options: ["refuse them", "round them to even"] };

test("before it builds, the engineer of small work asks the person once, with options, for one request more", async () => {
  const session = await new FakeSession({ policy: meetingPolicy("none") }).build();
  const requests: Record<string, string> = {};
  const model = modelOf((by, _, request) => {
    requests[`${by.thread}#${by.ask}`] = JSON.stringify(request.messages);
    return by.thread === "coding/t1.1" && by.ask === 1 ? says.call("ask_question", question) : undefined;
  });
  await session.run({ model });
  const [wait] = session.waits;
  expect(wait).toMatchObject({ kind: "question", from: "ada", options: question.options });
  if (!wait) throw new Error("nobody is asked");
  const chosen = parseAnswer(wait, "2");
  expect(chosen).toEqual({ kind: "choose", option: 2 });
  if ("wrong" in chosen) throw new Error(chosen.wrong);
  await session.answer(chosen);
  await session.run({ model });
  // The question; the work, handed in; and the review.
  expect(model.asked.map(({ thread, ask }) => `${thread}#${ask}`)).toEqual([
    "coding/t1.1#1",
    "coding/t1.1#2",
    "review/t1.1/1#1",
  ]);
  expect(requests["coding/t1.1#2"]).toContain("The product manager answers: round them to even");
  // Who judges the work knows what was wanted.
  expect(requests["review/t1.1/1#1"]).toContain("What of fractions?");
  expect(requests["review/t1.1/1#1"]).toContain("round them to even");
});

test("an architect who is asked reads the options, too", async () => {
  const session = await new FakeSession({ policy: { pace: "auto" } }).build();
  let read = "";
  const model = modelOf((by, _, request) => {
    if (by.thread.startsWith("answer/")) read = JSON.stringify(request.messages);
    return by.thread === "coding/t1.1" && by.ask === 1 ? says.call("ask_question", question) : undefined;
  });
  await session.run({ model });
  expect(read).toContain("It could be:\\n- refuse them\\n- round them to even");
});
