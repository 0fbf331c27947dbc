import { expect, test } from "vitest";
import type { Reached } from "../../core/views/choice/reached.ts";
import type { Ground } from "../ready/whereabouts.ts";
import { rememberedReach, withReach } from "./remembered-reach.ts";

test("a provider is asked once a minute, for each model, and at once after something was done", async () => {
  let now = "2026-01-05T10:00:00.000Z";
  const asked: string[] = [];
  const ready: Reached = { kind: "ready", provider: "a", url: "http://a" };
  const models = {
    open: async () => {
      throw new Error("nothing is asked of a model");
    },
    meant: (name: string) => (name === "strong" ? "a/b" : name),
    async reach(name: string) {
      asked.push(name);
      return ready;
    },
  };
  const reached = rememberedReach({ now: () => now });
  // Only the models of the surroundings are looked at.
  const around = withReach({ models: async () => models } as unknown as Ground, reached);
  const reach = async (name: string) => (await around.models()).reach(name);
  expect(await reach("strong")).toBe(ready);
  await reach("a/b");
  await reach("c/d");
  expect(asked).toEqual(["strong", "c/d"]);
  now = "2026-01-05T10:00:59.000Z";
  await reach("a/b");
  expect(asked).toHaveLength(2);
  now = "2026-01-05T10:01:00.000Z";
  await reach("a/b");
  expect(asked).toHaveLength(3);
  reached.forget();
  await reach("a/b");
  expect(asked).toHaveLength(4);
});
