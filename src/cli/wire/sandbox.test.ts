import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace } from "../../../test/support/git-place.ts";
import { knownKeys } from "./known-keys.ts";
import { sandboxHere } from "./sandbox.ts";

test("the person's own proxy is the way out, and its password shows nowhere", async () => {
  const config = join(await emptyPlace(), "config");
  const env = { PATH: process.env.PATH, HTTPS_PROXY: "http://me:canary-0123456789@proxy.test:3128" };
  const keys = knownKeys(env);
  const { outside } = await sandboxHere({ config }, env, keys);
  expect(outside?.own?.https).toMatchObject({ kind: "http", host: "proxy.test", port: 3128 });
  expect(keys.redact("it said canary-0123456789")).not.toContain("canary");
  expect(await sandboxHere({ config }, { PATH: env.PATH })).not.toHaveProperty("outside");
});

test("variables of the person that checks need are named in their settings, and their values show nowhere", async () => {
  const config = join(await emptyPlace(), "config");
  await mkdir(config);
  await writeFile(join(config, "config.json"), '{ "env": ["DATABASE_URL", "NOT_SET"] }', { mode: 0o600 });
  const value = "postgres://me:canary-0123456789@localhost/test";
  const env = { PATH: process.env.PATH, DATABASE_URL: value, OTHER: "another value" };
  const keys = knownKeys(env);
  expect((await sandboxHere({ config }, env, keys)).forChecks).toEqual({ DATABASE_URL: value });
  for (const text of [value, Buffer.from(value).toString("base64")])
    expect(keys.redact(`it said ${text}`)).not.toContain(text);
  expect(keys.redact("another value")).toBe("another value");
});
