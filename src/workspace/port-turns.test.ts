import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { appears } from "../../test/support/appears.ts";
import { gitPlace, noAbort } from "../../test/support/git-place.ts";
import { Noted } from "../../test/support/noted.ts";
import { realSandbox } from "../../test/support/real-sandbox.ts";
import type { Workspace } from "../core/ports/workspace.ts";
import { holdPorts } from "./machine-turn.ts";
import { noSandbox, reachesNothing } from "./sandbox-here.ts";

const timeoutMs = 60_000;

/** A database that would serve everybody at once. */
async function database() {
  const open = new Noted<Socket>();
  const server = createServer((socket) => open.note(socket.on("error", () => {})));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of open.all) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens at a port
  const end = async (count: number) => {
    await open.until(({ length }) => length >= count);
    open.all[count - 1]?.end();
  };
  /** Says that it is connected, and ends when the database does. */
  const use = (name: string) =>
    `node -e "require('net').connect(${port}, '127.0.0.1', () => require('fs').writeFileSync('${name}', '')).resume()"`;
  return { port, open, end, use };
}

test("checks and commands of two sessions never use one port at a time, and what uses none does not wait", async () => {
  const { port, open, end, use } = await database();
  const reaches = { hosts: [], privately: [], ports: [port] };
  const here = {
    ...(await realSandbox()),
    reachable: { ...reachesNothing, commands: reaches, checks: reaches },
  };
  const sessions = await Promise.all(
    [1, 2].map(async () => {
      const place = await gitPlace();
      const workspace = place.open(1, { sandbox: async () => here });
      const worktree = await workspace.addWorktree(
        "t1",
        await place.git("rev-parse", "HEAD"),
        undefined,
        noAbort,
      );
      return { workspace, worktree, path: join(place.folder, worktree) };
    }),
  );
  const [one, two] = sessions;
  if (!one || !two) throw new Error("two sessions");
  const check = ({ workspace, worktree }: typeof one, name: string) =>
    workspace.runChecks(worktree, [{ name, run: use(name) }], { timeoutMs }, noAbort);
  const command = ({ workspace, worktree }: typeof one, run: string) =>
    workspace.runCommand(worktree, { command: run, timeoutMs }, noAbort);

  const first = check(one, "first");
  await open.until(({ length }) => length === 1);
  const second = command(two, use("second"));
  // Inside, a command is connected at once. It is led no further before its turn.
  await appears(join(two.path, "second"));
  const third = check(two, "third");
  expect(await command(two, "echo looked")).toMatchObject({ exit: 0, output: "looked\n" });
  expect(open.all).toHaveLength(1);
  await end(1);
  expect(await first).toMatchObject([{ exit: 0 }]);

  await end(2);
  await end(3);
  expect(await second).toMatchObject({ exit: 0 });
  expect(await third).toMatchObject([{ exit: 0 }]);
  expect(open.all).toHaveLength(3);
});

test("without a sandbox, too, checks wait until the port is free", async () => {
  const port = 61_020;
  const reaches = { hosts: [], privately: [], ports: [port] };
  const here = { ...noSandbox, reachable: { ...reachesNothing, checks: reaches } };
  const { open, git, folder } = await gitPlace();
  const workspace = open(1, { sandbox: async () => here });
  const worktree = await workspace.addWorktree("t1", await git("rev-parse", "HEAD"), undefined, noAbort);
  const release = await holdPorts([port], noAbort);
  const check = (of: Workspace) =>
    of.runChecks(worktree, [{ name: "c", run: "cat flag" }], { timeoutMs }, noAbort);
  const waits = check(workspace);
  // Another one that needs no port is through in the meantime.
  expect(await check(open(2))).toMatchObject([{ exit: 1 }]);
  await writeFile(join(folder, worktree, "flag"), "");
  release();
  expect(await waits).toMatchObject([{ exit: 0 }]);
});
