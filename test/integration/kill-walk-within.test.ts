import { test } from "vitest";
import { walkTheCalculator } from "../support/walk-the-calculator.ts";

test("killed once at every sixth point within, the calculator comes to the same end", async () => {
  await walkTheCalculator("within");
}, 300_000);
