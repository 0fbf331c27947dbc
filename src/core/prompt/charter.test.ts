import { expect, test } from "vitest";
import { charterText, parseCharter } from "./charter.ts";

test("a charter survives its side file, and anything else is refused", () => {
  const charter = {
    system: "s",
    coach: "c",
    artifact: "a",
    tools: [{ name: "t", description: "d", schema: { x: 1 } }],
  };
  expect(parseCharter(charterText(charter))).toEqual(charter);
  expect(() => parseCharter("{}")).toThrow();
  expect(() => parseCharter("")).toThrow();
});
