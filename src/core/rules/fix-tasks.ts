import type { Task } from "../state/task.ts";
import type { Findings, PlannedTask } from "../terms/artifacts.ts";
import type { TaskId } from "../terms/ids.ts";
import { clipped } from "../text/clipped.ts";

/**
 * Findings as tasks, numbered after the existing ones. Findings about the same task become one task, so that fixes do
 * not collide.
 */
export function fixTasks(findings: Findings["findings"], before: readonly Task[]): readonly PlannedTask[] {
  const next = nextTaskNumber(before);
  const about = [...new Set(findings.map((finding) => finding.task))];
  return about.map((id, index) => {
    const own = findings.filter((finding) => finding.task === id);
    const plan = before.find((task) => task.id === id)?.plan;
    const files = own.flatMap((finding) => finding.file ?? []);
    return {
      id: `t${next + index}`,
      title: `Fix what the review found in ${id}`,
      requirements: plan?.requirements ?? [],
      approach:
        "For each finding, first the test that shows it on the code as it is; then what that test asks for.",
      avoid: ["Anything that the findings do not ask for."],
      done: own.map((finding) =>
        clipped(
          `A test shows that this is mended, or that it was never so: ${findingText(finding)}`,
          longestLine,
        ),
      ),
      files: [...new Set(files)],
      dependsOn: [],
      ...(plan && { mends: id }),
    };
  });
}

/** The number of the next task: `t4` after `t3`. */
export function nextTaskNumber(before: readonly { readonly id: TaskId }[]): number {
  return Math.max(0, ...before.map(({ id }) => Number(id.slice(1)))) + 1;
}

function findingText({ file, line, text }: Findings["findings"][number]): string {
  if (file === undefined) return text;
  return `${file}${line === undefined ? "" : `:${line}`}: ${text}`;
}

/** A line of a plan has at most 600 characters, with the ellipsis; the charter holds the whole finding. */
const longestLine = 599;

/** Findings that block shipping. */
export function blockingIn({ findings }: Findings): Findings["findings"] {
  return findings.filter((finding) => finding.severity === "blocking");
}
