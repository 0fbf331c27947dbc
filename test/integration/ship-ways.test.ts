import { execFileSync } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shellWord } from "../../src/core/text/quoted.ts";
import type { Desk } from "../support/huddle.ts";
import { deskHere, providedHere } from "../support/huddle-here.ts";
import { keptPlace } from "../support/kept-place.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { playTo } from "../support/play-to.ts";

const readyToShip = keptPlace(async (): Promise<Desk> => {
  const at = await deskHere(miniRehearsal.repository.files);
  await playTo(at, miniRehearsal, "ship");
  return at;
});

async function writeHook(at: Desk, name: string, script: string): Promise<void> {
  const file = join(at.repository, ".git/hooks", name);
  await mkdir(join(at.repository, ".git/hooks"), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
}

/** A place to push to, on this disk. Its name says who hosts it. */
async function remote(at: Desk, name = "origin.git"): Promise<string> {
  const bare = join(at.root, name);
  await at.git("init", "-q", "--bare", bare);
  await at.git("remote", "add", "origin", bare);
  return bare;
}

/** Programs on the PATH, each a script that answers for it. */
async function programs(at: Desk, scripts: Readonly<Record<string, string>>) {
  const bin = join(at.root, "bin");
  await mkdir(bin, { recursive: true });
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(join(bin, name), `#!/bin/sh\n[ "$1" = --version ] && exit 0\n${script}\n`);
    await chmod(join(bin, name), 0o755);
  }
  return { env: { PATH: `${bin}:${at.env.PATH}` } };
}

const fakeGh = (at: Desk, script: string) => programs(at, { gh: script });

const conventional = async (at: Desk) => {
  for (const subject of ["feat: one", "fix(cli): two", "docs: three"]) {
    await writeFile(join(at.repository, "notes.txt"), subject);
    await at.git("add", "-A");
    await at.git("-c", "user.name=p", "-c", "user.email=p@example.com", "commit", "-q", "-m", subject);
  }
};

describe("as one commit", () => {
  test("on a branch that moved on: merged, checked, in the project's manner, through the person's hook", async () => {
    const at = await readyToShip();
    await conventional(at);
    const before = await at.git("rev-parse", "main");
    await writeHook(at, "commit-msg", 'echo "Reviewed-by: hook" >> "$1"');
    const { code, stdout } = await at.huddle(["ship", "--squash", "--onto", "main", "--yes"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Shipped as one commit onto main");
    expect(await at.git("rev-parse", "main~1")).toBe(before);
    expect(await at.git("log", "-1", "--format=%s", "main")).toBe("docs: document twice");
    const body = await at.git("log", "-1", "--format=%b", "main");
    expect(body).toContain("Huddle-Task: t1\nHuddle-Engineer: ");
    expect(body).toContain("Reviewed-by: hook");
    expect(await at.git("status", "--porcelain")).toBe("");
    expect(await at.git("show", "HEAD:twice.js")).toContain("n * 2");
    expect(await at.json(["ship", "--undo", "--yes"])).toMatchObject({ kind: "undone" });
    expect(await at.git("rev-parse", "main")).toBe(before);
    expect(await at.git("status", "--porcelain")).toBe("");
    expect(await at.json(["status"])).toMatchObject({ over: null, inbox: [{ kind: "ship" }] });
    // Handed over again, another way, and on a branch of its own.
    await writeHook(at, "commit-msg", "exit 0");
    expect(await at.json(["ship", "--squash", "-m", "feat!: twice"])).toMatchObject({ onto: "huddle-twice" });
    expect(await at.git("log", "--format=%s", "huddle-twice")).toBe("feat!: twice\nchange");
  });

  test("a hook that refuses: nothing moves, and its words are shown", async () => {
    const at = await readyToShip();
    const before = await at.git("rev-parse", "main");
    await writeHook(at, "commit-msg", 'echo "no ticket in $(head -1 "$1")" >&2; exit 1');
    const { code, stdout } = await at.huddle(["ship", "--squash", "--onto", "main", "--yes"]);
    expect(code).toBe(1);
    expect(stdout).toContain("Your commit-msg hook refuses the message, so nothing was moved. It says:");
    expect(stdout).toContain("no ticket in Document twice");
    expect(await at.git("rev-parse", "main")).toBe(before);
    await writeHook(at, "commit-msg", 'grep -q T-1 "$1"');
    expect(await at.json(["ship", "--squash", "--onto", "main", "--yes", "-m", "T-1 Twice"])).toMatchObject({
      kind: "shipped",
    });
  });

  test("it is signed if the person signs; what cannot be signed is not shipped", async () => {
    const at = await readyToShip();
    await at.git("config", "commit.gpgsign", "true");
    await at.git("config", "gpg.program", "/nowhere/gpg");
    const { code, stdout } = await at.huddle(["ship", "--squash"]);
    expect(code).toBe(1);
    expect(stdout).toContain("Git could not sign the commit, so nothing was moved.");
    await expect(at.git("rev-parse", "--verify", "-q", "huddle-twice")).rejects.toThrow();
    const gpg = join(at.root, "gpg");
    const signature = "-----BEGIN PGP SIGNATURE-----\\n\\nsigned\\n-----END PGP SIGNATURE-----";
    await writeFile(
      gpg,
      `#!/bin/sh\ncat > /dev/null\nprintf '\\n[GNUPG:] SIG_CREATED \\n' >&2\nprintf -- '${signature}\\n'\n`,
    );
    await chmod(gpg, 0o755);
    await at.git("config", "gpg.program", gpg);
    expect(await at.json(["ship", "--squash"])).toMatchObject({ kind: "shipped" });
    expect(await at.git("cat-file", "commit", "huddle-twice")).toContain("BEGIN PGP SIGNATURE");
  });
});

describe("as a patch", () => {
  test("for git am, whole or not at all, and never over a file that is there", async () => {
    const at = await readyToShip();
    await writeFile(join(at.root, "mine.patch"), "mine\n");
    expect(await at.huddle(["ship", "--patch", join(at.root, "mine.patch")])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is already a file at"),
    });
    expect(await at.huddle(["ship", "--patch", "/nowhere/at all/twice.patch"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is no folder /nowhere/at all."),
    });
    const file = join(at.root, "twice.patch");
    const { code, stdout } = await at.huddle(["ship", "--patch", file]);
    expect(code).toBe(0);
    expect(stdout).toContain(`git am --3way ${shellWord(file)}`);
    expect(await readFile(file, "utf8")).toMatch(/^From [0-9a-f]{40} /);
    await at.git("-c", "user.name=p", "-c", "user.email=p@example.com", "am", "-q", file);
    expect(await at.git("show", "HEAD:twice.js")).toContain("n * 2");
    expect(await at.json(["ship", "--undo"])).toMatchObject({ kind: "undone" });
    expect(await readFile(file, "utf8")).toMatch(/^From/);
    expect(await at.json(["status"])).toMatchObject({ over: null });
  });
});

describe("for a pull request", () => {
  test("without a yes, the words are in a file and the commands are told; nothing is pushed", async () => {
    const at = await readyToShip();
    const bare = await remote(at);
    const gh = await fakeGh(at, 'echo called > "$HOME/called"');
    const { code, stdout } = await at.huddle(["ship", "--pr"], gh);
    expect(code).toBe(0);
    expect(stdout).toContain(
      "  git push origin huddle-twice\n  gh pr create --head huddle-twice --base main",
    );
    const [, path = ""] = /The words of the pull request: (.*)/.exec(stdout) ?? [];
    expect(await readFile(path, "utf8")).toContain("- **r1** ");
    expect(await at.gitIn(bare, "branch")).toBe("");
    expect(await at.git("show", "huddle-twice:twice.js")).toContain("n * 2");
  });

  test("after a yes it is pushed through the pre-push hook and opened", async () => {
    const at = await readyToShip();
    const bare = await remote(at);
    await writeHook(at, "pre-push", 'echo "not on a Friday" >&2; exit 1');
    const gh = await fakeGh(at, 'echo "$@" > "$HOME/asked"; echo https://example.com/pull/7');
    const refused = await at.huddle(["ship", "--pr", "--yes"], gh);
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain("not on a Friday");
    expect(await at.gitIn(bare, "branch")).toBe("");
    await expect(at.git("rev-parse", "--verify", "-q", "huddle-twice")).rejects.toThrow();
    await writeHook(at, "pre-push", "exit 0");
    expect(await at.json(["ship", "--pr", "--yes"], gh)).toMatchObject({
      kind: "shipped",
      url: "https://example.com/pull/7",
    });
    expect(await at.gitIn(bare, "rev-parse", "huddle-twice")).toBe(await at.git("rev-parse", "huddle-twice"));
    expect(await readFile(join(at.env.HOME ?? "", "asked"), "utf8")).toContain(
      "--head huddle-twice --base main",
    );
  });

  test("a program that fails: the branch is pushed, and its words are shown", async () => {
    const at = await readyToShip();
    const bare = await remote(at);
    const gh = await fakeGh(at, 'echo "not logged in" >&2; exit 4');
    const { code, stdout } = await at.huddle(["ship", "--pr", "--yes"], gh);
    expect(code).toBe(1);
    expect(stdout).toContain(
      "The branch is pushed, but the pull request could not be opened:\n  gh says: not logged in",
    );
    expect(await at.gitIn(bare, "rev-parse", "huddle-twice")).toBe(await at.git("rev-parse", "huddle-twice"));
  });
});

describe("afterwards", () => {
  test.each<[string, readonly string[], readonly RegExp[]]>([
    [
      "a new branch",
      ["--branch", "topic"],
      [/^git diff main\.\.\.topic$/, /^git push origin topic$/, /^gh pr create /],
    ],
    ["onto the base", ["--onto", "main", "--yes"], [/^git diff \w{12} \w{12}$/, /^git push origin main$/]],
    ["a patch", ["--patch", "twice.patch"], [/^git apply --stat /, /^git am --3way /]],
  ])("%s: what is told to type next works as it is told", async (_, args, told) => {
    const at = await readyToShip();
    await remote(at);
    const gh = await fakeGh(at, 'while [ "$1" != --body-file ]; do shift; done; cat "$2" > "$HOME/body"');
    const { stdout } = await at.huddle(["ship", ...args], gh);
    const [, after = ""] = /What you can type next:\n((?: {2}.*\n)+)/.exec(stdout) ?? [];
    const commands = after
      .trimEnd()
      .split("\n")
      .map((line) => line.trim());
    expect(commands).toEqual([...told.map((one) => expect.stringMatching(one)), "huddle ship --undo"]);
    const person = { GIT_AUTHOR_NAME: "p", GIT_AUTHOR_EMAIL: "p@example.com", GIT_COMMITTER_NAME: "p" };
    const env = { ...at.env, ...gh.env, ...person, GIT_COMMITTER_EMAIL: "p@example.com" };
    const printed = commands
      .slice(0, -1)
      .map((command) => execFileSync("sh", ["-c", command], { cwd: at.repository, env, stdio: "pipe" }));
    expect(String(printed[0])).toContain("twice.js");
    if (told.length === 3)
      expect(await readFile(join(at.env.HOME ?? "", "body"), "utf8")).toContain("- **r1** ");
    expect(await at.json(["ship"], gh)).toMatchObject({ commands: commands.slice(0, -1) });
  });
});

describe("for a merge request on GitLab", () => {
  /** Like the real one: takes the words as arguments, needs --yes where nobody can be asked, and prints where it is. */
  const glab = `[ "$1 $2" = "mr create" ] || { echo "unknown command $1 $2" >&2; exit 1; }
shift 2
while [ $# -gt 0 ]; do
  case "$1" in
    --yes) yes=1; shift ;;
    --source-branch) source=$2; shift 2 ;;
    --target-branch) target=$2; shift 2 ;;
    --title) title=$2; shift 2 ;;
    --description) words=$2; shift 2 ;;
    *) echo "unknown flag: $1" >&2; exit 1 ;;
  esac
done
[ -n "$yes" ] || { echo "--title or --fill required for non-interactive mode" >&2; exit 1; }
git ls-remote --exit-code origin "refs/heads/$source" > /dev/null || { echo "the source branch does not exist" >&2; exit 1; }
printf '%s\\n' "$source" "$target" "$title" "$words" > "$HOME/asked"
echo "Creating merge request for $source into $target"
echo "!7 $title ($source)"
echo " https://gitlab.example.com/pia/twice/-/merge_requests/7"`;
  const none = { gh: 'echo "gh is not meant" >&2; exit 9' };

  test("after a yes it is pushed and opened with glab, with the words of the trace", async () => {
    const at = await readyToShip();
    const bare = await remote(at, "gitlab.git");
    const shipped = await at.json(["ship", "--pr", "--yes"], await programs(at, { ...none, glab }));
    expect(shipped).toMatchObject({ url: "https://gitlab.example.com/pia/twice/-/merge_requests/7" });
    expect(await at.gitIn(bare, "rev-parse", "huddle-twice")).toBe(await at.git("rev-parse", "huddle-twice"));
    const [source, target, title, ...words] = (
      await readFile(join(at.env.HOME ?? "", "asked"), "utf8")
    ).split("\n");
    expect([source, target, title]).toEqual(["huddle-twice", "main", expect.stringMatching(/\w/)]);
    expect(words.join("\n")).toContain("- **r1** ");
    expect(`${words.join("\n").trimEnd()}\n`).toBe(await readFile(String(shipped.body), "utf8"));
  });

  test("without a yes nothing is pushed, and its own command is told", async () => {
    const at = await readyToShip();
    const bare = await remote(at, "gitlab.git");
    const { code, stdout } = await at.huddle(["ship", "--pr"], await programs(at, { ...none, glab }));
    expect(code).toBe(0);
    expect(await at.gitIn(bare, "branch")).toBe("");
    const [push = "", open = ""] = stdout
      .split("\n")
      .flatMap((line) => /^ {2}(git push.*|glab mr.*)$/.exec(line)?.[1] ?? []);
    // What is told works as it is told, once somebody who may be asked types it.
    const { env } = await programs(at, { glab: `set -- "$@" --yes\n${glab}` });
    const typed = { cwd: at.repository, env: { ...at.env, ...env }, stdio: "pipe" } as const;
    execFileSync("sh", ["-c", `${push} && ${open}`], typed);
    expect(await at.gitIn(bare, "rev-parse", "huddle-twice")).toBe(await at.git("rev-parse", "huddle-twice"));
    expect(await readFile(join(at.env.HOME ?? "", "asked"), "utf8")).toContain("- **r1** ");
  });

  test("one that is open already is as good; one that fails is told with glab's own words", async () => {
    const at = await readyToShip();
    await remote(at, "gitlab.git");
    const open = "https://gitlab.example.com/pia/twice/-/merge_requests/3";
    const there = `echo "Another open merge request already exists for this source branch: ${open}" >&2; exit 1`;
    expect(
      await at.json(["ship", "--pr", "--yes"], await programs(at, { ...none, glab: there })),
    ).toMatchObject({ url: open });
    await at.json(["ship", "--undo", "--yes"]);
    const failing = await programs(at, { ...none, glab: 'echo "401 Unauthorized" >&2; exit 1' });
    const { code, stdout } = await at.huddle(["ship", "--pr", "--yes"], failing);
    expect(code).toBe(1);
    expect(stdout).toContain("glab says: 401 Unauthorized");
  });
});

/** A commit of somebody else. */
const mine = ["commit", "-q", "--allow-empty", "-m", "mine"];

describe("taking it back", () => {
  test("a new branch goes; one that others built on stays, with the command to type", async () => {
    const at = await readyToShip();
    expect((await at.huddle(["ship"])).code).toBe(0);
    expect(await at.huddle(["ship", "--undo"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("The branch huddle-twice is gone."),
    });
    await expect(at.git("rev-parse", "--verify", "-q", "huddle-twice")).rejects.toThrow();
    expect(await at.huddle(["ship", "--undo"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Nothing was shipped"),
    });
    expect((await at.huddle(["ship", "--onto", "main", "--yes"])).code).toBe(0);
    const shipped = await at.git("rev-parse", "main");
    await at.commit({ "mine.txt": "mine\n" });
    const refused = await at.huddle(["ship", "--undo", "--yes"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`git revert --no-edit ${shipped.slice(0, 12)}`);
    const command = /git revert .*/.exec(refused.stderr)?.[0].split(" ").slice(1) ?? [];
    await at.git("-c", "user.name=p", "-c", "user.email=p@example.com", ...command);
    expect(await at.git("ls-tree", "--name-only", "main")).not.toContain("twice.js");
  });

  test.each([
    {
      what: "others built on the new branch",
      way: ["--branch", "to;pic"],
      meanwhile: [["switch", "-q", "to;pic"], mine, ["switch", "-q", "main"]],
      told: ["git branch -m 'to;pic' 'to;pic-kept'", "huddle ship --undo"],
    },
    {
      what: "the new branch is somebody else's by now",
      way: ["--branch", "topic"],
      meanwhile: [["branch", "-f", "topic", "main"]],
      told: ["git branch -m topic topic-kept", "huddle ship --undo"],
    },
    {
      what: "the branch is gone",
      way: ["--onto", "main", "--yes"],
      meanwhile: [
        ["switch", "-q", "--detach"],
        ["branch", "-q", "-D", "main"],
      ],
      told: [expect.stringMatching(/^git branch main [0-9a-f]{12}$/), "huddle ship --undo"],
    },
    {
      what: "the branch is back where it was, with more on top",
      way: ["--onto", "main", "--yes"],
      meanwhile: [["reset", "-q", "--hard", "HEAD~1"], mine],
      told: [expect.stringMatching(/^git merge [0-9a-f]{12}$/)],
    },
  ])("$what: nothing changes, and what is told to type helps", async ({ way, meanwhile, told }) => {
    const at = await readyToShip();
    expect((await at.huddle(["ship", ...way])).code).toBe(0);
    const shipped = await at.json(["status"]);
    for (const words of meanwhile) await at.git("-c", "user.name=p", "-c", "user.email=p@x", ...words);
    const before = [await at.git("for-each-ref"), await at.git("status", "--short")];
    const { code, stderr } = await at.huddle(["ship", "--undo", "--yes"]);
    expect(code).toBe(1);
    expect([await at.git("for-each-ref"), await at.git("status", "--short")]).toEqual(before);
    expect(await at.json(["status"])).toEqual(shipped);
    const commands = [...stderr.matchAll(/^ {2}(.*)$/gm)].map(([, command = ""]) => command);
    expect(commands).toEqual(told);
    for (const command of commands) {
      const [program, ...words] = command.replaceAll("'", "").split(" ");
      if (program === "git") await at.git("-c", "user.name=p", "-c", "user.email=p@x", ...words);
      else expect(await at.huddle([...words, "--yes"])).toMatchObject({ code: 0 });
    }
    const isReopened = commands.at(-1) === "huddle ship --undo";
    expect(await at.json(["status"])).toMatchObject({
      over: isReopened ? null : expect.stringContaining("shipped onto main"),
    });
    if (!isReopened) expect(await at.git("ls-tree", "--name-only", "main")).toContain("twice.js");
  });

  test("a checkout with changes is refused, and nothing is recorded", async () => {
    const at = await readyToShip();
    expect((await at.huddle(["ship", "--onto", "main", "--yes"])).code).toBe(0);
    expect(await at.huddle(["ship", "--undo"])).toMatchObject({ code: 2 });
    await writeFile(join(at.repository, "README.md"), "mine\n");
    expect(await at.huddle(["ship", "--undo", "--yes"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("stash --include-untracked"),
    });
    expect(await at.json(["status"])).toMatchObject({ over: expect.stringContaining("shipped onto main") });
  });
});

describe("catching up", () => {
  test("with a branch that moved on: merged and checked, and what ships holds both", async () => {
    const at = await readyToShip();
    expect(await at.json(["sync"])).toMatchObject({ kind: "synced", how: "nothing" });
    await at.commit({ "theirs.txt": "theirs\n" });
    const { code, stdout } = await at.huddle(["sync"]);
    expect(code).toBe(0);
    expect(stdout).toContain("Caught up with main, at ");
    expect(await at.json(["ship", "--onto", "main", "--yes"])).toMatchObject({ kind: "shipped" });
    const files = await at.git("ls-tree", "--name-only", "main");
    expect(files).toContain("theirs.txt");
    expect(files).toContain("twice.js");
    expect(await at.huddle(["sync"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("huddle ship --undo"),
    });
  });

  test("a conflict tells both sides; what is merged by hand as it says is checked and taken", async () => {
    const at = await readyToShip();
    await at.commit({ "twice.js": "export const twice = () => 0;\n" });
    const { code, stdout } = await at.huddle(["sync"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/ {2}twice\.js\n {4}here: [0-9a-f]{12} .+\n {4}on main: [0-9a-f]{12} change/);
    const [, merge = ""] = /^ {2}(git switch .*)$/m.exec(stdout) ?? [];
    const [, then = ""] = /Then type: (git branch .*) && huddle sync main/.exec(stdout) ?? [];
    const git = (line: string) => at.gitIn(at.repository, ...line.split(" ").slice(1));
    const [switching = "", merging = ""] = merge.split(" && ");
    await git(switching);
    await expect(git(merging)).rejects.toThrow();
    await at.git("checkout", "-q", "--ours", "twice.js");
    await at.git("add", "-A");
    await at.git("-c", "user.name=p", "-c", "user.email=p@example.com", "commit", "-q", "-m", "Both");
    await git(then);
    expect(await at.json(["sync", "main"])).toMatchObject({ kind: "synced", how: "merged" });
    // With a detached head, too.
    expect(await at.json(["ship", "--onto", "main"])).toMatchObject({ kind: "shipped" });
    expect(await at.git("show", "main:twice.js")).toContain("n * 2");
  });

  test("red checks move nothing; a branch that there is not is named", async () => {
    const at = await readyToShip();
    await at.commit({ "red.test.js": 'throw new Error("red");\n' });
    const { code, stdout } = await at.huddle(["sync"]);
    expect(code).toBe(5);
    expect(stdout).toContain("Merged with main, the checks fail, so nothing was moved:");
    expect(await at.huddle(["sync", "nowhere"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("There is no branch nowhere here."),
    });
    expect(await at.huddle(["ship", "--partial"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Everything has landed"),
    });
  });
});

test("the team file says how it is shipped if nobody does, and options that exclude each other are refused", async () => {
  const at = await readyToShip();
  await mkdir(join(at.repository, ".huddle"), { recursive: true });
  await writeFile(join(at.repository, ".huddle/team.json"), '{ "ship": "squash" }\n');
  for (const both of [
    ["--onto", "main", "--pr"],
    ["--patch", "a", "--squash"],
    ["--undo", "--partial"],
  ])
    expect((await at.huddle(["ship", ...both])).code).toBe(2);
  expect(await at.json(["ship"])).toMatchObject({ how: "squash", onto: "huddle-twice" });
});

const built = keptPlace(async () => {
  const at = await providedHere();
  expect((await at.huddle(["do", "Add a greeting", "--auto", "--wait", "0"])).code).toBe(3);
  return at;
});

describe("a run that ships by itself", () => {
  /** Runs to the end, with this way to ship, and says how it ended and what the verdict has. */
  async function ran(at: Desk, way: readonly string[], more = {}) {
    const verdict = join(at.root, "verdict.json");
    const { code, stdout, stderr } = await at.huddle(["run", ...way, "--verdict", verdict], more);
    const written = await readFile(verdict, "utf8").catch(() => "null");
    return { code, stdout, stderr, verdict: JSON.parse(written) };
  }

  test.each<[string, string, object]>([
    ["--ship", "huddle-add-greeting", { how: "branch", isNewBranch: true }],
    ["--ship=branch", "huddle-add-greeting", { how: "branch", isNewBranch: true }],
    ["--ship=branch=topic/one", "topic/one", { how: "branch", isNewBranch: true }],
    ["--ship=onto", "main", { how: "fast-forward", isNewBranch: false }],
    ["--ship=squash", "huddle-add-greeting", { how: "squash", isNewBranch: true }],
    ["--ship=squash=main", "main", { how: "squash", isNewBranch: false }],
  ])("%s", async (way, onto, shipped) => {
    const at = await built();
    const { code, verdict } = await ran(at, [way]);
    expect(code).toBe(0);
    expect(verdict).toMatchObject({ exit: 0, ended: { kind: "finished" }, shipped: { onto, ...shipped } });
    expect(await at.git("rev-parse", onto)).toBe(verdict.shipped.commit);
    expect(await at.git("diff", "--name-only", verdict.base, onto)).not.toBe("");
    expect(await at.git("status", "--porcelain")).toBe("");
  });

  test("--ship=patch", async () => {
    const at = await built();
    const file = join(at.root, "work.patch");
    const { code, verdict } = await ran(at, [`--ship=patch=${file}`]);
    expect(code).toBe(0);
    expect(verdict.shipped).toMatchObject({ how: "patch", onto: file });
    await at.git("-c", "user.name=p", "-c", "user.email=p@example.com", "am", "-q", file);
    expect(await at.git("diff", "HEAD", verdict.landed)).toBe("");
  });

  test("--ship=pr: what was typed is the yes to pushing and opening it", async () => {
    const at = await built();
    const bare = await remote(at);
    const gh = await fakeGh(at, 'echo "$@" > "$HOME/asked"; echo https://example.com/pull/7');
    const { code, stdout, verdict } = await ran(at, ["--ship=pr=topic"], gh);
    expect(code).toBe(0);
    expect(verdict.shipped).toMatchObject({ how: "pr", onto: "topic", url: "https://example.com/pull/7" });
    expect(stdout).toContain("The words of the pull request: ");
    expect(await at.gitIn(bare, "rev-parse", "topic")).toBe(verdict.shipped.commit);
    expect(await readFile(join(at.env.HOME ?? "", "asked"), "utf8")).toContain("--head topic --base main");
  });

  test("--ship=pr without a program for it: the branch is there, and the commands are told", async () => {
    const at = await built();
    const { code, stdout, verdict } = await ran(at, ["--ship=pr"], { env: { PATH: at.env.PATH } });
    expect(code).toBe(0);
    expect(verdict.shipped).toMatchObject({ how: "pr", onto: "huddle-add-greeting" });
    expect(stdout).toContain("gh pr create --head huddle-add-greeting --base main");
  });

  test("--ship=pr that cannot be opened needs you, and the verdict says why", async () => {
    const at = await built();
    await remote(at);
    const gh = await fakeGh(at, 'echo "not logged in" >&2; exit 4');
    const { code, stdout, verdict } = await ran(at, ["--ship=pr"], gh);
    expect(code).toBe(3);
    expect(stdout).toContain("but the pull request could not be opened: gh says: not logged in");
    expect(verdict).toMatchObject({ exit: 3, shipped: { unopened: "gh says: not logged in" } });
  });

  test.each<[string, (at: Desk) => Promise<unknown>, string, RegExp]>([
    [
      "a checkout with changes",
      async (at) => {
        const file = (await at.git("ls-files")).split("\n").at(-1) ?? "";
        await writeFile(join(at.repository, file), "mine\n");
      },
      "--ship=onto",
      /Not shipped: main is checked out at .*with changes that are not committed/s,
    ],
    [
      "a branch that holds something else",
      async (at) => {
        await at.git("branch", "topic");
        await at.git("switch", "-q", "topic");
        await at.commit({ "mine.txt": "mine\n" });
        await at.git("switch", "-q", "main");
      },
      "--ship=branch=topic",
      /Not shipped: There is a branch topic already, and it holds something else/,
    ],
    [
      "a patch in the place of a file",
      (at) => writeFile(join(at.root, "mine.patch"), "mine\n"),
      "--ship=patch=../mine.patch",
      /Not shipped: There is already a file at/,
    ],
    [
      "a hook that refuses",
      (at) => writeHook(at, "commit-msg", 'echo "no ticket" >&2; exit 1'),
      "--ship=squash",
      /Your commit-msg hook refuses the message/,
    ],
  ])("%s is for you, and nothing moves", async (_, prepare, way, said) => {
    const at = await built();
    await prepare(at);
    const before = await at.git("rev-parse", "main");
    const { code, stdout, verdict } = await ran(at, [way]);
    expect(code).toBe(3);
    expect(stdout.replace(/\s+/g, " ")).toMatch(said);
    expect(verdict).toMatchObject({ exit: 3, shipped: null, ended: { kind: "waiting" } });
    expect(await at.git("rev-parse", "main")).toBe(before);
  });

  test.each([
    ["--ship=merge", /must be branch, onto, squash, pr or patch=<file>/],
    ["--ship=patch", /Name the file of the patch/],
    ["--ship=patch=", /"" is not the name of a file/],
    ["--ship=onto=", /"" is not the name of a branch/],
    ["--ship=onto=a..b", /"a\.\.b" is not the name of a branch/],
    ["--ship=Branch", /must be branch/],
  ])("%s is refused before anybody is asked", async (way, said) => {
    const at = await built();
    expect(await at.huddle(["run", way])).toMatchObject({ code: 2, stderr: expect.stringMatching(said) });
    expect(await at.huddle(["do", way, "--", "Fix it"])).toMatchObject({ code: 2 });
  });
});
