import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace, writeFiles } from "../../../test/support/git-place.ts";
import { requires } from "../../../test/support/requires.ts";
import { knownKeys } from "./known-keys.ts";
import { machineOf } from "./machine.ts";
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

test("what a check starts is found inside, where only a link on PATH leads to it", async () => {
  requires("bwrap");
  const home = await emptyPlace();
  const files = { "src/tool/out/tool": "#!/bin/sh\n", "src/tool/out/more": "" };
  await writeFiles(home, files);
  await chmod(join(home, "src/tool/out/tool"), 0o755);
  await mkdir(join(home, "b"));
  await symlink("../src/tool/out/tool", join(home, "b/tool"));
  const env = { HOME: home, PATH: `${join(home, "b")}:${process.env.PATH}` };
  const folders = { config: join(home, "c"), state: join(home, "s"), package: home, temporary: tmpdir() };
  const machine = await machineOf(folders, env);
  const path = join(home, "b/tool");
  expect(await machine.programs(home, ["tool --all"])).toEqual([
    { program: "tool", outside: { path }, inside: { path } },
  ]);
});
