import { expect, test } from "vitest";
import { callId } from "./ids.ts";

test("the calls of a reply are counted from one", () => {
  expect([callId(7, 0), callId(7, 1)]).toEqual(["c7_1", "c7_2"]);
});
