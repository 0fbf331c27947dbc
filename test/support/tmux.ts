import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export interface Pane {
  /** What is seen now, without the empty end. */
  text(): string;
  /** All of it, with what has scrolled away. */
  history(): string;
  /** What is seen now, with colours. */
  coloured(): string;
  title(): string;
  resize(columns: number, rows: number): void;
  /** Writes what the program sends from now on into a file, byte by byte. */
  record(path: string): void;
  /** Types literally. */
  type(text: string): void;
  /** Presses a key by its name, such as C-c or Enter. */
  press(key: string): void;
  /** Resolves with what is seen as soon as it fits. After two minutes it gives up, and says what is there instead. */
  seen(pattern: RegExp): Promise<string>;
}

const program = join(import.meta.dirname, "..", "..", "dist", "huddle.cjs");
const lookMs = 40;
const patienceMs = 120_000;
let servers = 0;

/** Terminals of its own for one test, closed when it ends. */
export function tmux(env: Readonly<Record<string, string>>): {
  huddle(args: readonly string[], options: { cwd: string; columns?: number; rows?: number }): Pane;
} {
  const server = `huddle-${process.pid}-${++servers}`;
  const call = (...args: string[]) =>
    execFileSync("tmux", ["-L", server, "-f", "/dev/null", ...args], {
      encoding: "utf8",
      stdio: "pipe",
      timeout: 60_000, // while it waits, no limit of vitest's counts
    });
  let panes = 0;
  onTestFinished(() => {
    if (panes > 0) call("kill-server");
  });
  return {
    huddle(args, { cwd, columns = 100, rows = 40 }) {
      const name = `p${++panes}`;
      const set = Object.entries(env).map(([key, value]) => `${key}=${value}`);
      const command = [
        "env",
        "-i",
        "TERM=screen-256color",
        "LC_ALL=C.UTF-8",
        ...set,
        process.execPath,
        program,
        ...args,
      ];
      const line = `${command.map(quoted).join(" ")}; echo "ended with $?"; sleep 1000`;
      call("new-session", "-d", "-s", name, "-x", String(columns), "-y", String(rows), "-c", cwd, line);
      const text = (...more: string[]) => call("capture-pane", "-p", "-t", `${name}:`, ...more).trimEnd();
      const seen = async (pattern: RegExp) => {
        const until = Date.now() + patienceMs;
        for (;;) {
          const now = text();
          if (pattern.test(now)) return now;
          if (Date.now() > until) throw new Error(`${pattern} is not on the screen:\n${now}`);
          await new Promise((resolve) => setTimeout(resolve, lookMs));
        }
      };
      return {
        text: () => text(),
        history: () => text("-S", "-"),
        coloured: () => text("-e"),
        resize: (wide, high) =>
          void call("resize-window", "-t", `${name}:`, "-x", String(wide), "-y", String(high)),
        record: (path) => void call("pipe-pane", "-t", `${name}:`, `cat > ${quoted(path)}`),
        title: () => call("display-message", "-p", "-t", `${name}:`, "#{pane_title}").trimEnd(),
        type: (typed) => void call("send-keys", "-t", `${name}:`, "-l", typed),
        press: (key) => void call("send-keys", "-t", `${name}:`, key),
        seen,
      };
    },
  };
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
