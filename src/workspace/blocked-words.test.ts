import { expect, test } from "vitest";
import { blockedWords } from "./blocked-words.ts";

const ended = {
  ...{ exit: 1 as number | null, timedOut: false, output: "", refused: [] as readonly string[] },
  ...{ sandbox: "bubblewrap" as const, reach: "commands" as const },
};
type Ended = Parameters<typeof blockedWords>[0];
const words = (more: Partial<Ended>) => blockedWords({ ...ended, ...more });

test.each(["memory", "processes", "disk"] as const)("going over %s names the setting", (over) => {
  expect(words({ exit: null, over })).toMatch(/^\[sandbox\] Ended: it took more /);
  expect(words({ exit: null, over })).toContain(`(sandbox.${over} in the user's settings)`);
});

test.each<[output: string, told: RegExp]>([
  ["sh: cannot create /usr/x: Read-only file system", /Only the worktree and \/tmp can be written/],
  ["Error: EROFS: read-only file system, open '/etc/x'", /Only the worktree and \/tmp can be written/],
  ["curl: (6) Could not resolve host: example.com", /no network here \(hosts\.agents in/],
  ["Error: getaddrinfo EAI_AGAIN registry.npmjs.org", /no network here/],
  ["connect: Network is unreachable", /no network here/],
  ["Temporary failure in name resolution", /no network here/],
  ["connect ECONNREFUSED 127.0.0.1:5432", /\(ports in the user's settings\)/],
  ['connection to server at "localhost", port 5432 failed: Connection refused', /\(ports in the user's/],
])("%s is told apart from what the code did", (output, told) => {
  expect(words({ output })).toMatch(/^\[sandbox\] /);
  expect(words({ output })).toMatch(told);
});

test("set-up has hosts of its own, and a refused one is named", () => {
  expect(words({ reach: "setup", output: "ENOTFOUND" })).toContain("(hosts.setup in the user's settings)");
  expect(words({ reach: "checks", output: "ENOTFOUND" })).toContain("(hosts.agents in the user's settings)");
  expect(words({ reach: "setup", refused: ["a.test: not allowed", "b.test: private"] })).toBe(
    "[sandbox] Not reached: a.test: not allowed; b.test: private (hosts.setup in the user's settings).",
  );
  const away = ["a.test: its name cannot be resolved", "port 1: nothing listens there on this machine"];
  expect(words({ reach: "setup", refused: away })).toBe(`[sandbox] Not reached: ${away.join("; ")}.`);
});

test("nothing is told where a command ended well, where there is no wall, or where the code fails", () => {
  expect(words({ exit: 0, output: "read-only file system\n", refused: ["a.test: no"] })).toBeUndefined();
  expect(words({ output: "ENOTFOUND\n", sandbox: "outer" })).toBeUndefined();
  expect(words({ output: "assert failed\n" })).toBeUndefined();
  expect(words({ exit: 0, output: "fatal: '/r/index.lock': Read-only file system" })).toMatch(
    /Only the worktree/,
  );
});
