import { expect, test } from "vitest";
import type { Blobs } from "../../core/ports/blobs.ts";
import { rememberBlobs } from "./remember-blobs.ts";

test("what was read is not read again, by any step; what is not there is looked for each time", async () => {
  const read: string[] = [];
  const blobs: Blobs = {
    as: () => blobs,
    put: async (text) => text,
    get: async (blob) => {
      read.push(blob);
      return blob === "none" ? undefined : `text of ${blob}`;
    },
  };
  const remembering = rememberBlobs(blobs);
  expect(await remembering.as("one").get("a")).toBe("text of a");
  expect(await remembering.as("two").get("a")).toBe("text of a");
  expect(await remembering.get("none")).toBeUndefined();
  expect(await remembering.get("none")).toBeUndefined();
  expect(read).toEqual(["a", "none", "none"]);
  for (let index = 0; index < 40; index += 1) await remembering.get(`b${index}`);
  await remembering.get("a");
  expect(read.filter((blob) => blob === "a")).toHaveLength(2);
});
