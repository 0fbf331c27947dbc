import { expect, test } from "vitest";
import { storyLine } from "../story-line.ts";
import { passedLine } from "./fold-passes.ts";

const passed = (who: string) => storyLine({ seq: 1, actor: who }, "passed", `passes: ${who} has nothing`);

test("who passes alone gives a reason, and several are named in one line", () => {
  expect(passedLine(passed("ada"), []).text).toBe("passes: ada has nothing");
  expect(passedLine(passed("ada"), [passed("ben")]).text).toBe("passes, and so does ben");
  expect(passedLine(passed("ada"), [passed("ben"), passed("chi")])).toMatchObject({
    who: "ada",
    text: "passes, and so do ben, chi",
  });
});
