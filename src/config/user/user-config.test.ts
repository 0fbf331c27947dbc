import { chmod, mkdir, mkdtemp, readFile, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { assertModels, modelNamed } from "./model-named.ts";
import { findUserConfig, readUserConfig } from "./user-config.ts";
import { writeModels } from "./write-user-config.ts";

const keys = { keys: { anthropic: "sk-secret" } };

describe("the person's own settings", () => {
  test("none are fine", async () => {
    expect(await readUserConfig(join(tmpdir(), "nowhere"))).toEqual({});
    expect(await findUserConfig(join(tmpdir(), "nowhere"))).toBeUndefined();
  });

  test("everything that may be said", async () => {
    const all = {
      models: { strong: "anthropic/claude-sonnet-5-5", fast: "openrouter/deep/seek" },
      ...keys,
      endpoints: { openrouter: { baseUrl: "https://openrouter.ai/api/v1", key: "k", toolChoice: "name" } },
      limits: { anthropic: { concurrency: 3, tokensPerMinute: 50_000, idleSeconds: 60 } },
      prices: { "openrouter/deep/seek": { input: 0.3, output: 1.2 }, "ollama/*": { input: 0, output: 0 } },
      budget: { iteration: 5 },
      hosts: {
        setup: ["registry.npmjs.org", "*.example.com:8443", "my_host", "localhost:1", "a-b.c"],
        agents: ["10.0.0.5", "10.0.0.5:5432", "[::1]:443", "[2001:db8::1]"],
      },
      ports: [1, 65_535],
    };
    expect(await readUserConfig(await folderWith(all))).toEqual(all);
  });

  test.each<[what: string, config: unknown, complaint: string]>([
    [
      "a role nobody has",
      { models: { best: "a/b" } },
      "models.best: there is no such field here; the fields are: strong, fast, other",
    ],
    ["a model without a provider", { models: { strong: "claude" } }, 'a model such as "provider/model"'],
    ["an address that is none", { endpoints: { x: { baseUrl: "localhost" } } }, "an address such as"],
    [
      "an endpoint's misspelt field",
      { endpoints: { x: { baseUrl: "http://x", apiKey: "k" } } },
      "endpoints.x.apiKey",
    ],
    ["no requests at all", { limits: { x: { concurrency: 0 } } }, "limits.x.concurrency"],
    ...[
      [
        "",
        "a b",
        "https://a.org",
        "a.org/x",
        "a..b",
        ".a",
        "a.",
        "-a.org",
        "a-.org",
        "*",
        "*.",
        "a.*",
        "*a.org",
      ],
      ["a.org:", "a.org:0", "a.org:65536", "a.org:99999", "a.org:x", "a.org:1:2", ":80", "user@a.org"],
      [
        "300.1.1.1",
        "1.2.3",
        "*.1.2.3.4",
        "::1",
        "[::1",
        "[::zz]",
        "[1.2.3.4]",
        "a\0b",
        `${"a".repeat(64)}.org`,
      ],
    ]
      .flat()
      .map((host): [string, unknown, string] => [
        `the host ${JSON.stringify(host)}`,
        { hosts: { agents: ["a.org", host] } },
        "hosts.agents[1]: a host such as",
      ]),
    ...[0, -1, 65_536, 1.5, "5432", null].map((port): [string, unknown, string] => [
      `the port ${JSON.stringify(port)}`,
      { ports: [5432, port] },
      "ports[1]",
    ]),
    ["a variable that is none", { env: ["A B"] }, "env[0]"],
    ["a negative price", { prices: { "a/b": { input: -1, output: 1 } } }, "prices.a/b.input"],
  ])("%s is refused, with its place", async (_, config, complaint) => {
    await expect(readUserConfig(await folderWith(config))).rejects.toThrow(complaint);
  });
});

describe("who may read it", () => {
  test.each([0o640, 0o604, 0o644])("with keys in it and mode %o it is refused", async (mode) => {
    const folder = await folderWith(keys, mode);
    await expect(readUserConfig(folder)).rejects.toMatchObject({
      code: "config.invalid",
      message: expect.stringContaining(`chmod 600 ${join(folder, "config.json")}`),
    });
  });

  test("a key of an endpoint is a key", async () => {
    const config = { endpoints: { x: { baseUrl: "http://x", key: "k" } } };
    await expect(readUserConfig(await folderWith(config, 0o644))).rejects.toThrow("holds keys");
  });

  test("without keys it may be read, but not changed", async () => {
    const config = { models: { strong: "a/b" } };
    const folder = await folderWith(config, 0o644);
    expect(await readUserConfig(folder)).toEqual(config);
    expect(await findUserConfig(folder)).toMatchObject({ readableByOthers: true });
    await expect(readUserConfig(await folderWith(config, 0o622))).rejects.toThrow("can change");
  });

  test("its owner's alone is fine", async () => {
    const folder = await folderWith(keys);
    expect(await findUserConfig(folder)).toEqual({
      path: join(folder, "config.json"),
      readableByOthers: false,
    });
  });
});

describe("which model is meant", () => {
  test("by its role; one model stands in for the others", () => {
    const models = { strong: "a/big", fast: "a/small" };
    expect(["strong", "fast", "other", "x/y"].map((name) => modelNamed(name, { models }))).toEqual([
      "a/big",
      "a/small",
      "a/big",
      "x/y",
    ]);
    expect(modelNamed("strong", {})).toBe("strong");
  });

  test("a word that means none is a fault with three ways out", () => {
    expect(() => assertModels(["strong", "a/b", "fast", "strong"])).toThrow(
      expect.objectContaining({
        code: "model.missing",
        message: expect.stringMatching(
          /"strong" and "fast"[\s\S]* 1\. [\s\S]* 2\. [\s\S]* 3\. [\s\S]*huddle demo/,
        ),
      }),
    );
    expect(() => assertModels(["a/b"])).not.toThrow();
  });
});

describe("choosing a model", () => {
  test("changes that alone, and leaves the file to its owner", async () => {
    const folder = await folderWith({ ...keys, models: { fast: "a/small" } }, 0o644);
    const file = await writeModels(folder, ["strong", "other"], "b/big");
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({
      ...keys,
      models: { fast: "a/small", strong: "b/big", other: "b/big" },
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test("makes the file where there is none", async () => {
    const folder = join(await mkdtemp(join(tmpdir(), "config-")), "huddle");
    await writeModels(folder, ["strong"], "a/b");
    expect(await readUserConfig(folder)).toEqual({ models: { strong: "a/b" } });
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  test("does not write what it would not read", async () => {
    const folder = await folderWith({});
    await expect(writeModels(folder, ["strong"], "claude")).rejects.toThrow("provider/model");
    expect(await readUserConfig(folder)).toEqual({});
  });
});

async function folderWith(config: unknown, mode = 0o600): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), "config-")), "huddle");
  await mkdir(folder);
  const file = join(folder, "config.json");
  await writeFile(file, JSON.stringify(config));
  await chmod(file, mode);
  return folder;
}
