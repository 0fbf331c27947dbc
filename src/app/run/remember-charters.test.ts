import { expect, test } from "vitest";
import type { Blobs } from "../../core/ports/blobs.ts";
import { charterText } from "../../core/prompt/charter.ts";
import { rememberCharters } from "./remember-charters.ts";

test("a charter is read once, a missing one each time, and the oldest of many is dropped", async () => {
  const read: string[] = [];
  const blobs: Blobs = {
    put: async (text) => text,
    get: async (blob) => {
      read.push(blob);
      return blob === "none" ? undefined : charterText({ system: blob, coach: "", artifact: "", tools: [] });
    },
  };
  const charter = rememberCharters(blobs);
  expect(await charter("a")).toMatchObject({ system: "a" });
  expect(await charter("a")).toBe(await charter("a"));
  expect(await charter("none")).toBeUndefined();
  expect(await charter("none")).toBeUndefined();
  expect(read).toEqual(["a", "none", "none"]);
  for (let index = 0; index < 40; index += 1) await charter(`b${index}`);
  await charter("a");
  expect(read.filter((blob) => blob === "a")).toHaveLength(2);
});
