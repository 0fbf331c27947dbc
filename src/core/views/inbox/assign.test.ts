import { expect, test } from "vitest";
import { waiting } from "../../../../test/support/waiting.ts";
import { assignWords } from "./assign.ts";

test("it shows who would take what", () => {
  const words = assignWords({ kind: "assign", id: "w1", since: 1, tasks: ["t1", "t2"] });
  expect(words.title).toBe("Nobody has t1, t2 yet");
  expect(words.text(waiting.assign().state)).toBe(
    "t1: ada (fewest tasks in its layer)\nt2: bo (fewest tasks in its layer)",
  );
});
