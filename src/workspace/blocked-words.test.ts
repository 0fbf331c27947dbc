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
    ["pip, about its first try", "connection broken by 'NewConnectionError('<conn>: Failed')'", network],
    ["wget", "wget: unable to resolve host address ‘example.com’", network],
    ["busybox", "wget: bad address 'example.com'", network],
    ["apt", "Err:1 http://deb.test stable InRelease\n  Temporary failure resolving 'deb.test'", network],
    ["git://", "fatal: unable to look up x.test (port 9418) (Temporary failure in name resolution)", network],
    ["curl, by address", "curl: (7) Failed to connect to 1.1.1.1 port 443 after 2 ms: Couldn't", network],
    ["curl, here", "curl: (7) Failed to connect to localhost port 5432 after 0 ms: Couldn't", port],
    ["curl, here", "curl: (7) Failed to connect to 127.0.0.1 port 80 after 0 ms: Couldn't", port],
    ["node, by address", "Error: connect EHOSTUNREACH 10.0.0.1:443", network],
    ["node", "  [cause]: Error: getaddrinfo EAI_AGAIN example.com", network],
    ["python", "urllib.error.URLError: <urlopen error [Errno 113] No route to host>", network],
    ["yarn", "YN0001: RequestError: getaddrinfo EAI_AGAIN registry.yarnpkg.com", network],
    ["pnpm", "ERR_PNPM_META_FETCH_FAIL GET https://r.test/x: reason: getaddrinfo ENOTFOUND r.test", network],
    ["poetry", "All attempts to connect to pypi.org failed.", network],
    ["gem", "Failed to open TCP connection to rubygems.org:443 (getaddrinfo: Temporary failure)", network],
    [
      "bundler",
      "Could not reach host index.rubygems.org. Check your network connection and try again.",
      network,
    ],
    [
      "composer",
      "curl error 6 while downloading https://x.test/p.json: Could not resolve host: x.test",
      network,
    ],
    [
      "dotnet",
      "a.csproj : error NU1301: Unable to load the service index for source https://x.test",
      network,
    ],
    ["dotnet", "Unhandled exception. HttpRequestException: Name does not resolve (x.test:443)", network],
    [
      "mix",
      '{:failed_connect, [{:to_address, {~c"repo.hex.pm", 443}}, {:inet, [:inet], :nxdomain}]}',
      network,
    ],
    ["gradle", "> java.net.UnknownHostException: services.gradle.org", network],
    [
      "gradle",
      "No cached version of x:y:1 available for offline mode. java.net.UnknownHostException",
      network,
    ],
    ["go", "dial udp 10.255.255.53:53: connect: network is unreachable", network],
    ["go", "dial tcp: lookup proxy.test: no such host", network],
    ["go", "github.com/x/y@v1: module lookup disabled by GOPROXY=off", network],
    ["cargo", "  [6] Could not resolve hostname (Could not resolve host: index.crates.io)", network],
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

describe("a pipe hides how a command ended, and its own complaint does not", () => {
  test.each<[output: string, told: RegExp]>([
    ["curl: (6) Could not resolve host: example.com", network],
    ["fatal: unable to access 'https://x.test/': Could not resolve host: x.test", network],
    ["npm error code EAI_AGAIN\nnpm error syscall getaddrinfo", network],
    ["ERROR: No matching distribution found for left-pad", network],
    ["[ERROR] Unknown host repo.maven.apache.org: Temporary failure in name resolution", network],
    ["urllib.error.URLError: <urlopen error [Errno -3] Temporary failure in name resolution>", network],
    ["go: x@latest: dial tcp: lookup proxy.golang.org on [::1]:53: connection refused", network],
    ["curl: (7) Failed to connect to localhost port 5432 after 0 ms: Couldn't connect to server", port],
    ["npm ERR! EROFS: read-only file system, mkdir '/usr/lib/x'", readOnly],
    ["dd: error writing 'large': File too large", /^\[sandbox\] Not written/],
  ])("%s", (output, told) => {
    for (const text of [output, `first\n${output}\nlast`])
      expect(words({ exit: 0, output: text })).toMatch(told);
  });

  test.each([
    "src/fetch.js:12:  if (code === 'ENOTFOUND') retry();",
    "  ✔ says that it could not resolve host x (2 ms)",
    "ok 3 - getaddrinfo ENOTFOUND is tried again",
    "| EROFS | a read-only file system |",
    "+npm error code EAI_AGAIN",
  ])("what a search, a test or a file says is none: %s", (output) => {
    expect(words({ exit: 0, output })).toBeUndefined();
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
  const away = [
    "a.test: its name cannot be resolved",
    "port 1: nothing listens there on this machine",
    "port 2: another command or check of this machine uses it",
  ];
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
