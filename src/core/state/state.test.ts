import { expect, test } from "vitest";
import { policySchema } from "../terms/policy-schema.ts";
import { emptyState } from "./state.ts";

test("before the first fact nothing has happened, and the policy is one that could be", () => {
  const { head, fence, turns, heard, money, session } = emptyState;
  expect([head, fence, turns, heard, session.opened]).toEqual([0, 0, 0, 0, 0]);
  expect(money).toEqual({ asked: 0, replied: 0, bytes: 0, input: 0, output: 0 });
  expect(policySchema.safeParse(session.policy).success).toBe(true);
});
