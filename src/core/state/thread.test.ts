import { expect, test } from "vitest";
import { failureSchema } from "../facts/loop-schema.ts";
import { isSilence } from "./thread.ts";

test("no answer is what failed in any way but a refusal and a stop of ours", () => {
  const answered = failureSchema.options.filter((failure) => !isSilence(failure));
  expect(answered.toSorted()).toEqual(["refused", "stopped"]);
});
