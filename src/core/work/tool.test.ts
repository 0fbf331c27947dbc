import { expect, test } from "vitest";
import { z } from "zod";
import { failure, reply, specOf, tidied } from "./tool.ts";

test("a tool replies with words, or fails with words", () => {
  expect(reply("Here.")).toEqual({ failed: false, text: "Here." });
  expect(failure("No.")).toEqual({ failed: true, text: "No." });
});

test("input is put right where a tool knows how, and is left alone otherwise", () => {
  expect(tidied({ tidy: (input) => [input] }, "a")).toEqual(["a"]);
  expect(tidied({}, "a")).toBe("a");
});

test("a model sees a tool's name, its summary and what may be left out of its input", () => {
  const input = z.object({ path: z.string(), lines: z.int().default(5) });
  const { schema, ...named } = specOf({ name: "look", summary: "Look.", input });
  expect(named).toEqual({ name: "look", description: "Look." });
  expect(schema).toMatchObject({ type: "object", required: ["path"] });
  expect(schema).not.toHaveProperty("$schema");
});
