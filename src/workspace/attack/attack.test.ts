import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace, noAbort } from "../../../test/support/git-place.ts";
import { realSandbox } from "../../../test/support/real-sandbox.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import { type Attack, type Attacked, attack } from "./attack.ts";

async function all(wanted: Omit<Attack, "env" | "signal">): Promise<readonly Attacked[]> {
  const env = { PATH: process.env.PATH ?? "", OPENAI_API_KEY: "canary" };
  const found: Attacked[] = [];
  for await (const one of attack({ ...wanted, env, signal: noAbort })) found.push(one);
  return found;
}

test("every way out of the real sandbox is held, for the reason that it should be, and nothing is left behind", async () => {
  const { found } = await realSandbox();
  if (found.kind !== "ready") throw new Error(found.why);
  const below = join(await emptyPlace(), "state");
  const tried = await all({ sandbox: found.sandbox, below });
  expect(tried.length).toBeGreaterThan(50);
  expect(tried.filter(({ result }) => result !== "held")).toEqual([]);
  expect(await readdir(below)).toEqual([]);
});

/** Keeps nothing in. */
const open: Sandbox = {
  kind: "bubblewrap",
  weaker: [],
  canShow: true,
  enter: async ({ worktree }) => ({ start: [], env: { PATH: process.env.PATH ?? "" }, worktree }),
};

test.each([
  "read a key at home",
  "read it through a link",
  "write through a link",
  "read another worktree",
  "write the log of a session",
  "read a key in git's folder",
  "link a file in",
  "replace .git",
  "commit",
  "write a hook",
  "read a token in an address",
  "reach a server of this machine",
  "reach an abstract socket",
  "end a process",
])("a sandbox that keeps nothing in is found out: %s", async (name) => {
  const below = await emptyPlace();
  const tried = await all({ sandbox: open, below, chosen: (attempt) => attempt.name === name });
  expect(tried).toMatchObject([{ attempt: name, result: "open" }]);
});

test("what there is no time for is not tried, and not taken for held", async () => {
  let tries = 0;
  const tried = await all({
    sandbox: open,
    below: await emptyPlace(),
    chosen: ({ name }) => ["read a key at home", "replace .git", "end a process"].includes(name),
    isLate: () => tries++ > 0,
  });
  expect(tried.map(({ result }) => result)).toEqual(["open", "untried", "untried"]);
});

test("what fails for another reason is not taken for held", async () => {
  const blind: Sandbox = {
    ...open,
    enter: async ({ worktree, temporary }) => {
      await mkdir(join(temporary, "bin"));
      return { start: [], env: { PATH: join(temporary, "bin") }, worktree };
    },
  };
  const tried = await all({
    sandbox: blind,
    below: await emptyPlace(),
    chosen: ({ name }) => name === "reach an address" || name === "make a device",
  });
  expect(tried.map(({ result }) => result)).toEqual(["untried", "untried"]);
});
