import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyPlace, noAbort, writeFiles } from "../../../test/support/git-place.ts";
import { noKeys } from "../../core/text/redaction.ts";
import { childrenOf, endRecorded } from "./child-record.ts";
import { findHierarchies, makeGroups } from "./control-groups.ts";
import { markOf } from "./end-processes.ts";
import { runCommand } from "./run-command.ts";

/** As the kernel writes paths into mountinfo. */
const escaped = (path: string) => path.replaceAll(" ", "\\040");
const unlimited = { "memory.max": "max\n", "cpu.max": "max 100000\n", "pids.max": "max\n" };

describe("where groups are made", () => {
  const scope = "user.slice/app.scope";
  const top = { "cgroup.subtree_control": "cpu memory pids\n", "cgroup.procs": "" };
  const without = { "cgroup.subtree_control": "cpu\n", "cgroup.procs": "" };
  const cases: readonly (readonly [string, string, Readonly<Record<string, object>>, string | undefined])[] =
    [
      ["beside our own group", scope, { "": top, "user.slice": top, [scope]: unlimited }, "user.slice"],
      ["further up, where the parent limits nothing", scope, { "": top, "user.slice": without }, ""],
      ["in the root, where we are there", "", { "": top }, ""],
      ["nowhere without a controller", scope, { "": without, "user.slice": without }, undefined],
      [
        "nowhere, so that no limit on our own group is left",
        scope,
        { "": top, "user.slice": top, [scope]: { ...unlimited, "memory.max": "1000\n" } },
        undefined,
      ],
      [
        "nor one further up",
        scope,
        { "": top, "user.slice": { ...without, ...unlimited, "pids.max": "9\n" } },
        undefined,
      ],
    ];
  test.each(cases)("%s", async (_, own, files, expected) => {
    const root = await emptyPlace();
    await mkdir(join(root, "cgroup", own), { recursive: true });
    for (const [folder, named] of Object.entries(files))
      for (const [name, text] of Object.entries(named))
        await writeFiles(root, { [join("cgroup", folder, name)]: text });
    await writeFiles(root, {
      "proc/cgroup": `0::/${own}\n`,
      "proc/mountinfo": `24 18 0:22 / ${escaped(root)}/cgroup rw,relatime - cgroup2 cgroup2 rw\n`,
    });
    const found = findHierarchies(join(root, "proc"));
    expect(found.map(({ folder }) => folder)).toEqual(
      expected === undefined ? [] : [join(root, "cgroup", expected)],
    );
  });

  test("in each old hierarchy that limits something, at our place in what is mounted", async () => {
    const root = await emptyPlace();
    for (const folder of ["pids/in", "memory", "cpu/in"])
      await mkdir(join(root, folder), { recursive: true });
    await writeFiles(root, {
      "proc/cgroup": "8:pids:/docker/a/in\n4:memory:/docker/a\n1:cpu,cpuacct:/docker/a/in\n0::/\n",
      "proc/mountinfo": [
        `1 1 0:1 /docker/a ${escaped(root)}/pids rw - cgroup cgroup rw,pids`,
        `2 1 0:2 /docker/a ${escaped(root)}/memory rw - cgroup cgroup rw,memory`,
        `3 1 0:3 /docker/a ${escaped(root)}/cpu rw - cgroup cgroup rw,cpu,cpuacct`,
      ].join("\n"),
    });
    const found = findHierarchies(join(root, "proc"));
    expect(found.map(({ folder }) => folder)).toEqual([join(root, "pids/in"), join(root, "memory")]);
  });
});

describe.runIf(findHierarchies().some(({ processes }) => processes))("a group of this machine", () => {
  test("holds a command that starts processes without end, and is gone afterwards", async () => {
    const cwd = await emptyPlace();
    const record = join(cwd, "record");
    const about = { cwd, record, env: { PATH: process.env.PATH ?? "" }, mostBytes: 1000, redaction: noKeys };
    const command = "for i in $(seq 40); do sleep 5 & done; exit 1";
    const limits = { processes: 5 };
    const end = await runCommand({ ...about, command, limits, timeoutMs: 20_000 }, noAbort);
    expect(end).toMatchObject({ exit: null, over: "processes" });
    expect(await readdir(cwd)).toEqual(["record"]);
    const group = `huddle-${markOf(record)}`;
    expect(findHierarchies().filter(({ folder }) => existsSync(join(folder, group)))).toEqual([]);
  });

  test("goes with all in it when its runner was killed", async () => {
    const records = childrenOf(await emptyPlace(), 1);
    await mkdir(records, { recursive: true });
    const { folders } = makeGroups(join(records, "one"), { processes: 5, memoryBytes: 1e9 });
    const lost = spawn("sleep", ["1000"], { detached: true });
    const ended = once(lost, "exit");
    for (const folder of folders) await writeFile(join(folder, "cgroup.procs"), String(lost.pid));
    await endRecorded(records);
    expect(await ended).toEqual([null, "SIGKILL"]);
    expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
    expect(existsSync(records)).toBe(false);
  });
});
