import { Fault } from "../../core/fault.ts";
import type { Processes, ProcessName } from "../../core/ports/processes.ts";
import { pause } from "./pause.ts";
import { processStart } from "./readings/process-start.ts";

export interface ProcessesOptions {
  readonly host: string;
  /** The process that this is. */
  readonly pid: number;
  /** How long a process may take to end before it is killed. */
  readonly graceMs?: number;
}

export async function openProcesses({ host, pid, graceMs = 5000 }: ProcessesOptions): Promise<Processes> {
  const startedAt = await processStart(pid);
  if (startedAt === undefined) throw new Error(`process ${pid} does not tell when it started`);
  const self: ProcessName = { host, pid, startedAt };

  const life = async (name: ProcessName) => {
    if (name.host !== host) return "elsewhere";
    return (await processStart(name.pid)) === name.startedAt ? "alive" : "dead";
  };
  const gone = async (name: ProcessName, withinMs: number) => {
    for (let waited = 0; waited < withinMs; waited += 20) {
      if ((await life(name)) === "dead") return true;
      await pause(20);
    }
    return (await life(name)) === "dead";
  };
  const shoot = async (name: ProcessName, signal: NodeJS.Signals) => {
    if ((await life(name)) !== "alive") return;
    try {
      process.kill(name.pid, signal);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ESRCH") return;
      if (code === "EPERM")
        throw new Fault("refused", `Process ${name.pid} belongs to another user. End it there.`, {
          cause: error,
        });
      throw error;
    }
  };

  return {
    self: () => self,
    life,
    async end(name) {
      if (name.host !== host)
        throw new Fault("session.busy", `Process ${name.pid} runs on ${name.host}. End it there.`);
      await shoot(name, "SIGTERM");
      if (await gone(name, graceMs)) return;
      await shoot(name, "SIGKILL");
      if (!(await gone(name, graceMs)))
        throw new Fault("session.busy", `Process ${name.pid} does not end, not even when killed.`);
    },
  };
}
