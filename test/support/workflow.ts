import { spawn } from "node:child_process";

/** A step of a workflow that runs a script. What only GitHub can do is no such step. */
export interface WorkflowStep {
  readonly name: string;
  readonly run: string;
  /** It runs after a step that failed, too. */
  readonly isAlways: boolean;
  readonly env: Readonly<Record<string, string>>;
}

export interface Job {
  /** The code of each step that ran, by its name, in order. */
  readonly codes: Readonly<Record<string, number>>;
  readonly printed: string;
}

/** The steps with a script of the workflow that a page shows. Reads the YAML as that page writes it, and no other. */
export function workflowSteps(page: string): readonly WorkflowStep[] {
  const [, workflow = ""] = /^```yaml\n([\s\S]*?)^```$/m.exec(page) ?? [];
  const [, steps = ""] = /^ {4}steps:\n([\s\S]*)$/m.exec(workflow) ?? [];
  return steps
    .split(/^ {6}- /m)
    .filter((step) => step.includes("run: |\n"))
    .map((step) => ({
      name: /^name: (.*)$/m.exec(step)?.[1] ?? "",
      run: (/^ {8}run: \|\n((?: {10}.*\n)+)/m.exec(step)?.[1] ?? "").replace(/^ {10}/gm, ""),
      isAlways: /^ {8}if: always\(\)$/m.test(step),
      env: Object.fromEntries(
        [...step.matchAll(/^ {10}([A-Z_]+): (\$\{\{.*?\}\})/gm)].map(([, name = "", value = ""]) => [
          name,
          value,
        ]),
      ),
    }));
}

/** Runs the steps as GitHub does: each in a shell of its own that ends at the first failure, and none after a failed one. */
export async function runJob(
  steps: readonly WorkflowStep[],
  { cwd, env, given }: { cwd: string; env: Record<string, string>; given: Readonly<Record<string, string>> },
): Promise<Job> {
  const codes: Record<string, number> = {};
  let printed = "";
  for (const { name, run, isAlways, env: own } of steps) {
    if (!isAlways && Object.values(codes).some((code) => code !== 0)) continue;
    const filled = Object.entries(own).map(([key, value]) => [key, filledIn(value, given)]);
    const done = await inShell(run, { cwd, env: { ...env, ...Object.fromEntries(filled) } });
    codes[name] = done.code;
    printed += done.printed;
  }
  return { codes, printed };
}

function filledIn(expression: string, given: Readonly<Record<string, string>>): string {
  const value = given[expression.replace(/^\$\{\{ | \}\}$/g, "")];
  if (value === undefined) throw new Error(`the test gives no ${expression}`);
  return value;
}

function inShell(
  script: string,
  options: { cwd: string; env: Record<string, string> },
): Promise<{ code: number; printed: string }> {
  const child = spawn("bash", ["-e", "-c", script], { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? -1, printed }));
  });
}
