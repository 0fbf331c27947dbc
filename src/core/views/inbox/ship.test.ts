import { expect, test } from "vitest";
import { shipWords } from "./ship.ts";

test("it is shipped by a command of its own", () => {
  expect(shipWords().parse("yes")).toMatchObject({
    advice: "Type: huddle ship, or huddle ship --onto <branch>",
  });
});
