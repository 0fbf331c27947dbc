import { describe, expect, test } from "vitest";
import { blockedWords } from "./blocked-words.ts";

const ended = {
  ...{ exit: 1 as number | null, timedOut: false, output: "", refused: [] as readonly string[] },
  ...{ sandbox: "bubblewrap" as const, reach: "commands" as const, hasProxy: false },
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

test.each<[what: string, ended: Partial<Ended>]>([
  ["dd", { output: "dd: error writing 'large': File too large" }],
  ["node", { output: "Error: EFBIG: file too large, write" }],
  ["a shell", { exit: 153, output: "File size limit exceeded" }],
  ["nobody, as it was ended", { exit: null, code: 153 }],
])("a file that grew too large is told, as %s says it", (_, told) => {
  expect(words(told)).toMatch(/^\[sandbox\] Not written: .* \(sandbox\.disk in the user's settings\)/);
  expect(words({ ...told, sandbox: "outer" })).toBeUndefined();
});

const host = "example.test: it is not among the hosts that are allowed";
const readOnly = /^\[sandbox\] Only the worktree and \/tmp can be written/;
const network = /^\[sandbox\] There is no network here/;
const port = /^\[sandbox\] A port of this machine/;

describe("the words of programs", () => {
  test.each<readonly [program: string, output: string, told: RegExp]>([
    ["npm", "npm error request to https://r.test/x failed, reason: getaddrinfo ENOTFOUND r.test", network],
    ["pip", "Failed to establish a new connection: [Errno -3] Temporary failure in name resolution", network],
    ["pip -q", "ERROR: No matching distribution found for left-pad", network],
    [
      "pip",
      "ERROR: Could not find a version that satisfies the requirement x (from versions: none)",
      network,
    ],
    ["uv", "Caused by: dns error: failed to lookup address information: Try again", network],
    ["uv", "error sending request for url (https://pypi.org/simple/x/)", network],
    ["curl", "curl: (6) Could not resolve host: example.com", network],
    ["git", "fatal: unable to access 'https://x.test/': Could not resolve host: x.test", network],
    ["git over ssh", "ssh: Could not resolve hostname x.test: Name or service not known", network],
    ["go", "dial tcp: lookup proxy.golang.org on [::1]:53: read udp: connection refused", network],
    ["cargo", "warning: spurious network error (3 tries remaining): [6] Couldn't resolve host name", network],
    ["cargo", "attempting to make an HTTP request, but --offline was specified", network],
    ["maven", "Unknown host repo.maven.apache.org: Try again", network],
    ["maven -o", "Cannot access central (https://repo.test) in offline mode and the artifact x:y:1", network],
    ["psql", 'connection to server at "localhost", port 5432 failed: Connection refused', port],
    ["psql", "\tIs the server running locally and accepting connections on that socket?", port],
    ["psql", 'could not translate host name "db" to address: Temporary failure in name resolution', network],
  ])("%s: %s", (_, output, told) => {
    expect(words({ output })).toMatch(told);
    // What was recorded counts, whatever the program says.
    const recorded = words({ output, refused: told === port ? [`port 5432: nothing listens`] : [host] });
    expect(recorded).toMatch(/^\[sandbox\] Not reached: (example\.test|port 5432)/);
    expect(recorded).not.toContain("\n");
  });

  test.each([
    "curl: (56) CONNECT tunnel failed, response 403",
    "OSError('Tunnel connection failed: 403 Forbidden')",
    "ERROR: No matching distribution found for x",
    "npm error code E403",
  ])("a refused host is told, also where a pipe hid the failure: %s", (output) => {
    for (const exit of [0, 1]) expect(words({ exit, output, refused: [host] })).toContain(host);
    expect(words({ exit: 1, output: "", refused: [host] })).toContain(host);
  });
});

test("two things that were refused are two lines, and each is named once", () => {
  const output = [
    "touch: cannot touch '/usr/a': Read-only file system",
    "Error: EROFS: read-only file system, open '/etc/b'",
    "OSError: [Errno 30] Read-only file system: '/etc/b'",
    "connect ECONNREFUSED 127.0.0.1:5432",
  ].join("\n");
  const lines = words({ output, refused: [host] })?.split("\n") ?? [];
  expect(lines).toHaveLength(3);
  expect(lines[0]).toContain(host);
  expect(lines[1]).toMatch(readOnly);
  expect(lines[1]).toMatch(/Not written: \/usr\/a, \/etc\/b\.$/);
  expect(lines[2]).toMatch(port);
  const over = words({ output, refused: [host], exit: null, over: "memory" })?.split("\n") ?? [];
  expect(over[0]).toMatch(/took more memory/);
  expect(over).toHaveLength(4);
});

test("where hosts can be reached, a package that is not found is none of ours", () => {
  expect(words({ hasProxy: true, output: "ERROR: No matching distribution found for x" })).toBeUndefined();
  expect(words({ hasProxy: true, output: "Could not resolve host: x" })).toMatch(/the proxy in HTTPS_PROXY/);
});

test("of many things, a few are named", () => {
  const refused = Array.from({ length: 8 }, (_, number) => `h${number}.test: no`);
  expect(words({ refused })).toMatch(/h4\.test: no; and 3 more \(hosts/);
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
