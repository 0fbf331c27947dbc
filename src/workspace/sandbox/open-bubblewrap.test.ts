import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { lstat, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type GitPlace, gitPlace, noAbort } from "../../../test/support/git-place.ts";
import { requires } from "../../../test/support/requires.ts";
import { noKeys } from "../../core/text/redaction.ts";
import { type CommandEnd, type CommandLimits, runCommand } from "../processes/run-command.ts";
import { findSandbox } from "./find-sandbox.ts";
import type { Place } from "./sandbox.ts";

const mega = 1024 * 1024;
const secret = "sk-canary-0123456789";

interface Stage {
  readonly git: GitPlace;
  readonly place: Place;
  run(command: string, limits?: CommandLimits): Promise<CommandEnd>;
}

/** A person's machine in small: keys at home, a checkout with keys, another worktree, and one for the command. */
async function stage(more: Readonly<Record<string, string>> = {}): Promise<Stage> {
  requires("bwrap");
  const git = await gitPlace();
  const commonDir = join(git.repository, ".git");
  const worktree = join(git.root, "state", "mine");
  const temporary = join(git.root, "temporary");
  await git.git("worktree", "add", "-q", worktree, "-b", "mine");
  await git.git("worktree", "add", "-q", join(git.root, "state", "other"), "-b", "other");
  await git.git("remote", "add", "origin", `https://me:${secret}@example.com/x.git`);
  for (const path of [".ssh/id_rsa", "repo/.env", "repo/.git/huddle/log", "repo/.git/credentials"]) {
    await mkdir(dirname(join(git.root, path)), { recursive: true });
    await writeFile(join(git.root, path), secret);
  }
  await mkdir(join(commonDir, "hooks"), { recursive: true });
  const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: git.root, TMPDIR: git.root };
  const found = await findSandbox({ platform: "linux", env: { ...env, OPENAI_API_KEY: secret, ...more } });
  if (found.kind !== "ready") throw new Error(found.why);
  const place = { worktree, commonDir, temporary };
  const run = async (command: string, limits: CommandLimits = {}) => {
    await mkdir(temporary);
    try {
      const { start, env } = await found.sandbox.enter(place);
      const about = { cwd: worktree, record: join(git.root, "record"), timeoutMs: 60_000, mostBytes: 4000 };
      return await runCommand({ command, start, env, limits, ...about, redaction: noKeys }, noAbort);
    } finally {
      await rm(temporary, { recursive: true });
    }
  };
  return { git, place, run };
}

/** Everything but the worktree, as text. */
async function hostOf({ git, place }: Stage, folder = git.root): Promise<string> {
  const lines: string[] = [];
  for (const entry of (await readdir(folder, { withFileTypes: true })).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const path = join(folder, entry.name);
    if (path === place.worktree || path === join(git.root, "record")) continue;
    if (entry.isDirectory()) lines.push(await hostOf({ git, place } as Stage, path));
    else {
      const { mode, nlink } = await lstat(path);
      const content = entry.isSymbolicLink() ? await readlink(path) : await readFile(path, "latin1");
      lines.push(`${path} ${mode} ${nlink} ${content}`);
    }
  }
  return lines.join("\n");
}

/** Every attempt fails with these words, no key is seen, and the host is as before. */
async function refuse(on: Stage, attempts: readonly (readonly [string, string, RegExp])[]): Promise<void> {
  const before = await hostOf(on);
  for (const [attempt, command, said] of attempts) {
    const { exit, output } = await on.run(command);
    expect
      .soft({ attempt, exit, output })
      .toEqual({ attempt, exit: expect.any(Number), output: expect.stringMatching(said) });
    expect.soft({ attempt, exit }).not.toEqual({ attempt, exit: 0 });
    expect.soft(output, attempt).not.toContain(secret);
  }
  expect(await hostOf(on)).toBe(before);
}

const gone = /No such file or directory/;
const fixed = /Read-only file system/;

test("a command works in its worktree, and sees its history", async () => {
  const on = await stage();
  const asked =
    "pwd; id -un; echo new > b.txt; git status --short; git log --format=%s; git diff --stat; echo $HOME";
  expect(await on.run(`${asked}; touch ~/x /tmp/y && echo wrote`)).toEqual({
    exit: 0,
    timedOut: false,
    output: "/worktree\nhuddle\n?? b.txt\nchange\n/tmp/home\nwrote\n",
  });
  expect(await readFile(join(on.place.worktree, "b.txt"), "utf8")).toBe("new\n");
});

test("a person's own toolchains work inside", async () => {
  const { HOME, ...env } = { ...process.env, HOME: userInfo().homedir };
  const on = await stage({ ...(env as Record<string, string>), HOME });
  const { output } = await on.run("node --version && npm --version && git --version && python3 --version");
  expect(output).toMatch(/^v\d+\.\S+\n\d+\.\S+\ngit version .*\nPython 3\.\S+\n$/);
});

test("nothing outside is read or written", async () => {
  const on = await stage();
  const { root, repository } = on.git;
  await symlink(join(root, ".ssh"), join(on.place.worktree, "link"));
  const q = (path: string) => `"${path.replaceAll('"', '\\"')}"`;
  await refuse(on, [
    ["read home", `cat ${q(join(root, ".ssh/id_rsa"))}`, gone],
    ["read through a link", "cat link/id_rsa", gone],
    ["write through a link", "echo x > link/authorized_keys", /nonexistent|No such/],
    ["read the checkout", `cat ${q(join(repository, ".env"))}`, gone],
    ["read another worktree", `ls ${q(join(root, "state"))}`, gone],
    ["climb", "cd .. && ls .ssh state repo", gone],
    ["read the session", `cat ${q(join(repository, ".git/huddle/log"))}`, gone],
    ["write in memory that nobody counts", `echo x > ${q(join(repository, ".git/huddle/log"))}`, fixed],
    ["read keys in the git folder", `grep . ${q(join(repository, ".git/credentials"))}`, /^$/],
    ["read the accounts", "cat /etc/shadow", gone],
    ["write a program", "echo x > /usr/bin/x", fixed],
    ["write settings", "echo x > /etc/hosts", fixed],
    ["write the root", "echo x > /x", fixed],
    ["write the devices", "echo x > /dev/x", fixed],
    ["change the kernel", "echo 1 > /proc/sys/vm/swappiness", fixed],
    ["link a file in", `ln ${q(join(repository, ".git/HEAD"))} stolen`, /cross-device/i],
    ["link a program in", "ln /usr/bin/env env2", /cross-device/i],
    ["write what is made for it", "echo x > /tmp/.huddle/config", fixed],
    ["see the run folder", "ls /run /var /home /srv", gone],
    ["see the root of another process", "cat /proc/1/root/etc/shadow", gone],
  ]);
});

test("git is for looking only", async () => {
  const on = await stage();
  const common = on.place.commonDir.replaceAll('"', '\\"');
  await refuse(on, [
    ["write .git", "echo gitdir: /tmp > .git", fixed],
    ["remove .git", "rm -f .git", /busy|Read-only/],
    ["move .git", "mv .git x", /busy|Read-only/],
    ["commit", "echo y > y && git add y", fixed],
    ["move a branch", "git branch stolen", /Read-only|Unable to create/],
    ["set", "git config core.fsmonitor evil", fixed],
    ["write the settings", `echo x >> "${common}/config"`, fixed],
    ["write a hook", `echo x > "${common}/hooks/pre-commit"`, fixed],
    ["elsewhere", `git -C "${common}/../../state/other" status`, gone],
    ["its address", "git config remote.origin.url", /^$/],
    ["other worktrees", `ls "${common}/worktrees/other"`, gone],
  ]);
});

test("there is no network, and no socket of the host", async () => {
  const on = await stage();
  const seen: string[] = [];
  const listen = async (path: string | undefined) => {
    const server = createServer((socket) => {
      seen.push(path ?? "tcp");
      socket.destroy();
    });
    server.listen(path === undefined ? { port: 0, host: "127.0.0.1" } : { path });
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const address = server.address();
    return typeof address === "object" ? address?.port : undefined;
  };
  const port = await listen(undefined);
  const path = join("/tmp", `huddle-test-${process.pid}.sock`);
  await listen(path);
  const abstract = `\0huddle-test-${process.pid}`;
  await listen(abstract);
  const targets = [
    { port, host: "127.0.0.1" },
    { port: 53, host: "1.1.1.1" },
    { port: 80, host: "::ffff:8.8.8.8" },
    { port: 80, host: "example.com" },
    { path },
    { path: abstract },
  ];
  const script = `const said = [];
    for (const to of ${JSON.stringify(targets)}) {
      await new Promise((end) => {
        const socket = net.connect(to, () => end(said.push("in")));
        socket.on("error", (error) => end(said.push(error.code)));
      });
    }
    const udp = dgram.createSocket("udp4");
    udp.send("x", 53, "8.8.8.8", (error) => { console.log(said.join(" "), error?.code); udp.close(); });`;
  await writeFile(
    join(on.place.worktree, "net.mjs"),
    `import net from "node:net"; import dgram from "node:dgram";\n${script}`,
  );
  const { output } = await on.run("node net.mjs; echo x > net.mjs");
  expect(output).toMatch(
    /^ECONNREFUSED ENETUNREACH ENETUNREACH (EAI_AGAIN|ENOTFOUND) ENOENT ECONNREFUSED ENETUNREACH\n$/,
  );
  expect(seen).toEqual([]);
});

test("no key is in the environment of any process, and no process of the host is seen", async () => {
  const on = await stage();
  const host = spawn("sleep", ["1000"]);
  onTestFinished(() => void host.kill("SIGKILL"));
  const { exit, output } = await on.run("cat /proc/[0-9]*/environ | tr '\\0' '\\n'; ls -d /proc/[0-9]*; env");
  expect(exit).toBe(0);
  expect(output).toMatch(/^\/proc\/1$/m);
  expect(output).not.toContain(secret);
  expect(output).not.toMatch(/OPENAI|SSH_|_KEY/);
  await refuse(on, [
    ["end a process", `kill -9 ${host.pid}`, /No such process/],
    ["read its memory", `cat /proc/${host.pid}/environ`, gone],
  ]);
  expect(host.exitCode).toBeNull();
});

test("no right is won", async () => {
  const on = await stage();
  await refuse(on, [
    ["a namespace", "unshare -U true", /unshare/],
    ["a mount", "mount -t tmpfs none /tmp", /mount/],
    ["to undo a mount", "umount .git", /umount/],
    ["capabilities", "grep -q '^CapEff:.*[1-9a-f]' /proc/self/status", /^$/],
    ["privileges", "grep 'NoNewPrivs:.*0' /proc/self/status", /^$/],
    ["setuid", "su -c true root < /dev/null", /su/],
    ["root", "chown 0:0 a.txt", /Invalid argument|not permitted/],
    ["a device", "mknod disk b 8 0", /not permitted/],
  ]);
});

test("what is started in the background does not outlive the command", async () => {
  const on = await stage();
  const began = "setsid nohup env -i sh -c 'while :; do date > alive; sleep 0.05; done' > /dev/null 2>&1 &";
  const { exit } = await on.run(`${began} while [ ! -s alive ]; do sleep 0.02; done`);
  expect(exit).toBe(0);
  await rm(join(on.place.worktree, "alive"), { force: true });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(existsSync(join(on.place.worktree, "alive"))).toBe(false);
});

test("what takes too much is ended, and leaves the host as it was", async () => {
  const on = await stage();
  const before = await hostOf(on);
  const folders = [on.place.worktree, on.place.temporary];
  const limits = { memoryBytes: 128 * mega, processes: 60, disk: { bytes: 32 * mega, folders } };
  const fill = `node -e "const kept = []; for (;;) kept.push(Buffer.alloc(4e6, 1))"`;
  expect(await on.run(fill, limits)).toMatchObject({ exit: null, over: "memory" });
  expect(await on.run("bomb() { bomb | bomb & }; bomb; sleep 1000", limits)).toMatchObject({
    over: "processes",
  });
  expect(await on.run("cat /dev/zero > /tmp/large", limits)).toMatchObject({ over: "disk" });
  const sparse = await on.run("truncate -s 10G large; wc -c < large; rm large", { fileBytes: mega });
  expect(sparse.output).toMatch(/0\n$/);
  const shm = await on.run("head -c 100000000 /dev/zero > /dev/shm/x");
  expect(shm.output).toMatch(/No space left/);
  const endless = await on.run("yes | head -c 20000000");
  expect(endless.output.length).toBeLessThan(5000);
  expect(await hostOf(on)).toBe(before);
});
