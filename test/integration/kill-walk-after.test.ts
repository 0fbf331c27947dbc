import { test } from "vitest";
import { walkTheCalculator } from "../support/walk-the-calculator.ts";

test("killed once at every third point after, the calculator comes to the same end", async () => {
  await walkTheCalculator("after");
}, 300_000);
