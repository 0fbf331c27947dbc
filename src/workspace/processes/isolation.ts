import { execFile } from "node:child_process";
import { platform } from "node:os";
import { type Environment, only } from "./environment.ts";

/**
 * How a command is kept from seeing any process but its own, Huddle and its environment included. `start`: the words
 * that stand before the command.
 */
export type Isolation = { readonly kind: "own-processes"; readonly start: readonly string[] } | None;

interface None {
  readonly kind: "none";
  readonly start: readonly [];
  readonly why: string;
  /** No later try can go otherwise. */
  readonly final?: true;
}

/** Whether this need not be found again. A machine under load refuses what it allows a moment later. */
export function isLasting(isolation: Isolation): boolean {
  return isolation.kind === "own-processes" || isolation.final === true;
}

const ownProcesses = ["--pid", "--fork", "--mount-proc", "--kill-child"];
/** Needed by everybody but root; files keep their owner. */
const ownUser = ["--user", "--map-current-user"];

/**
 * The first process of a namespace ignores signals that it does not handle, and when it ends, the kernel ends all
 * others. So it is a shell that only waits for the command.
 */
const firstProcess = ["/bin/sh", "-c", '"$@"; exit "$?"', "huddle"];

const probeMs = 5000;

/** Tries what this system allows. */
export async function findIsolation(env: Environment): Promise<Isolation> {
  if (platform() !== "linux") return { ...none("only Linux has namespaces for processes"), final: true };
  const ways = process.getuid?.() === 0 ? [[], ownUser] : [ownUser];
  let last = none("");
  for (const way of ways) {
    const start = ["unshare", ...way, ...ownProcesses, "--"];
    const tried = await seesOnlyItself(start, env);
    if (tried === true) return { kind: "own-processes", start: [...start, ...firstProcess] };
    last = tried;
  }
  return last;
}

function none(why: string): None {
  return { kind: "none", start: [], why };
}

/** True, or why not: its process must be the first, and /proc must say so too. */
function seesOnlyItself([program = "", ...args]: readonly string[], env: Environment): Promise<true | None> {
  return new Promise((resolve) => {
    const options = { env: only(["PATH"], env), timeout: probeMs, killSignal: "SIGKILL" as const };
    execFile(program, [...args, "readlink", "/proc/self"], options, (error, out, said) => {
      if (error === null && out.trim() === "1") return resolve(true);
      const missing = (error as NodeJS.ErrnoException | null)?.code === "ENOENT";
      const [line = ""] = said.trim().split("\n");
      if (missing) resolve({ ...none("there is no unshare"), final: true });
      else resolve(none(line || "unshare does not work here"));
    });
  });
}
