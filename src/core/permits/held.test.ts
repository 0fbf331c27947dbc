import { expect, test } from "vitest";
import { type Held, type HeldWhy, heldAnew, heldWords } from "./held.ts";

const held = (path: string, why: HeldWhy, object = "o"): Held => ({ path, why, object });

test("each reason is told once, with all its paths and what helps", () => {
  const words = heldWords([
    held(".venv/x", "kept"),
    held(".env", "person"),
    held("a.txt", "key"),
    held("b.txt", "key"),
    held("way", "link"),
    held("sub", "repository"),
  ]);
  expect(words).toHaveLength(5);
  expect(words[0]).toBe("Only a person changes .env, so the commit leaves it as before.");
  expect(words[1]).toMatch(
    /^a\.txt, b\.txt hold the value of a key .* leaves them as before\. Take the value out/,
  );
  expect(words[2]).toMatch(/^way is a link out of the project .* Put a file there/);
  expect(words[3]).toMatch(/^sub is a git repository of its own.* Remove the \.git inside/);
  expect(words[4]).toMatch(/^\.venv\/x belongs to what set-up installs.* then call install\.$/);
  expect(heldWords([])).toEqual([]);
});

test("what was held like this before is not told again; other content is", () => {
  const before = [held("a", "person", "1"), held("b", "person", "1")];
  const now = [held("a", "person", "1"), held("b", "person", "2"), held("c", "person", "1")];
  expect(heldAnew(now, before).map(({ path }) => path)).toEqual(["b", "c"]);
  expect(heldAnew(now)).toEqual(now);
});
