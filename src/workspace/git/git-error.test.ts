import { describe, expect, test } from "vitest";
import { Fault } from "../../core/fault.ts";
import { GitError, gitFailure, ifPossible, isRace } from "./git-error.ts";

test("an error says what was asked, how it ended and what git said", () => {
  expect(new GitError(["add", "-A"], 128, "fatal: no\n").message).toBe(
    "git add -A ended with 128: fatal: no",
  );
  expect(new GitError(["add"], null, " \n").message).toBe("git add ended with a signal: no message");
});

describe("a failure that a person can mend", () => {
  const trust = "fatal: detected dubious ownership in repository at '/x'";
  const command = "git config --global --add safe.directory '/x y'";

  test.each<[said: string, code: string, words: string]>([
    [trust, "repository.unready", "type:\n  git config --global --add safe.directory /here"],
    [`${trust}\nTo add an exception, call:\n\n\t${command}\n`, "repository.unready", `type:\n  ${command}`],
    ["error: No space left on device", "machine.lacking", "The disk is full"],
    ["error: Disk quota exceeded", "machine.lacking", "The disk is full"],
    ["error: Too many open files", "machine.lacking", "ulimit -n 4096"],
    ["error: Read-only file system", "repository.unready", "The disk is read-only"],
    ["error: Permission denied", "repository.unready", "You have no permission"],
  ])("%s", (said, code, words) => {
    const failure = gitFailure(["add"], 128, said, "/here");
    expect(failure).toMatchObject({ name: "Fault", code, cause: { said, exit: 128 } });
    expect(failure.message).toContain(words);
    expect(failure.message).toContain("/here");
  });

  test("any other stays git's", () => {
    expect(gitFailure(["add"], 1, "fatal: new", "/here")).toMatchObject({
      name: "GitError",
      said: "fatal: new",
    });
  });
});

test.each([
  ["fatal: Unable to create '/x/index.lock': File exists.", true],
  ["error: cannot lock ref 'refs/heads/x'", true],
  ["fatal: failed to read /x/commondir", true],
  ["fatal: bad object", false],
])("whether trying again may help: %s", (said, may) => {
  expect(isRace(new GitError(["add"], 128, said))).toBe(may);
  expect(isRace(new Error(said))).toBe(false);
});

test("what can fail is tried, and only a bug is told", async () => {
  const system = Object.assign(new Error("EACCES"), { syscall: "open" });
  for (const error of [new GitError(["add"], 1, ""), new Fault("refused", "no"), system])
    await ifPossible(() => Promise.reject(error));
  await expect(ifPossible(() => Promise.reject(new Error("bug")))).rejects.toThrow("bug");
});
