import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitPlace, noAbort, writeFiles } from "../../../test/support/git-place.ts";

const whole = `<testsuite name="s"><testcase name="a"/><testcase name="b"><failure message="no"/></testcase></testsuite>`;
const put = (xml: string) => `printf '%s' '${xml}' > out.xml`;
const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><testsuite name="&b;"/>`;

test("a check is read from the report that it writes; one that is none leaves the exit code, and says so", async () => {
  const place = await gitPlace();
  const desk = join(place.folder, "desk");
  await writeFiles(desk, { "old.xml": whole, "folder/x": "" });
  await symlink("/etc/passwd", join(desk, "link.xml"));
  const cases: readonly [run: string, report: string, wrong: RegExp | undefined][] = [
    [`echo 'not ok 1 - printed'; ${put(whole)}; exit 1`, "out.xml", undefined],
    [
      "echo 'not ok 1 - printed'; exit 1",
      "none.xml",
      /^\[report\] none\.xml was not written; only the exit/m,
    ],
    ["exit 1", "old.xml", /old\.xml was there before and was not written by this check/],
    [`${put("all passed")}; exit 1`, "out.xml", /out\.xml is not XML/],
    [`${put(whole.slice(0, 50))}; exit 1`, "out.xml", /out\.xml ends in the middle of/],
    [`${put(bomb)}; exit 1`, "out.xml", /out\.xml declares a document type/],
    [
      "truncate -s 9000000 out.xml; exit 1",
      "out.xml",
      /has 9000000 bytes or more; files above 8388608 bytes/,
    ],
    ["printf '\\0' > out.xml; exit 1", "out.xml", /is a binary file/],
    ["exit 1", "folder", /folder is a folder/],
    ["exit 1", "link.xml", /link\.xml is a link that leads out of the project/],
  ];
  const checks = cases.map(([run, report], at) => ({ name: `c${at}`, run, report }));
  const runs = await place.open().runChecks("desk", checks, { timeoutMs: 20_000 }, noAbort);
  for (const [at, [, , wrong]] of cases.entries()) {
    const { exit, output, report } = runs[at] ?? {};
    expect(exit).toBe(1);
    if (wrong === undefined)
      expect(report).toEqual({
        format: "junit",
        counts: { passed: 1, failed: 1, skipped: 0 },
        failing: [{ test: "b", suite: "s", message: "no" }],
        more: 0,
      });
    else {
      expect(output).toMatch(wrong);
      expect(report).toEqual({ failing: [], more: 0 });
    }
  }
});

test("a report that is written anew, byte for byte, counts", async () => {
  const place = await gitPlace();
  await writeFiles(join(place.folder, "desk"), { "out.xml": whole });
  const checks = [{ name: "c", run: put(whole), report: "out.xml" }];
  const [run] = await place.open().runChecks("desk", checks, { timeoutMs: 20_000 }, noAbort);
  expect(run?.report.counts).toMatchObject({ passed: 1, failed: 1 });
});
