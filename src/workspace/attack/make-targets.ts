import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import {
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  writeFile,
} from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { dirname, join } from "node:path";
import { initRepository } from "../git/init-repository.ts";
import { gitAt } from "../git/run-git.ts";
import type { Environment } from "../processes/environment.ts";
import { removeTree } from "../remove-tree.ts";
import { lateFile, madeOutside, type Targets } from "./attempts.ts";

/** In everything that an attempt must not read. */
export const canary = "canary-key-of-the-attack";

export interface MadeTargets extends Targets {
  /** Everything that no attempt may change, as text: all files but its own, the process, and who was reached. */
  asText(): Promise<string>;
  remove(): Promise<void>;
}

/** A person's machine in small, in a new folder below this one: keys at home, a checkout with keys, worktrees. */
export async function makeTargets(below: string, env: Environment): Promise<MadeTargets> {
  await mkdir(below, { recursive: true });
  const home = await realpath(await mkdtemp(join(below, "attack-")));
  const repository = join(home, "repo");
  const [worktree, other, temporary] = ["mine", "other", "temporary"].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ]; // one for each name
  const author = { name: "Huddle", email: "huddle@example.com" };
  const about = { branch: "main", message: "attack", when: "2026-01-01T00:00:00.000Z", author, env };
  const commit = await initRepository({ folder: repository, files: { "a.txt": "a\n" }, ...about });
  const git = gitAt({ cwd: repository, env });
  for (const path of [worktree, other]) await git(["worktree", "add", "--quiet", "--detach", path, commit]);
  await git(["remote", "add", "origin", `https://me:${canary}@example.com/x.git`]);
  for (const path of [".ssh/id_rsa", "repo/.env", "repo/.git/huddle/log", "repo/.git/credentials"]) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), canary);
  }
  for (const path of [join(repository, ".git", "hooks"), temporary]) await mkdir(path, { recursive: true });
  const sleeping = spawn("sleep", ["1000"], { stdio: "ignore" });
  const listeners = await listen(home);
  return {
    home,
    repository,
    worktree,
    other,
    temporary,
    pid: sleeping.pid ?? 0,
    ...listeners.at,
    async asText() {
      const files = await textOf(home, [worktree, temporary]);
      const late = existsSync(join(worktree, lateFile));
      return [sleeping.exitCode, sleeping.signalCode, listeners.reached(), late, files].join("\n");
    },
    async remove() {
      for (const path of madeOutside) await rm(path, { force: true }).catch(() => {});
      sleeping.kill("SIGKILL");
      for (const server of listeners.servers) server.close();
      await removeTree(home);
    },
  };
}

async function listen(home: string) {
  let reached = 0;
  const servers: Server[] = [];
  const open = async (at: { path: string } | { port: number; host: string }): Promise<Server> => {
    const server = createServer((socket) => {
      reached += 1;
      socket.destroy();
    });
    servers.push(server);
    server.listen(at);
    await once(server, "listening");
    return server;
  };
  const address = (await open({ port: 0, host: "127.0.0.1" })).address();
  const port = typeof address === "object" && address ? address.port : 0;
  // The path of a socket must be short.
  const socket = join("/tmp", `huddle-attack-${port}.sock`);
  const abstract = `\0huddle-attack-${home}`.slice(0, 100);
  await open({ path: socket });
  await open({ path: abstract });
  return { at: { port, socket, abstract }, servers, reached: () => reached };
}

async function textOf(folder: string, except: readonly string[]): Promise<string> {
  const lines: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (except.includes(path)) continue;
    if (entry.isDirectory()) lines.push(await textOf(path, except));
    else {
      const { mode, nlink } = await lstat(path);
      const content = entry.isSymbolicLink() ? await readlink(path) : await readFile(path, "latin1");
      lines.push(`${path} ${mode} ${nlink} ${content}`);
    }
  }
  return lines.join("\n");
}
