import { isAbsolute } from "node:path";

/** A program as it is to be started. */
export interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All that it gets; nothing of ours is added. */
  readonly env: Readonly<Record<string, string>>;
  /** What it reads. Left out: nothing. */
  readonly input?: string;
}

/** A shell that is told more than this takes longer than to start the program in another way. */
const mostLetters = 64 * 1024;

/**
 * The line that makes a shell start this program with 3 and 4 as its output, and then print the mark and the exit code
 * to both; 126 or 127 if it did not start. Undefined: a shell cannot be told this.
 */
export function scriptOf({ program, args, cwd, env, input }: Start, mark: string): string | undefined {
  const words = [program, ...args];
  if ([...words, cwd, ...Object.values(env)].some((word) => word.includes("\0"))) return undefined;
  if (!isAbsolute(cwd) || !Object.keys(env).every((name) => /^[A-Za-z_]\w*$/.test(name))) return undefined;
  const variables = Object.entries(env).map(([name, value]) => `export ${name}=${quoted(value)}; `);
  const start = `cd ${quoted(cwd)} || exit 127; unset PWD OLDPWD SHLVL; ${variables.join("")}exec ${words.map(quoted).join(" ")}`;
  const [before, from] =
    input === undefined ? ["", " </dev/null"] : [`printf ${quoted(formatOf(input))} | `, ""];
  const end = `code=$?; printf ${mark}%03d $code >&3; printf ${mark}%03d $code >&4`;
  const script = `${before}(${start})${from} >&3 2>&4 3>&- 4>&-; ${end}\n`;
  return script.length <= mostLetters ? script : undefined;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** What makes `printf` print exactly this. A hyphen at its start would be an option. */
function formatOf(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("%", "%%").replaceAll("\0", "\\000").replace(/^-/, "\\055");
}
