import { expect, test } from "vitest";
import { charterText, parseCharter } from "./charter.ts";

test("a charter survives its side file, and anything else is refused", () => {
  const charter = {
    system: "s",
    coach: "c",
    artifact: "a",
    tools: [{ name: "t", description: "d", schema: { x: 1 } }],
  };
  expect(parseCharter(charterText(charter))).toStrictEqual(charter);
  for (const more of [{ roles: { coach: "r" } }, { moments: { sizing: "m" } }])
    expect(parseCharter(charterText({ ...charter, ...more }))).toStrictEqual({ ...charter, ...more });
  expect(() => parseCharter("{}")).toThrow();
  expect(() => parseCharter("")).toThrow();
});
