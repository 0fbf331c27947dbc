import type { Notice } from "../../app/unattended/notice.ts";
import { runNotify } from "../../workspace/processes/run-notify.ts";

const timeoutMs = 10_000;

/** The person's own command, with their own environment: the notice comes as JSON, and in short as variables. */
export function openNotifier(run: string, cwd: string, env: NodeJS.ProcessEnv) {
  return (notice: Notice): Promise<string | undefined> => {
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
