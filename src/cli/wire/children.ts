import type { Notice } from "../../app/unattended/notice.ts";
import type { SpawnOptions, Wire } from "./wire.ts";

/** Starting programs, this one among them. */
export function spawning(
  cwd: () => string,
  env: NodeJS.ProcessEnv,
): Pick<Wire, "spawnSelf" | "spawnApart" | "spawnShell"> {
  const self = process.argv[1] ?? "";
  return {
    spawnSelf: (args, options) => spawn(process.execPath, [self, ...args], options),
    async spawnApart(args) {
      const { startApart } = await import("../../workspace/processes/start-process.ts");
      await startApart({ program: process.execPath, args: [self, ...args], cwd: cwd(), env });
    },
    spawnShell: (command, options) => spawn("/bin/sh", ["-c", command], options),
  };

  async function spawn(program: string, args: readonly string[], options: SpawnOptions = {}) {
    const { startProcess } = await import("../../workspace/processes/start-process.ts");
    return startProcess({ program, args, cwd: cwd(), env, ...options });
  }
}

const timeoutMs = 10_000;

/** The person's own command, with their own environment: the notice comes as JSON, and in short as variables. */
export function openNotifier(run: string, cwd: string, env: NodeJS.ProcessEnv) {
  return async (notice: Notice): Promise<string | undefined> => {
    const { runNotify } = await import("../../workspace/processes/run-notify.ts");
    const { event, session, text, exit } = notice;
    const short = {
      HUDDLE_EVENT: event,
      HUDDLE_SESSION: session,
      HUDDLE_TEXT: text,
      ...(exit !== undefined && { HUDDLE_EXIT: String(exit) }),
    };
    return runNotify({
      run,
      cwd,
      env: { ...env, ...short },
      input: `${JSON.stringify(notice)}\n`,
      timeoutMs,
    });
  };
}
