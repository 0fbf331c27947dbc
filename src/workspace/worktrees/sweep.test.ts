import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { platform } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { appears } from "../../../test/support/appears.ts";
import { childRunner } from "../../../test/support/child-runner.ts";
import { type GitPlace, gitPlace, noAbort, writeFiles } from "../../../test/support/git-place.ts";
import { heldPipe } from "../../../test/support/held-pipe.ts";
import { isolations, livingWith } from "../../../test/support/isolations.ts";
import { endRecorded, notRecorded, parseRecord, recordedCommand } from "../processes/child-record.ts";
import type { Isolation } from "../processes/isolation.ts";
import { processStart } from "../processes/readings/process-start.ts";

/** What needs /proc or setsid. */
const onLinux = test.runIf(platform() === "linux");

/** A bystander that must survive. */
function sleeper(): ChildProcess & { readonly pid: number } {
  const child = spawn("sleep", ["60"], { detached: true, stdio: "ignore" });
  onTestFinished(() => void child.kill("SIGKILL"));
  if (child.pid === undefined) throw new Error("sleep did not start");
  return child as ChildProcess & { readonly pid: number };
}

/** A runner in a process of its own that runs one check and is killed while the check works. */
async function killedInCheck(place: GitPlace, command: string, isolation: Isolation): Promise<string> {
  const desk = join(place.folder, "desk");
  await mkdir(desk, { recursive: true });
  const runner = await childRunner(place, 1, isolation);
  runner.send({ act: "check", worktree: "desk", command });
  await appears(join(desk, "ready"));
  await runner.kill();
  return desk;
}

const aWord = () => `s${process.pid}x${performance.now().toString().replace(".", "x")}`;

describe.runIf(platform() === "linux").each(isolations)("10.17: with %s", (_, isolation) => {
  test("processes of a dead runner's check are ended, with all they started, and the next runner starts at once", async () => {
    const [place, word] = [await gitPlace(), aWord()];
    const desk = await killedInCheck(
      place,
      `: ${word}; (trap '' TERM HUP; while :; do sleep 1; done) &
       setsid sh -c ': ${word}; touch ready; while :; do sleep 1; done' & wait`,
      isolation,
    );
    expect((await livingWith(word)).length).toBeGreaterThan(2);
    const next = place.open(2, { isolation });
    await next.sweep([]);
    expect(await livingWith(word)).toEqual([]);
    expect(await readdir(place.folder)).toEqual(["children", "desk"]);
    expect(await readdir(join(place.folder, "children"))).toEqual([]);
    const [again] = await next.runChecks(
      desk,
      [{ name: "check", run: "echo again" }],
      { timeoutMs: 20_000 },
      noAbort,
    );
    expect(again).toMatchObject({ exit: 0, output: "again\n" });
  });

  test("what outlived the leader of its group is ended too", async () => {
    const [place, word] = [await gitPlace(), aWord()];
    const desk = join(place.folder, "desk");
    await mkdir(desk, { recursive: true });
    const leader = await heldPipe(join(desk, "leader"));
    execFileSync("mkfifo", [join(desk, "go")]);
    await killedInCheck(
      place,
      `sh -c ': ${word}; touch ready; while :; do sleep 1; done' & exec 3> leader; read -r word < go`,
      isolation,
    );
    await writeFile(join(desk, "go"), "now\n");
    await leader.allGone();
    // In a namespace the kernel has ended it already.
    if (isolation.kind === "none") expect((await livingWith(word)).length).toBe(1);
    await place.open(2).sweep([]);
    expect(await livingWith(word)).toEqual([]);
  });
});

onLinux("a pid that was given out again is never shot", async () => {
  const place = await gitPlace();
  const bystander = sleeper();
  const stat = await readFile(`/proc/${bystander.pid}/stat`, "utf8");
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8");
  const fields = stat.trimEnd().split(" ");
  const earlier = fields.with(-31, String(Number(fields.at(-31)) - 1)).join(" ");
  expect(parseRecord(`${stat.trimEnd()}\n${boot}`)?.startedAt).toBe(await processStart(bystander.pid));
  expect(parseRecord(`${earlier}\n${boot}`)?.startedAt).not.toBe(await processStart(bystander.pid));
  await writeFiles(place.folder, {
    "children/1/earlier": `${earlier}\n${boot}`,
    "children/1/other-boot": `${stat.trimEnd()}\n00000000-0000\n`,
    "children/1/torn": stat.slice(0, 10),
    "children/1/empty": "",
    "children/1/ps": `ps ${bystander.pid} Thu Jan  1 00:00:00 1970\n`,
  });
  await place.open(2).sweep([]);
  expect(await readdir(join(place.folder, "children"))).toEqual([]);
  expect(await processStart(bystander.pid)).toBeDefined();

  await writeFiles(place.folder, { "children/1/true": `${stat.trimEnd()}\n${boot}` });
  const ended = once(bystander, "exit");
  await place.open(2).sweep([]);
  await ended;
});

test("after a sweep a late child of the dead runner does not begin", async () => {
  const place = await gitPlace();
  const records = join(place.folder, "children/1");
  await mkdir(records, { recursive: true });
  await endRecorded(records);
  const late = spawn("sh", ["-c", recordedCommand, "huddle", join(records, "x"), "", "", "touch began"], {
    cwd: place.repository,
  });
  expect(await new Promise((resolve) => late.on("exit", resolve))).toBe(notRecorded);

  // One whose record is taken away while it writes: it has written, and nothing is there.
  const taken = spawn("sh", ["-c", recordedCommand, "huddle", "/dev/null", "", "", "touch began"], {
    cwd: place.repository,
  });
  expect(await new Promise((resolve) => taken.on("exit", resolve))).toBe(notRecorded);
  expect(existsSync(join(place.repository, "began"))).toBe(false);
});

test("folders of earlier runners go, with git's memory of them; kept ones and our own stay", async () => {
  const place = await gitPlace();
  const head = await place.git("rev-parse", "HEAD");
  const theirs = join(place.root, "the person's own");
  await place.git("worktree", "add", "-q", "--detach", theirs);
  const first = place.open(1);
  const old = await first.addWorktree("t1", head, undefined, noAbort);
  const again = await first.addWorktree("t1", head, undefined, noAbort);
  const kept = await first.addWorktree("t2", head, undefined, noAbort);
  await writeFiles(place.folder, { "tmp.1/index-x/index": "x", "t3.1/half": "made" });
  await writeFile(join(place.repository, ".git/worktrees/t1.1/locked"), "initializing");
  const second = place.open(2);
  const own = await second.addWorktree("t1", head, undefined, noAbort);
  await second.sweep([kept]);
  await second.sweep([kept]);
  for (const gone of [old, again, "tmp.1", "t3.1"]) expect(existsSync(join(place.folder, gone))).toBe(false);
  const listed = await place.git("worktree", "list", "--porcelain");
  expect(
    listed
      .match(/^worktree .*/gm)
      ?.map((line) => line.slice(9))
      .sort(),
  ).toEqual([place.repository, theirs, join(place.folder, kept), join(place.folder, own)].sort());
});

test("a worktree of the person on a disk that is not there now is not forgotten", async () => {
  const place = await gitPlace();
  const away = join(place.root, "usb stick");
  await place.git("worktree", "add", "-q", "-b", "topic", away);
  const { rename } = await import("node:fs/promises");
  await rename(away, join(place.root, "unplugged"));
  const head = await place.git("rev-parse", "HEAD");
  await place.open(1).addWorktree("t1", head, undefined, noAbort);
  await place.open(2).sweep([]);
  expect(await place.git("worktree", "list")).toContain("usb stick");
});

test("what cannot be swept does not stop the sweep; a stop does", async () => {
  const place = await gitPlace();
  await writeFiles(place.folder, { "children/1": "a file where a folder should be", "t1.1/x": "x" });
  await place.open(2).sweep([]);
  expect(existsSync(join(place.folder, "t1.1"))).toBe(false);
  await writeFiles(place.folder, { "t1.1/x": "x" });
  const point = async () => {
    throw new Error("killed here");
  };
  await expect(place.open(2, { point }).sweep([])).rejects.toThrow("killed here");
});

test("a session that is over leaves no folder and no worktree behind", async () => {
  const place = await gitPlace();
  const workspace = place.open(3);
  const commit = await place.git("rev-parse", "HEAD");
  await workspace.addWorktree("t1", commit, undefined, noAbort);
  await workspace.checkout("landing", commit, noAbort);
  await workspace.clear();

  expect(await place.git("worktree", "list")).not.toContain("t1.3");
  await expect(stat(place.folder)).rejects.toThrow("ENOENT");
  await workspace.clear();
});

test("10.23: git's records of worktrees whose folder is gone are swept, but only this session's", async () => {
  const place = await gitPlace();
  const commit = await place.git("rev-parse", "HEAD");
  const name = await place.open(1).addWorktree("t1", commit, undefined, noAbort);
  const mine = join(place.root, "mine.1");
  await place.git("worktree", "add", "-q", "--detach", mine);
  await rm(join(place.folder, name), { recursive: true });
  await rm(mine, { recursive: true });
  expect(await place.git("worktree", "list")).toContain("prunable");
  await place.open(2).sweep([], [1, 2]);
  const listed = await place.git("worktree", "list");
  expect(listed).not.toContain(name);
  expect(listed).toContain("mine.1");
});

describe("of a session's folder", () => {
  /** Every kind of thing that can be there, as if runner 2 were at work. */
  const things = {
    "t1.1/x": "",
    "t1.1-3/x": "",
    "main.1/x": "",
    "kept.1/x": "",
    "t1.2/x": "",
    "t1.7/x": "",
    "tmp.1/x": "",
    "tmp.2/x": "",
    "tmp.7/x": "",
    "notes/x": "",
    "t1.1x/x": "",
    "t1.1-x/x": "",
    "children/1/torn": "",
    "children/2/torn": "",
    "children/7/torn": "",
  };
  const mine = ["notes", "t1.1-x", "t1.1x"];

  async function left(place: GitPlace): Promise<readonly string[]> {
    const names = await readdir(place.folder);
    const children = await readdir(join(place.folder, "children"));
    return [...names, ...children.map((name) => `children/${name}`)].filter((name) => name !== "children");
  }

  test("what earlier runners of this session left is swept, and nothing else", async () => {
    const place = await gitPlace();
    await writeFiles(place.folder, things);
    await place.open(2).sweep([join("/another/spelling", "kept.1")], [1, 2]);
    const stays = ["kept.1", ...mine, "t1.2", "t1.7", "tmp.2", "tmp.7", "children/2", "children/7"];
    expect([...(await left(place))].sort()).toEqual([...stays].sort());
    await place.open(2).sweep([]);
    expect([...(await left(place))].sort()).toEqual([...mine, "t1.2", "tmp.2", "children/2"].sort());
  });

  test("all of it goes with the session, unless something there is not the session's", async () => {
    const place = await gitPlace();
    await writeFiles(place.folder, things);
    await place.open(2).clear([1, 2]);
    expect([...(await left(place))].sort()).toEqual([...mine, "t1.7", "tmp.7", "children/7"].sort());
    await rm(join(place.folder, "t1.7"), { recursive: true });
    await rm(join(place.folder, "tmp.7"), { recursive: true });
    await place.open(2).clear([1, 2]);
    expect(await left(place)).toContain("children/7");
    await rm(join(place.folder, "children/7"), { recursive: true });
    await place.open(2).clear([1, 2]);
    expect(existsSync(place.folder)).toBe(false);
  });
});

test("git's record of a folder that is gone stays if its fence is not the session's", async () => {
  const place = await gitPlace();
  const commit = await place.git("rev-parse", "HEAD");
  const name = await place.open(7).addWorktree("t1", commit, undefined, noAbort);
  await rm(join(place.folder, name), { recursive: true });
  await place.open(2).sweep([], [1, 2]);
  expect(await place.git("worktree", "list")).toContain(name);
  await place.open(2).sweep([], [7]);
  expect(await place.git("worktree", "list")).not.toContain(name);
});
