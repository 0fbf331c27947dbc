import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { TestReport } from "../../core/reports/test-report.ts";
import { junitReport } from "../../core/reports/xml/junit-report.ts";
import { guardPath } from "../files/guard/guard-path.ts";
import { readText } from "../files/read-text.ts";
import { unlessMissing } from "../unless-missing.ts";

const mostBytes = 8 * 1024 * 1024;

/** Tells one file at a path from another, without reading it. */
export async function markOf(root: string, path: string): Promise<string | undefined> {
  const found = await unlessMissing(lstat(join(root, path), { bigint: true }));
  return found && `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
}

/**
 * The tests in the report that a check has just written in its worktree. `before`: what was there when it began; a file
 * that was only lying there says nothing about this run. Or the line that says why there is none.
 */
export async function readReport(
  root: string,
  path: string,
  before: string | undefined,
): Promise<TestReport | { readonly wrong: string }> {
  const wrong = (why: string) => ({ wrong: `[report] ${path} ${why}; only the exit code counts.` });
  const place = guardPath(root, path, "read");
  if (place.kind === "denied") return wrong(`cannot be read: ${place.reason.replace(/\.$/, "")}`);
  if (place.found === "none") return wrong("was not written");
  if (place.found === "folder") return wrong("is a folder");
  if (before !== undefined && (await markOf(root, path)) === before)
    return wrong("was there before and was not written by this check");
  const read = readText(place, mostBytes);
  if (read.kind === "none") return wrong("was not written");
  if (read.kind === "denied") return wrong(`cannot be read: ${read.reason.replace(/\.$/, "")}`);
  const report = junitReport(read.text, [root, "/worktree"]);
  return "wrong" in report ? wrong(report.wrong) : report;
}
