import { expect, test } from "vitest";
import type { Changed } from "../../core/ports/commands.ts";
import { willHold } from "./will-hold.ts";

const many = (count: number, of: string) => Array.from({ length: count }, (_, at) => `${of}${at}`);

test.each<[string, Partial<Changed>, string | RegExp]>([
  ["nothing", {}, "The commit changes nothing."],
  [
    "each kind by its verb",
    { changed: ["a", "b c", "d", "e"], added: ["b c", "d"], deleted: ["e"] },
    'The commit adds "b c", d; changes a; deletes e.',
  ],
  [
    "what only a person changes",
    { changed: ["a"], held: [{ path: ".env", why: "person", object: "o" }] },
    "The commit changes a. Only a person changes .env, so the commit leaves it as before.",
  ],
  [
    "what a person is asked about is not told as certain",
    { changed: ["a", "y.yml", "z.yml"], added: ["a", "y.yml"], deleted: ["z.yml"], asks: ["y.yml", "z.yml"] },
    "The commit adds a. A person is asked first for y.yml, z.yml.",
  ],
  [
    "thirty names at most",
    { changed: [...many(40, "n"), "z"], added: many(40, "n") },
    /^The commit adds n0, .*n29 and 10 more; changes z\.$/,
  ],
  [
    "of every kind at least one",
    { changed: [...many(31, "n"), ...many(2, "z")], added: many(31, "n") },
    /^The commit adds n0, .*n29 and 1 more; changes z0 and 1 more\.$/,
  ],
])("an author hears what the commit will hold: %s", (_, changed, words) => {
  const told = willHold({ tree: "t", changed: [], ...changed });
  if (typeof words === "string") expect(told).toBe(words);
  else expect(told).toMatch(words);
});
