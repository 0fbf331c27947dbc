import { chmod, mkdtemp, readdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runAlone } from "../../../test/support/run-alone.ts";
import { oneWriter } from "./one-writer.ts";
import { changeTrust, readTrust, trustIn, trustPath } from "./trust-file.ts";

const newFolder = () => mkdtemp(join(tmpdir(), "trust-"));

const permit = { kind: "command", match: "npm install left-pad" } as const;
const allowed = { hashes: ["h1"], permits: [permit] };

test("what is trusted in a repository is kept, for the owner alone, and other repositories are left alone", async () => {
  const folder = join(await newFolder(), "config");
  expect(await readTrust(folder)).toEqual({});
  await changeTrust(folder, "/a/.git", () => allowed);
  await changeTrust(folder, "/b/.git", (before) => ({ ...before, hashes: ["h2"] }));
  expect(await readTrust(folder)).toEqual({ "/a/.git": allowed, "/b/.git": { hashes: ["h2"], permits: [] } });
  expect(await trustIn(folder, "/a/.git")).toEqual(allowed);
  expect((await stat(trustPath(folder))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["trust.json"]);
});

test("a repository in which nothing is trusted any more is not named", async () => {
  const folder = await newFolder();
  await changeTrust(folder, "/a/.git", () => allowed);
  await changeTrust(folder, "/a/.git", () => ({ hashes: [], permits: [] }));
  expect(await readTrust(folder)).toEqual({});
});

test("what a newer version keeps in the file stays when something else is changed", async () => {
  const folder = await newFolder();
  const newer = { hashes: ["h1"], permits: [{ ...permit, until: "2027" }], hosts: ["example.org"] };
  const other = { hashes: [], permits: [], seen: true };
  await writeFile(trustPath(folder), JSON.stringify({ "/a": newer, "/b": other }), { mode: 0o600 });
  expect((await trustIn(folder, "/a")).permits).toMatchObject([permit]);
  await changeTrust(folder, "/a", ({ permits }) => ({ hashes: ["h2"], permits }));
  expect(await readTrust(folder)).toEqual({ "/a": { ...newer, hashes: ["h2"] }, "/b": other });
});

test("two processes that change it at the same time lose nothing", async () => {
  const folder = await newFolder();
  const source = join(import.meta.dirname, "trust-file.ts");
  const script = `
    import { fork } from "node:child_process";
    import { once } from "node:events";
    import { changeTrust } from "./it.mjs";
    const [, itself, name] = process.argv;
    if (name === undefined) {
      const writers = ["one", "two"].map((name) => fork(itself, [name]));
      await Promise.all(writers.map((writer) => once(writer, "message")));
      const ends = writers.map((writer) => once(writer, "close"));
      for (const writer of writers) writer.send("go");
      console.log(JSON.stringify(await Promise.all(ends)));
    } else {
      process.send("ready");
      await once(process, "message");
      for (let at = 0; at < 20; at += 1)
        await changeTrust(${JSON.stringify(folder)}, "/a", ({ hashes, permits }) => ({
          hashes: [...hashes, name + at],
          permits,
        }));
      process.disconnect();
    }
  `;
  expect(await runAlone(source, script)).toEqual([
    [0, null],
    [0, null],
  ]);
  expect(new Set((await trustIn(folder, "/a")).hashes).size).toBe(40);
});

test("a lock that a killed process left is taken away", async () => {
  const folder = await newFolder();
  const file = trustPath(folder);
  await writeFile(`${file}.lock`, "");
  expect(await oneWriter(file, async () => "done", 3)).toBe("done");
  expect(await readdir(folder)).toEqual([]);
});

test("nothing is trusted in a repository with the name of something every object has", async () => {
  expect(await trustIn(await newFolder(), "constructor")).toEqual({ hashes: [], permits: [] });
});

test.each([
  ["no JSON", "{", 0o600, /trust\.json, line 1.*not JSON/],
  [
    "a permit of another kind",
    '{"/a":{"permits":[{"kind":"network","match":"*"}]}}',
    0o600,
    /permits\[0\]\.kind/,
  ],
  ["a file that others may change", "{}", 0o666, /Others on this machine can change .*trust\.json/],
])("%s is a clear error, and trusts nothing", async (_, text, mode, error) => {
  const folder = await newFolder();
  await writeFile(trustPath(folder), text);
  await chmod(trustPath(folder), mode);
  await expect(trustIn(folder, "/a")).rejects.toThrow(error);
  await expect(changeTrust(folder, "/a", () => allowed)).rejects.toThrow(error);
});
