import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { fold } from "../../src/core/fold/fold.ts";
import { emptyState } from "../../src/core/state/state.ts";
import { storyOf } from "../../src/core/views/story/story.ts";
import { planned } from "../support/plans.ts";
import { says } from "../support/scripted-model.ts";
import { dyingAfter, SmallBuild, writes } from "../support/small-build.ts";

type Damage = (build: SmallBuild) => Promise<void>;

/** What can happen to a worktree while no runner looks. */
const damages: Readonly<Record<string, Damage>> = {
  "the worktree is removed": async (build) => rm(await build.worktree(), { recursive: true }),
  "its .git file is removed": async (build) => rm(join(await build.worktree(), ".git")),
  "its .git file leads nowhere": async (build) =>
    writeFile(join(await build.worktree(), ".git"), "gitdir: /nowhere/at/all\n"),
  "its .git file is torn": async (build) => writeFile(join(await build.worktree(), ".git"), "git"),
  "its .git file is a folder": async (build) => {
    await rm(join(await build.worktree(), ".git"));
    await mkdir(join(await build.worktree(), ".git"));
  },
  "git's record of it is removed": async (build) =>
    rm(join(build.theatre.repository, ".git/worktrees", basename(await build.worktree())), {
      recursive: true,
    }),
  "git's record of it is empty": async (build) => {
    const record = join(build.theatre.repository, ".git/worktrees", basename(await build.worktree()));
    await rm(record, { recursive: true });
    await mkdir(record);
  },
  "all folders of the session are removed": (build) => rm(build.theatre.folder, { recursive: true }),
  "a file stands in its place": async (build) => {
    const path = await build.worktree();
    await rm(path, { recursive: true });
    await writeFile(path, "");
  },
  "it belongs to another repository": async (build) => {
    const path = await build.worktree();
    await rm(path, { recursive: true });
    build.git("clone", "-q", build.theatre.repository, join(build.theatre.root, "other"));
    build.gitIn(join(build.theatre.root, "other"), "worktree", "add", "-q", "--detach", path);
  },
};

const twoFiles = { "a.txt": "a\n", "b.txt": "b\n" };

function opened(): Promise<SmallBuild> {
  return SmallBuild.open({
    answer: ({ thread, ask }) => {
      if (!thread.startsWith("coding/")) return undefined;
      if (ask === 1) return says.calls({ tool: "write_file", input: { path: "a.txt", content: "a\n" } });
      return writes(twoFiles, "Write both");
    },
  });
}

async function story(build: SmallBuild): Promise<string> {
  let state = emptyState;
  const lines: string[] = [];
  for (const fact of await build.theatre.facts()) {
    const before = state;
    state = fold(state, fact);
    lines.push(...storyOf(fact, before, state).map(({ text }) => text));
  }
  return lines.join("\n");
}

async function expectLanded(build: SmallBuild): Promise<void> {
  for (const [path, text] of Object.entries(twoFiles))
    expect(build.git("show", `HEAD:${path}`)).toBe(text.trim());
  expect(build.git("fsck", "--no-dangling", "--no-progress")).toBe("");
  await build.theatre.check();
}

/** Points at which a runner dies, and what of the author's work is then not committed. */
const points: Readonly<
  Record<string, { at: RegExp; triggers: readonly string[]; lost: string | undefined }>
> = {
  "while its author writes": {
    at: /CODING: tool\.settled$/,
    triggers: ["dispatched", "ready", "lost", "ready", "done", "passed", "approved", "prepared", "landed"],
    lost: "a.txt",
  },
  "before it is committed": {
    at: /CODING: .*task\.moved/,
    triggers: [
      "dispatched",
      "ready",
      "done",
      "lost",
      "ready",
      "done",
      "passed",
      "approved",
      "prepared",
      "landed",
    ],
    lost: "a.txt, b.txt",
  },
  "once its tree is recorded": {
    at: /TESTING: effect\.started$/,
    triggers: ["dispatched", "ready", "done", "passed", "approved", "prepared", "landed"],
    lost: undefined,
  },
  "once it is committed": {
    at: /TESTING: effect\.settled$/,
    triggers: ["dispatched", "ready", "done", "passed", "approved", "prepared", "landed"],
    lost: undefined,
  },
  "while it is reviewed": {
    at: /TESTING: checks\.finished/,
    triggers: ["dispatched", "ready", "done", "passed", "approved", "prepared", "landed"],
    lost: undefined,
  },
  "before it lands": {
    at: /CODE_REVIEW: .*task\.moved/,
    triggers: ["dispatched", "ready", "done", "passed", "approved", "prepared", "landed"],
    lost: undefined,
  },
};

/** Every damage while the author writes, and the usual one at every point. */
const scenes = Object.keys(points).flatMap((point, index) =>
  Object.keys(damages).flatMap((damage, other) =>
    index === 0 || other === 0 ? [[damage, point] as const] : [],
  ),
);

describe("10.7: a worktree is gone or damaged", () => {
  test.each(scenes)("%s, %s: it goes on from what is recorded", async (damage, point) => {
    const { at, triggers, lost } = points[point] ?? { at: /./, triggers: [], lost: undefined };
    const build = await opened();
    expect(await build.play(dyingAfter(at))).toMatchObject({ kind: "killed" });
    await damages[damage]?.(build);
    build.requests.length = 0;
    expect(await build.play()).toMatchObject({ kind: "finished" });
    expect(await build.triggers()).toEqual(triggers);
    const told = JSON.stringify(build.requests.map(({ request }) => request));
    if (lost === undefined) expect(told).not.toContain("worktree is gone");
    else {
      expect(told).toContain(`What you wrote after that is lost, so write it again: ${lost}.`);
      expect(await story(build)).toContain(`lost, because it was not committed: ${lost}`);
    }
    await expectLanded(build);
  });
});

describe("10.7: a worktree that goes while its author works", () => {
  // One for each way in which it shows; while nobody works, all of them are tried above.
  const shown = ["the worktree is removed", "its .git file is torn", "git's record of it is removed"];
  test.each(Object.entries(damages).filter(([name]) => shown.includes(name)))("%s", async (name, damage) => {
    // Its files stand, and only a commit needs the record.
    const isLate = name.startsWith("git's record");
    let isDone = false;
    const build: SmallBuild = await SmallBuild.open({
      answer: async ({ thread, ask }) => {
        if (!thread.startsWith("coding/")) return undefined;
        if (ask === 1) return says.calls({ tool: "write_file", input: { path: "a.txt", content: "a\n" } });
        if (!isDone) {
          isDone = true;
          await damage(build);
          return says.calls(
            { tool: "list_files", input: {} },
            { tool: "write_file", input: { path: "b.txt", content: "b\n" } },
            { tool: "done", input: { summary: "Write both" } },
          );
        }
        return writes(twoFiles, "Write both");
      },
    });
    expect(await build.play()).toMatchObject({ kind: "finished" });
    const triggers = [
      "dispatched",
      "ready",
      "lost",
      "ready",
      "done",
      "passed",
      "approved",
      "prepared",
      "landed",
    ];
    expect(await build.triggers()).toEqual(isLate ? triggers.toSpliced(2, 0, "done") : triggers);
    // No call is left without a result, and the author reads what is lost.
    const told = build.told("coding/t1.1", 3);
    expect(told.includes("Not done: the worktree is gone.")).toBe(!isLate);
    expect(told).toContain(
      `What you wrote after that is lost, so write it again: a.txt${isLate ? ", b.txt" : ""}.`,
    );
    await expectLanded(build);
  });

  test("again and again: a person is asked", async () => {
    const build: SmallBuild = await SmallBuild.open({
      withoutArchitect: true,
      answer: async ({ thread }) => {
        if (!thread.startsWith("coding/")) return undefined;
        await rm(await build.worktree(), { recursive: true });
        return writes(twoFiles);
      },
      act: async (wait, journal) => {
        if (wait.kind !== "task") return false;
        await journal.append(() => [
          { actor: "human", event: { type: "session.closed", how: "abandoned", why: "enough" } },
        ]);
        return true;
      },
    });
    await build.play();
    expect((await build.triggers()).slice(-2)).toEqual(["ready", "limit"]);
    expect(build.requests).toHaveLength(3);
  });

  test("after a commit, the author goes on from that commit", async () => {
    const build: SmallBuild = await SmallBuild.open({
      checks: [{ name: "b", run: "test -f b.txt" }],
      answer: async ({ thread, ask }) => {
        if (!thread.startsWith("coding/")) return undefined;
        if (ask === 1) return writes({ "a.txt": "a\n" });
        if (ask === 2) {
          await rm(await build.worktree(), { recursive: true });
          return says.call("read_file", { path: "a.txt" });
        }
        return ask === 3 ? says.call("read_file", { path: "a.txt" }) : writes({ "b.txt": "b\n" });
      },
    });
    expect(await build.play()).toMatchObject({ kind: "finished" });
    expect(build.told("coding/t1.1", 3)).toContain(
      "made from your last commit. Nothing that you wrote is lost.",
    );
    expect(build.told("coding/t1.1", 4)).toMatch(/1.*a\b/);
    await expectLanded(build);
  });
});

describe("10.7: on another machine", () => {
  /** The log alone, in a clone that has the branches which were there when it was made. */
  async function elsewhere(build: SmallBuild, refs: readonly string[]): Promise<void> {
    const { theatre } = build;
    const clone = join(theatre.root, "clone");
    build.git("init", "-q", clone);
    build.gitIn(clone, "fetch", "-q", theatre.repository, ...refs.map((ref) => `+${ref}:${ref}`));
    build.gitIn(clone, "symbolic-ref", "HEAD", "refs/heads/trunk");
    build.gitIn(clone, "reset", "-q", "--hard");
    await cp(join(theatre.repository, ".git/huddle"), join(clone, ".git/huddle"), { recursive: true });
    await rm(theatre.folder, { recursive: true });
    await rename(theatre.repository, join(theatre.root, "original"));
    await rename(clone, theatre.repository);
  }

  test.each([
    ["while it is reviewed", /TESTING: checks\.finished/],
    ["before it lands", /CODE_REVIEW: .*task\.moved/],
    ["while its author mends it", /CODING: .*loop\.opened/],
  ])("the task's commit is not there, %s: all of it is written again", async (_, at) => {
    const build = await opened();
    await build.play(dyingAfter(at));
    const committed = (await build.events("effect.settled")).some(({ commit }) => commit !== undefined);
    await elsewhere(build, ["refs/heads/trunk"]);
    expect(await build.play()).toMatchObject({ kind: "finished" });
    const told = JSON.stringify(build.requests.map(({ request }) => request));
    expect(told.includes("is not in this repository, so everything that you wrote is lost")).toBe(committed);
    await expectLanded(build);
  });

  test("what has landed is not there: a person reads what to fetch, and it goes on", async () => {
    let asked = "";
    const build: SmallBuild = await SmallBuild.open({
      tasks: [planned("t1"), planned("t2", "t1")],
      act: async (wait, journal) => {
        if (wait.kind !== "stuck") return false;
        asked = wait.error;
        const command = /git fetch .*/.exec(asked)?.[0].replace("<that repository>", "../original") ?? "";
        execFileSync("sh", ["-c", command], { cwd: build.theatre.repository, stdio: "ignore" });
        await journal.append(() => [{ actor: "human", event: { type: "step.retried", step: wait.step } }]);
        return true;
      },
    });
    await build.play(dyingAfter(/task\/t2\/1\/WAITING: task\.moved/));
    await elsewhere(build, ["refs/heads/trunk"]);
    expect(await build.play()).toMatchObject({ kind: "finished" });
    expect(asked).toMatch(
      /^The session builds on commit [0-9a-f]{12}, and this repository does not have it\./,
    );
    expect(build.git("ls-tree", "--name-only", "HEAD").split("\n")).toEqual(
      expect.arrayContaining(["t1.txt", "t2.txt"]),
    );
  });
});

describe("10.9: a copy of the repository", () => {
  const copy = (from: string, to: string) => execFileSync("cp", ["-a", from, to]);

  test.each(["in folders of its own", "with the same folders"])(
    "works in a worktree of its own, %s, and removes nothing of the original's",
    async (kind) => {
      const build = await opened();
      await build.play(dyingAfter(/CODING: tool\.settled$/));
      const { theatre } = build;
      const original = await build.worktree();
      await writeFile(join(original, "mark.txt"), "of the original\n");
      // The original is moved aside and its copy takes its name, so that one theatre can play both.
      const [at, aside] = [theatre.repository, join(theatre.root, "copy")];
      copy(at, aside);
      Object.assign(theatre, { repository: aside });
      const folder = theatre.folder;
      if (kind === "in folders of its own") theatre.folder = join(theatre.root, "work of the copy");
      expect(await build.play()).toMatchObject({ kind: "finished" });
      expect(await build.triggers()).toContain("lost");
      await expectLanded(build);

      expect(existsSync(original)).toBe(true);
      expect(await readFile(join(original, "mark.txt"), "utf8")).toBe("of the original\n");
      expect(existsSync(join(original, "b.txt"))).toBe(false);
      Object.assign(theatre, { repository: at });
      theatre.folder = folder;
      expect(await build.play()).toMatchObject({ kind: "finished" });
      expect(await build.triggers()).not.toContain("lost");
      expect(build.git("show", "HEAD:mark.txt")).toBe("of the original");
      await expectLanded(build);
    },
  );

  test("a copy of the worktrees' folder is not taken for the original either", async () => {
    const build = await opened();
    await build.play(dyingAfter(/CODING: tool\.settled$/));
    const original = await build.worktree();
    copy(build.theatre.folder, join(build.theatre.root, "copied"));
    build.theatre.folder = join(build.theatre.root, "copied");
    expect(await build.play()).toMatchObject({ kind: "finished" });
    expect(await build.triggers()).toContain("lost");
    expect(existsSync(join(dirname(original), basename(original), "a.txt"))).toBe(true);
    await expectLanded(build);
  });
});
