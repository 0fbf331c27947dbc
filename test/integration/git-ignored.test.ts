import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { answer } from "../../src/app/say/answer.ts";
import { realClock } from "../support/plain.ts";
import { planned } from "../support/plans.ts";
import { says } from "../support/scripted-model.ts";
import { SmallBuild, type SmallBuildOptions, writes } from "../support/small-build.ts";
import type { Act } from "../support/theatre.ts";
import { toldStory } from "../support/told-story.ts";

type Files = Readonly<Record<string, string>>;

interface Scene {
  /** What the base commit holds. */
  readonly base?: Files;
  readonly prepare?: (build: SmallBuild) => void | Promise<void>;
  readonly writes: Files;
  /** What the commit leaves out, with the rule that ignores it. */
  readonly left: Files;
}

const kept = { "src/kept.js": "1\n" };
const readme = { "README.md": "# Twice\n" };

/** Every place where a rule can stand. */
const places: Readonly<Record<string, Scene>> = {
  "the .gitignore of the repository": {
    base: { ".gitignore": "# rules\nlib/\n" },
    writes: { ...kept, "lib/a.js": "a\n" },
    left: { "lib/a.js": ".gitignore:2: lib/" },
  },
  "a .gitignore further down": {
    base: { "src/.gitignore": "*.gen.js\n" },
    writes: { ...kept, "src/x.gen.js": "x\n", "other.gen.js": "x\n" },
    left: { "src/x.gen.js": "src/.gitignore:1: *.gen.js" },
  },
  "info/exclude": {
    prepare: (build) =>
      writeFile(join(build.theatre.repository, ".git/info/exclude"), "*.secret\n").catch(async () => {
        build.git("init", "-q");
        await writeFile(join(build.theatre.repository, ".git/info/exclude"), "*.secret\n");
      }),
    writes: { ...kept, "a.secret": "a\n" },
    left: { "a.secret": ".git/info/exclude:1: *.secret" },
  },
  "core.excludesFile": {
    async prepare(build) {
      const rules = join(build.theatre.root, "mine.ignore");
      await writeFile(rules, "\n\n*.log\n");
      build.git("config", "core.excludesFile", rules);
    },
    writes: { ...kept, "run.log": "a\n" },
    left: { "run.log": "git's ignore file of this user:3: *.log" },
  },
  "a .gitignore that the author wrote in the same task": {
    writes: { ...kept, "lib/a.js": "a\n", ".gitignore": "lib/\n" },
    left: { "lib/a.js": ".gitignore:1: lib/" },
  },
  "a .gitignore that ignores itself": {
    writes: { ...kept, "own/.gitignore": "*\n", "own/a.js": "a\n" },
    left: { "own/.gitignore": "own/.gitignore:1: *", "own/a.js": "own/.gitignore:1: *" },
  },
  "a rule with an exception for one file": {
    base: { ".gitignore": "lib/*\n!lib/kept.js\n" },
    writes: { "lib/kept.js": "1\n", "lib/a.js": "a\n" },
    left: { "lib/a.js": ".gitignore:1: lib/*" },
  },
  "an exception of the author over a rule of the user": {
    prepare: (build) => {
      build.git("config", "core.excludesFile", join(build.theatre.root, "mine.ignore"));
      return writeFile(join(build.theatre.root, "mine.ignore"), "lib/\n");
    },
    writes: { ".gitignore": "!lib/\n", "lib/a.js": "a\n" },
    left: {},
  },
  "names that are hard to read": {
    base: { ".gitignore": "lib*/\n" },
    writes: { ...kept, "lib [*] é/a b.js": "a\n" },
    left: { "lib [*] é/a b.js": ".gitignore:1: lib*/" },
  },
};

/** A person who cancels a task that goes in circles. */
const cancels: Act = async (wait, journal) => {
  if (wait.kind !== "task" || wait.why !== "rounds") return false;
  await answer(journal, wait.id, { kind: "cancel" }, realClock.now());
  return true;
};
const tooOften = { kind: "failed", why: "every task is cancelled, so nothing will land" };

function build({ base = {}, prepare, writes: files }: Scene, more: Partial<SmallBuildOptions> = {}) {
  return SmallBuild.open({
    files: { ...readme, ...base },
    withoutArchitect: true,
    act: cancels,
    ...(prepare && { prepare }),
    answer: ({ thread, ask }) => {
      if (!thread.startsWith("coding/")) return undefined;
      if (ask > 1) return says.call("done", { summary: "Write it" });
      return says.calls(
        ...Object.entries(files).map(([path, content]) => ({ tool: "write_file", input: { path, content } })),
      );
    },
    ...more,
  });
}

describe("10.15: a file that a rule ignores is not committed, and all are told", () => {
  test.each(Object.entries(places))("%s", async (_, scene) => {
    const at = await build(scene);
    expect(await at.play()).toMatchObject({ kind: "finished" });
    const landed = at.git("ls-tree", "-r", "-z", "--name-only", "HEAD").split("\0");
    const results = (await at.events("tool.settled")).map(({ text }) => text).join("\n");
    const review = at.told("review/t1.1/1", 1);
    const story = await toldStory(at.theatre);
    for (const path of Object.keys(scene.writes)) expect(landed.includes(path)).toBe(!(path in scene.left));
    for (const [path, rule] of Object.entries(scene.left)) {
      // A name with a space in it is quoted, and the request is JSON.
      const bare = (text: string) => text.replaceAll(/\\?"/g, "");
      expect(bare(results)).toContain(`${path} (ignored by ${rule})`);
      expect(bare(review)).toContain(`${path} (ignored by ${rule})`);
      expect(bare(story)).toContain(`${path} (${rule})`);
    }
    if (Object.keys(scene.left).length > 0) return;
    for (const told of [results, review, story]) expect(told).not.toMatch(/leaves out|Not part of/);
  });

  test("also of an edit", async () => {
    const at = await SmallBuild.open({
      files: { ...readme, ".gitignore": "lib/\n" },
      answer: ({ thread, ask }) => {
        if (!thread.startsWith("coding/")) return undefined;
        if (ask === 1) return says.call("write_file", { path: "lib/a.js", content: "one\n" });
        if (ask === 2) return says.call("edit_file", { path: "lib/a.js", find: "one", replace: "two" });
        return writes(kept);
      },
    });
    expect(await at.play()).toMatchObject({ kind: "finished" });
    expect(at.told("coding/t1.1", 3)).toMatch(/Edited lib\/a\.js[\s\S]*leaves out lib\/a\.js/);
  });

  test("a second review is told what was written since, although no commit changed", async () => {
    const at = await SmallBuild.open({
      files: { ...readme, ".gitignore": "lib/\n" },
      answer: ({ thread, ask }) => {
        if (thread === "review/t1.1/1")
          return says.call("review_complete", { status: "changes", feedback: "lib/a.js is missing." });
        if (!thread.startsWith("coding/")) return undefined;
        return writes(ask === 1 ? kept : { "lib/a.js": "a\n" });
      },
    });
    expect(await at.play()).toMatchObject({ kind: "finished" });
    expect(at.told("review/t1.1/1", 1)).not.toContain("Not part of the change");
    expect(at.told("review/t1.1/2", 1)).toContain("lib/a.js (ignored by .gitignore:1: lib/)");
  });
});

describe("10.15: a commit without any file that the task changed is refused with that reason", () => {
  const lost: Readonly<Record<string, Scene>> = {
    "everything is ignored": {
      base: { ".gitignore": "lib/\n" },
      writes: { "lib/a.js": "a\n", "lib/a.test.js": "a\n" },
      left: { "lib/a.js": ".gitignore:1: lib/" },
    },
    "the author's own .gitignore ignores all, itself included": {
      writes: { "a.js": "a\n", ".gitignore": "*\n" },
      left: { "a.js": ".gitignore:1: *" },
    },
    "only the author's .gitignore would be committed": {
      writes: { "lib/a.js": "a\n", ".gitignore": "lib/\n" },
      left: { "lib/a.js": ".gitignore:1: lib/" },
    },
  };

  test.each(Object.entries(lost))("%s", async (_, scene) => {
    const at = await build(scene);
    expect(await at.play()).toMatchObject(tooOften);
    expect(at.git("rev-parse", "HEAD")).toBe((await at.events("session.opened"))[0]?.repo.base);
    expect(await at.triggers()).toEqual([
      ...["dispatched", "ready", "done", "failed", "done", "failed", "done", "limit", "cancelled"],
    ]);
    expect(await at.events("effect.started")).toHaveLength(1); // the worktree
    const [[path, rule] = ["", ""]] = Object.entries(scene.left);
    const words = `Your commit would hold nothing of your work. It leaves out ${path} (ignored by ${rule})`;
    expect(at.told("coding/t1.1", 3)).toContain(words);
    expect(await toldStory(at.theatre)).toContain(words);
  });

  test("what was committed before and is ignored since is no work either", async () => {
    const at = await SmallBuild.open({
      act: cancels,
      answer: ({ thread, ask }) => {
        if (thread.startsWith("review/"))
          return says.call("review_complete", { status: "changes", feedback: "No." });
        if (!thread.startsWith("coding/")) return undefined;
        return writes(ask === 1 ? { "a.js": "a\n" } : { ".gitignore": "*.js\n" });
      },
    });
    expect(await at.play()).toMatchObject(tooOften);
    expect(at.told("coding/t1.1", 3)).toContain("It leaves out a.js (ignored by .gitignore:1: *.js)");
  });

  test("rules are work where the plan names their file", async () => {
    const at = await build(
      { writes: { "lib/a.js": "a\n", ".gitignore": "lib/\n" }, left: {} },
      { tasks: [{ ...planned("t1"), files: [".gitignore"] }] },
    );
    expect(await at.play()).toMatchObject({ kind: "finished" });
    expect(at.git("show", "HEAD:.gitignore")).toBe("lib/");
  });
});

test("10.15: a tracked file that a rule ignores since is still committed", async () => {
  const at = await build({
    base: { "lib/a.js": "a\n", "lib/deep/b.js": "b\n" },
    writes: { ".gitignore": "lib/\n", "lib/a.js": "changed\n", "lib/deep/b.js": "changed\n" },
    left: {},
  });
  expect(await at.play()).toMatchObject({ kind: "finished" });
  expect(at.git("show", "HEAD:lib/a.js")).toBe("changed");
  expect(at.git("show", "HEAD:lib/deep/b.js")).toBe("changed");
  expect(await toldStory(at.theatre)).not.toContain("leaves out");
});
