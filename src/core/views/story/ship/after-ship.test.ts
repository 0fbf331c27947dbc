import { expect, test } from "vitest";
import type { Shipment } from "../../../state/session.ts";
import { type AfterShip, afterShip } from "./after-ship.ts";

const was = "1".repeat(40);
const branch: Shipment = {
  ...{ seq: 9, how: "branch", onto: "topic", made: true, was: null, commit: "2".repeat(40) },
};
const ways = {
  branch,
  onto: { ...branch, how: "fast-forward", onto: "main", made: false, was },
  "onto another": { ...branch, how: "fast-forward", made: false, was },
  squash: { ...branch, how: "squash" },
  "squash onto": { ...branch, how: "squash", onto: "main", made: false, was },
  patch: { ...branch, how: "patch", onto: "../it's.patch" },
  pr: { ...branch, how: "pr" },
  opened: { ...branch, how: "pr", url: "https://example.com/7" },
  unopened: { ...branch, how: "pr", unopened: "gh says: not logged in" },
} as const satisfies Record<string, Shipment>;

const hosts = {
  nothing: {},
  remote: { remote: "origin" },
  gh: { remote: "origin", program: "gh", body: "/a b/words.md" },
  glab: { remote: "up", program: "glab", body: "/words.md" },
} as const;

function told(way: keyof typeof ways, host: keyof typeof hosts, more: Partial<AfterShip> = {}) {
  const place = { branch: "main", base: "main", title: "Add\na sum" };
  return afterShip({ shipment: ways[way], ...place, ...hosts[host], ...more });
}

const moved = `git diff ${"1".repeat(12)} ${"2".repeat(12)}`;
const made = "git diff main...topic";
const push = "git push origin topic";
const gh = "gh pr create --head topic --base main --title 'Add a sum' --body-file '/a b/words.md'";
const glab = `glab mr create --source-branch topic --target-branch main --title 'Add a sum' --description "$(cat /words.md)"`;
const patch = ["git apply --stat '../it'\\''s.patch'", "git am --3way '../it'\\''s.patch'"];
const noProgram = "gh pr create --head topic --base main --title 'Add a sum' --body-file ''";

test.each<[keyof typeof ways, keyof typeof hosts, readonly string[]]>([
  ["branch", "nothing", [made]],
  ["branch", "remote", [made, push]],
  ["branch", "gh", [made, push, gh]],
  ["branch", "glab", [made, "git push up topic", glab]],
  ["squash", "gh", [made, push, gh]],
  ["onto", "nothing", [moved]],
  ["onto", "gh", [moved, "git push origin main"]],
  ["onto another", "gh", [moved, push, gh]],
  ["squash onto", "gh", [moved, "git push origin main"]],
  ["patch", "nothing", patch],
  ["patch", "gh", patch],
  ["pr", "nothing", [made, "git push '<remote>' topic", noProgram]],
  ["pr", "gh", [made, push, gh]],
  ["opened", "gh", [made]],
  ["unopened", "gh", [made, gh]],
])("shipped in the way %s, with %s: only what applies, ready to be typed", (way, host, commands) => {
  expect(told(way, host)).toEqual(commands);
});

test("from a detached head the work is compared with the commit, and the request names no base", () => {
  expect(told("branch", "gh", { branch: "", base: "abc" })).toEqual([
    "git diff abc...topic",
    push,
    gh.replace(" --base main", ""),
  ]);
});
