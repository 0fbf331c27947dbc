import { expect, test } from "vitest";
import { emptyPlace } from "../../../test/support/git-place.ts";
import { openSeatbelt, seatbeltProfile } from "./seatbelt.ts";

const place = { worktree: "/w", commonDir: "/r/.git", temporary: "/t" };

test("a profile denies by default, and what it denies by name comes after what it allows", () => {
  const profile = seatbeltProfile({ ...place, toolchains: ["/Users/me/.pyenv"], home: "/Users/me" });
  const lines = profile.split("\n");
  expect(lines.slice(0, 2)).toEqual(["(version 1)", "(deny default)"]);
  const [read = "", write = "", secrets = "", dotGit = ""] = [
    "(allow file-read* ",
    "(allow file-write* ",
    "(deny file-read* file-write*",
    "(deny file-write* ",
  ].map((start) => lines.find((line) => line.startsWith(start)));
  expect(write).toBe('(allow file-write* (subpath "/w") (subpath "/t"))');
  expect(read).toContain('(subpath "/Users/me/.pyenv") (subpath "/w") (subpath "/r/.git") (subpath "/t")');
  for (const name of [".ssh", ".aws", ".npmrc", ".config"])
    expect(secrets).toContain(`(subpath "/Users/me/${name}")`);
  expect(secrets).toContain('(subpath "/r/.git/hooks") (subpath "/r/.git/huddle")');
  expect(dotGit).toBe('(deny file-write* (literal "/w/.git"))');
  expect(lines.indexOf(secrets)).toBeGreaterThan(lines.indexOf(write));
  expect(lines).toContain("(deny network*)");
});

test("a path cannot end its own quotes", () => {
  const profile = seatbeltProfile({ ...place, worktree: '/a") (allow default) ("\\', toolchains: [] });
  expect(profile).toContain('(subpath "/a\\") (allow default) (\\"\\\\")');
});

test("its words and its environment hold nothing of the person's", async () => {
  const temporary = await emptyPlace();
  const env = { PATH: "/usr/bin:/bin", HOME: "/Users/me", OPENAI_API_KEY: "k" };
  const sandbox = await openSeatbelt(env);
  const { start, env: inside, worktree } = await sandbox.enter({ ...place, temporary });
  expect(start.slice(0, 2)).toEqual(["/usr/bin/sandbox-exec", "-p"]);
  expect(inside).toMatchObject({ PATH: "/usr/bin:/bin", HOME: `${temporary}/home`, TMPDIR: temporary });
  expect(inside).not.toHaveProperty("OPENAI_API_KEY");
  expect(worktree).toBe("/w");
  expect(sandbox.weaker[0]).toBe("nobody has run this on macOS yet");
});
