import { expect, test } from "vitest";
import type { Message } from "../ports/request.ts";
import { inTurns } from "./role-order.ts";

const user = (...blocks: string[]): Message => ({ role: "user", blocks });
const says = (text: string, ...tools: string[]): Message => ({
  role: "assistant",
  text,
  calls: tools.map((tool, at) => ({ id: `c${at}`, tool, input: {} })),
});
const results = (...texts: string[]): Message => ({
  role: "tool",
  results: texts.map((text, at) => ({ id: `c${at}`, text, failed: false })),
});
const [begin, goOn] = [user("Begin."), user("Go on.")];

test.each<[what: string, messages: readonly Message[], sent: readonly Message[]]>([
  ["nothing", [], [begin]],
  ["a person's words", [user("Hi.")], [user("Hi.")]],
  ["several of a person", [user("Hi."), user("You.", "There.")], [user("Hi.", "You.", "There.")]],
  ["blank words", [user(" ", "Hi.", "\n"), user(""), says(" "), results()], [user("Hi.")]],
  ["blank words first", [user(" "), says("Hm."), user("Hi.")], [begin, says("Hm."), user("Hi.")]],
  [
    "blank words between own ones",
    [says("A."), user(""), says("B.")],
    [begin, says("A."), goOn, says("B."), goOn],
  ],
  ["own words first", [says("Hm.")], [begin, says("Hm."), goOn]],
  [
    "own words twice",
    [user("Hi."), says("A."), says("B.")],
    [user("Hi."), says("A."), goOn, says("B."), goOn],
  ],
  ["a call without words", [user("Hi."), says("", "look")], [user("Hi."), says("", "look"), goOn]],
  [
    "a call with its result",
    [user("Hi."), says("", "look"), results("a")],
    [user("Hi."), says("", "look"), results("a")],
  ],
  [
    "words after a result",
    [user("Hi."), results("a"), user("Oh.")],
    [user("Hi."), results("a"), user("Oh.")],
  ],
  ["words around own ones", [user("A."), says("B."), user("C.")], [user("A."), says("B."), user("C.")]],
])(
  "%s: a person first, nobody twice in a row, never the model last, and nothing empty",
  (_, messages, sent) => {
    expect(inTurns(messages)).toEqual(sent);
  },
);
