import { lstat, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { appears } from "../../../test/support/appears.ts";
import { childRunner } from "../../../test/support/child-runner.ts";
import { type GitPlace, gitPlace, noAbort } from "../../../test/support/git-place.ts";
import { processStart } from "../processes/readings/process-start.ts";
import { readSettings } from "./git-settings.ts";
import { guardSettings } from "./settings-guard.ts";

/** A repository with a remote, a hook and an exclude file, and a worktree of a session. */
async function hookedPlace(): Promise<GitPlace & { readonly worktree: string }> {
  const place = await gitPlace();
  const git = join(place.repository, ".git");
  await place.git("config", "remote.origin.url", "../origin.git");
  await mkdir(join(git, "hooks"), { recursive: true });
  await mkdir(join(git, "info"), { recursive: true });
  await writeFile(join(git, "hooks/pre-push"), "#!/bin/sh\nexit 0\n", { mode: 0o755 });
  await writeFile(join(git, "info/exclude"), "*.log\n");
  const head = await place.git("rev-parse", "HEAD");
  return { ...place, worktree: await place.open().addWorktree("t1", head, undefined, noAbort) };
}

const run = async (place: GitPlace & { readonly worktree: string }, command: string, fence = 1) => {
  const [result] = await place
    .open(fence)
    .runChecks(place.worktree, [{ name: "tests", run: command }], { timeoutMs: 20_000 }, noAbort);
  return result;
};

const gitDir = 'cd "$(git rev-parse --path-format=absolute --git-common-dir)"';

describe("10.39: what a check does to the repository's git settings is undone and told", () => {
  test.each([
    [
      "hooks are led elsewhere, as husky does it",
      "git config core.hooksPath .husky/_",
      ["config (core.hooksPath = .husky/_)"],
    ],
    ["a command for git to run", "git config core.fsmonitor ./evil.sh", ["config (core.fsmonitor)"]],
    ["another file is included", "git config include.path ../evil", ["config (include.path)"]],
    [
      "a remote is changed",
      "git config remote.origin.url https://evil.example",
      ["config (remote.origin.url)"],
    ],
    [
      "an alias, and a value twice",
      "git config alias.st '!evil'; git config --add core.pager evil",
      ["config (core.pager, alias.st)"],
    ],
    ["a key is removed", "git config --unset remote.origin.url", ["config (remote.origin.url)"]],
    [
      "settings hide behind a branch",
      `${gitDir}; printf '[branch "x"] [core]\\n\\thooksPath = evil\\n' >> config`,
      ["config (core.hooksPath = evil)"],
    ],
    [
      "settings hide in a branch",
      `${gitDir}; printf '[branch "x"]\\n\\tmergeOptions = --strategy=evil\\n' >> config`,
      ["config (branch.x.mergeoptions)"],
    ],
    ["a comment is written", `${gitDir}; echo '# hello' >> config`, ["config (its text)"]],
    ["the file is emptied", `${gitDir}; : > config`, [expect.stringMatching(/^config \(core\./)]],
    ["the file is removed", `${gitDir}; rm config`, ["config"]],
    ["a folder stands in its place", `${gitDir}; rm config; mkdir -p config/a`, ["config"]],
    ["a pipe stands in its place", `${gitDir}; rm config; mkfifo config`, ["config"]],
    [
      "what was written is locked",
      `git config core.fsmonitor ./evil.sh; ${gitDir}; touch config.lock`,
      ["config (core.fsmonitor)"],
    ],
    [
      "a folder is the lock",
      `git config core.fsmonitor ./evil.sh; ${gitDir}; mkdir config.lock`,
      ["config (core.fsmonitor)"],
    ],
    ["a hook becomes a folder", `${gitDir}; rm hooks/pre-push; mkdir hooks/pre-push`, ["hooks/pre-push"]],
    ["the file is made unreadable", `${gitDir}; chmod 000 config`, ["config"]],
    [
      "a hook is added",
      `${gitDir}; printf '#!/bin/sh\\nevil' > hooks/pre-commit; chmod +x hooks/pre-commit`,
      ["hooks/pre-commit (added)"],
    ],
    ["a hook in a folder", `${gitDir}; mkdir hooks/_; echo evil > hooks/_/h`, ["hooks/_/h (added)"]],
    ["a hook is changed", `${gitDir}; echo evil >> hooks/pre-push`, ["hooks/pre-push"]],
    ["a hook is switched off", `${gitDir}; chmod 644 hooks/pre-push`, ["hooks/pre-push"]],
    ["a hook is removed", `${gitDir}; rm hooks/pre-push`, ["hooks/pre-push"]],
    ["a hook becomes a link", `${gitDir}; ln -sf /bin/true hooks/pre-push`, ["hooks/pre-push"]],
    [
      "all hooks become a link",
      `${gitDir}; rm -r hooks; ln -s /tmp hooks`,
      ["hooks (added)", "hooks/pre-push"],
    ],
    ["files are hidden", `${gitDir}; echo '*.js' >> info/exclude`, ["info/exclude"]],
    [
      "filters are assigned",
      `${gitDir}; echo '* filter=evil' > info/attributes`,
      ["info/attributes (added)"],
    ],
    ["settings of the checkout", `${gitDir}; echo '[core]' > config.worktree`, ["config.worktree (added)"]],
  ])("%s", async (_, command, told) => {
    const place = await hookedPlace();
    const git = join(place.repository, ".git");
    const before = await readSettings(git);
    const result = await run(place, `${command}; exit 3`);
    expect(result).toMatchObject({ exit: 3, undone: told });
    expect(await readSettings(git)).toEqual(before);
    expect(await readdir(join(git, "huddle/guard"))).toEqual([]);
    expect(await place.git("status", "--porcelain")).toBe("");
  });

  test("a check that leaves them alone tells nothing, and neither does one that is stopped", async () => {
    const place = await hookedPlace();
    expect(await run(place, "git status; git config user.name")).not.toHaveProperty("undone");
    const stop = new AbortController();
    const tampers = [{ name: "tests", run: "git config core.hooksPath x; touch ready; sleep 60" }];
    const running = place.open().runChecks(place.worktree, tampers, { timeoutMs: 20_000 }, stop.signal);
    running.catch(() => {});
    await appears(join(place.folder, place.worktree, "ready"));
    stop.abort(new Error("stopped"));
    await expect(running).rejects.toThrow("stopped");
    expect(await readFile(join(place.repository, ".git/config"), "utf8")).not.toContain("hooksPath");
  });

  test("what a person's git notes about branches meanwhile is kept", async () => {
    const place = await hookedPlace();
    const notes =
      "git branch -q new && git config branch.new.remote origin && git config branch.new.merge refs/heads/new";
    expect(await run(place, notes)).not.toHaveProperty("undone");
    const both = "git config branch.more.remote origin; git config core.hooksPath evil";
    expect(await run(place, both)).toMatchObject({ undone: ["config (core.hooksPath = evil)"] });
    expect(await place.git("config", "branch.new.merge")).toBe("refs/heads/new");
    expect(await place.git("config", "branch.more.remote")).toBe("origin");
    expect(await place.git("config", "remote.origin.url")).toBe("../origin.git");
  });

  test("of checks that run at once, also in several processes, none puts back what another did", async () => {
    const place = await hookedPlace();
    const git = join(place.repository, ".git");
    const before = await readSettings(git);
    const at = (name: string) => join(place.folder, place.worktree, name);
    const first = run(
      place,
      "git config core.hooksPath evil; touch one; while [ ! -e two ]; do sleep 0.02; done",
    );
    await appears(at("one"));
    const other = await childRunner(place, 2);
    const command = "touch two; while [ ! -e over ]; do sleep 0.02; done";
    other.send({ act: "check", worktree: place.worktree, command });
    expect(await first).toMatchObject({ undone: ["config (core.hooksPath = evil)"] });
    await writeFile(at("over"), "");
    expect(await other.answer()).toMatchObject({ done: [{ exit: 0 }] });
    expect(await readSettings(git)).toEqual(before);
  });

  test("checks that one signal stops leave nothing behind, and what a person sets then is theirs", async () => {
    const place = await hookedPlace();
    const stop = new AbortController();
    const desks = ["d1", "d2", "d3"].map((desk) => join(place.folder, desk));
    const running = desks.map(async (desk) => {
      await mkdir(desk);
      const checks = [{ name: "tests", run: "touch ready; sleep 60" }];
      await place.open().runChecks(desk, checks, { timeoutMs: 20_000 }, stop.signal);
    });
    const ended = Promise.allSettled(running);
    await Promise.all(desks.map((desk) => appears(join(desk, "ready"))));
    stop.abort(new Error("stopped"));
    await ended;
    expect(await readdir(join(place.repository, ".git/huddle/guard"))).toEqual([]);
    await place.git("remote", "add", "fork", "../fork.git");
    expect(await run(place, "true")).not.toHaveProperty("undone");
    expect(await place.git("config", "remote.fork.url")).toBe("../fork.git");
  });

  test("a guard that cannot begin does not look like a check that runs", async () => {
    const { repository } = await hookedPlace();
    const folder = join(repository, ".git/huddle/guard");
    const self = `${process.pid}.${await processStart(process.pid)}.1.x`;
    await mkdir(join(folder, `before.json.${self}`), { recursive: true });
    const site = { fence: 1, commonDir: async () => join(repository, ".git") };
    await expect(guardSettings(site, "x", 20_000)).rejects.toThrow("EISDIR");
    expect(await readdir(folder)).toEqual([]);
  });

  test("a runner killed in between: the next check puts it back, and tells it", async () => {
    const place = await hookedPlace();
    const git = join(place.repository, ".git");
    const before = await readSettings(git);
    const runner = await childRunner(place, 1);
    const command = `git config core.hooksPath evil; ${gitDir}; echo evil > hooks/pre-commit; cd - >/dev/null; touch ready; sleep 60`;
    runner.send({ act: "check", worktree: place.worktree, command });
    await appears(join(place.folder, place.worktree, "ready"));
    await runner.kill();
    expect(await readSettings(git)).not.toEqual(before);
    const next = place.open(2);
    await next.sweep([place.worktree]);
    const told = await run(place, "true", 2);
    expect(told?.undone).toEqual(["hooks/pre-commit (added)", "config (core.hooksPath = evil)"]);
    expect(await readSettings(git)).toEqual(before);
    expect(await run(place, "true", 2)).not.toHaveProperty("undone");
  });

  test("what a person changed after the killed check must have ended is theirs", async () => {
    const place = await hookedPlace();
    const git = join(place.repository, ".git");
    const settings = await readSettings(git);
    await mkdir(join(git, "huddle/guard"), { recursive: true });
    const untilMs = (await lstat(join(git, "config"))).ctimeMs;
    await writeFile(join(git, "huddle/guard/before.json"), JSON.stringify({ settings, untilMs }));
    await writeFile(join(git, "huddle/guard/999999.1@00000000.1.check-x"), "");
    // A change that the disk's clock puts after that time.
    while ((await lstat(join(git, "config"))).ctimeMs <= untilMs)
      await place.git("config", "user.name", "Mia");
    expect(await run(place, "true")).not.toHaveProperty("undone");
    expect(await run(place, "git config alias.x y")).toMatchObject({ undone: ["config (alias.x)"] });
    expect(await place.git("config", "user.name")).toBe("Mia");
  });

  test("a configuration that was locked before the check is told as not put back", async () => {
    const place = await hookedPlace();
    const git = join(place.repository, ".git");
    await writeFile(join(git, "config.lock"), "");
    const told = await run(place, `${gitDir}; printf '[core]\\n\\thooksPath = evil\\n' >> config`);
    expect(told?.undone).toEqual(["config (not put back: EEXIST)"]);
    await rm(join(git, "config.lock"));
  });

  test("where nothing can be written beside the sessions, it is undone all the same", async () => {
    const place = await hookedPlace();
    const git = join(place.repository, ".git");
    await writeFile(join(git, "huddle"), "not a folder\n");
    const told = await run(place, "git config core.hooksPath evil");
    expect(told).toMatchObject({ undone: ["config (core.hooksPath = evil)"] });
  });
});

test("10.39: installers of hooks are told not to", async () => {
  const place = await hookedPlace();
  const installers = [
    "HUSKY",
    "HUSKY_SKIP_INSTALL",
    "LEFTHOOK",
    "SKIP_INSTALL_SIMPLE_GIT_HOOKS",
    "OVERCOMMIT_DISABLE",
  ];
  const result = await run(place, installers.map((name) => `echo "${name}=$${name}"`).join(";"));
  expect(result?.output.split("\n").filter((line) => /=(?:0|1)$/.test(line))).toHaveLength(installers.length);
});
