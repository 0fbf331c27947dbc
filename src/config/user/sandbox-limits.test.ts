import { expect, test } from "vitest";
import { limitsOf } from "./sandbox-limits.ts";
import { userConfigSchema } from "./user-config-schema.ts";

test("limits are read as bytes and processes, and only those that are set", () => {
  expect(limitsOf({})).toEqual({});
  expect(limitsOf({ memory: "512MB", processes: 40, disk: "2GB" })).toEqual({
    memoryBytes: 512 * 1024 ** 2,
    processes: 40,
    diskBytes: 2 * 1024 ** 3,
  });
});

test.each([
  [{ kind: "docker" }],
  [{ memory: "lots" }],
  [{ memory: "0GB" }],
  [{ memory: 4 }],
  [{ processes: 0 }],
  [{ processes: 1.5 }],
  [{ disk: "5 GB" }],
  [{ network: true }],
])("%j is no setting of a sandbox", (sandbox) => {
  expect(userConfigSchema.safeParse({ sandbox }).success).toBe(false);
});
