import { expect, test } from "vitest";
import { addressedIn } from "./addressed.ts";

const names = ["mara", "jonas", "bo", "architect"];

test.each([
  ["Next: mara, do the rules hold?", ["mara"]],
  ["Open: the folder. Next, as said: Mara, one example each.", ["mara"]],
  ["Next: mara and jonas, in which case is the other right?", ["mara", "jonas"]],
  ["Next: mara: what of zero?", ["mara"]],
  ["What was missed? jonas, look at ipython.py.", ["jonas"]],
  ["Agreed: all.\n- Jonas / Bo, who wins?", ["jonas", "bo"]],
  ["2. Bo, jonas and mara: who wins?", ["bo", "jonas", "mara"]],
  ["Does that hold, mara? And that, Bo?", ["mara", "bo"]],
  ["(It holds.) Architect, where do they meet?", ["architect"]],
  ["Mara, is it so? I ask you, mara?", ["mara"]],
])("%j speaks to %j", (text, called) => {
  expect(addressedIn(text, names)).toEqual(called);
});

test.each([
  "Next: mara's parser, and what it prints.",
  "Take jonas' rules, or show what breaks them.",
  "Mara, jonas and bo agree.",
  "Mara, who wrote it, says so.",
  "Agreed: mara, with a test. As mara said, it holds.",
  "Does mara, or jonas, know?",
  "bo.js, line 3: an error. bo-bo, no.",
  "Marathon, jonasson, robo, bo@ada.example",
  "nobody",
])("%j speaks to nobody", (text) => {
  expect(addressedIn(text, names)).toEqual([]);
});

test("without a team, nobody is spoken to", () => {
  expect(addressedIn("Mara, is it so?", [])).toEqual([]);
});
