import { expect, test } from "vitest";
import { sandboxSettings } from "./sandbox-settings.ts";
import { userConfigSchema } from "./user-config-schema.ts";

test("limits are read as bytes and processes, and only those that are set", () => {
  expect(sandboxSettings()).toEqual({ limits: {} });
  expect(sandboxSettings({ memory: "512MB", processes: 40, disk: "2GB" })).toEqual({
    limits: { memoryBytes: 512 * 1024 ** 2, processes: 40, diskBytes: 2 * 1024 ** 3 },
  });
});

test("the kind stands alone, or beside limits", () => {
  expect(sandboxSettings("outer")).toEqual({ kind: "outer", limits: {} });
  expect(sandboxSettings({ kind: "none", processes: 5 })).toEqual({ kind: "none", limits: { processes: 5 } });
  expect(userConfigSchema.safeParse({ sandbox: "outer" }).success).toBe(true);
  expect(userConfigSchema.safeParse({ sandbox: { kind: "outer", disk: "1GB" } }).success).toBe(true);
});

test.each([
  ["docker"],
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
