import { expect, test } from "vitest";
import { defaultPolicy } from "./defaults.ts";
import { policySchema } from "./policy-schema.ts";

test("a session can start from the defaults alone, and its coach judges the size first", () => {
  const policy = { ...defaultPolicy, author: { name: "Pia", email: "pia@example.com" } };
  expect(policySchema.parse(policy)).toEqual(policy);
  expect(policy.sizing).toBe(true);
});
