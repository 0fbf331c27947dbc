import { expect, test } from "vitest";
import { gitPlace, noAbort } from "../../test/support/git-place.ts";
import { realSandbox } from "../../test/support/real-sandbox.ts";

const network =
  "[sandbox] There is no network here (hosts.agents in the user's settings). Work with what is installed.";

test("real programs that find no network are told of the setting, also behind a pipe", async () => {
  const { open, git } = await gitPlace();
  const here = await realSandbox();
  const workspace = open(1, { sandbox: async () => here });
  const worktree = await workspace.addWorktree("t1", await git("rev-parse", "HEAD"), undefined, noAbort);
  const fetched = "fetch('https://x.test').catch((e) => { console.error(e); process.exit(1) })";
  const commands = [
    "git ls-remote https://x.test/y",
    "git ls-remote git://x.test/y 2>&1 | cat",
    "git ls-remote http://192.0.2.1/y",
    "npm view x --fetch-retries=0 2>&1 | head -3",
    `node -e "${fetched}"`,
  ];
  const runs = await Promise.all(
    commands.map((command) => workspace.runCommand(worktree, { command, timeoutMs: 60_000 }, noAbort)),
  );
  const told = runs.map((run, at) => ({ command: commands[at], ...run }));
  for (const one of told) expect(one).toMatchObject({ command: one.command, blocked: network });
});
