import { readdir, readFile } from "node:fs/promises";
import { platform } from "node:os";
import { findIsolation, type Isolation } from "../../src/workspace/processes/isolation.ts";

const found = await findIsolation({ PATH: process.env.PATH });

const none: Isolation = { kind: "none", start: [], why: "asked for by a test" };

/** As root a namespace can be had directly; everybody else needs a user namespace, which root can have, too. */
async function ways(): Promise<readonly (readonly [string, Isolation])[]> {
  if (found.kind === "none") return [["no isolation", none]];
  const own = found.start.includes("--user")
    ? []
    : ([["a namespace of a user's own", withUser(found.start)]] as const);
  return [["no isolation", none], ["a namespace of its own", found], ...own];
}

function withUser([program = "", ...rest]: readonly string[]): Isolation {
  return { kind: "own-processes", start: [program, "--user", "--map-current-user", ...rest] };
}

/** Every way to run a check that this machine allows. */
export const isolations = await ways();

/** Those in which a check sees only its own processes. */
export const namespaces = isolations.filter(([, { kind }]) => kind === "own-processes");

/** The processes whose command line holds a word. Pids inside a namespace say nothing outside of it. */
export async function livingWith(word: string): Promise<readonly number[]> {
  if (platform() !== "linux") throw new Error("only Linux tells the command lines of all processes");
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(
    pids.map(async (pid) => {
      const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      return line.includes(word) && !/\) [ZX] /.test(stat) ? [Number(pid)] : [];
    }),
  );
  return all.flat();
}
