import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { z } from "zod";
import type { Approach, Scope, TaskPlan } from "../../src/core/terms/artifacts.ts";

/** What lies beside a conversation, or stands in for it. */
export interface Beside {
  readonly title: string;
  readonly brief: string;
  readonly scope: Scope;
  readonly tasks: TaskPlan;
  readonly approach: Approach;
  /** Where it was found, or that it was not. */
  readonly notes: readonly string[];
}

/**
 * The artifacts of a conversation: `groomed.md` (or `refinement_summary.md`) and `tasks.json` in its folder, or with the
 * same ending as its own name. Their words are kept, line by line, in the shape of ours.
 */
export function readBeside(path: string): Beside {
  const summary = textBeside(path, ["groomed", "refinement_summary"], "md");
  const plan = textBeside(path, ["tasks"], "json");
  const scope = scopeFrom(summary ?? "");
  const tasks = tasksFrom(plan, scope);
  const brief = briefOf(path);
  return {
    title: "A program for the command line",
    brief: brief ?? "What the team talks about below.",
    scope,
    tasks,
    approach: {
      tasks: tasks.tasks.map(({ id, approach }) => ({ id, approach, interfaces: [] })),
    },
    notes: [
      brief === undefined ? "no brief beside it: one short line stands in" : "brief from iteration.json",
      summary === undefined
        ? "no scope beside it: one line stands in"
        : `scope of ${summary.length} characters`,
      plan === undefined ? "no tasks beside it: one task stands in" : `${tasks.tasks.length} tasks`,
    ],
  };
}

function textBeside(path: string, names: readonly string[], ending: string): string | undefined {
  const tail = /-[0-9a-f]{7}(?=\.jsonl$)/.exec(basename(path))?.[0] ?? "";
  const found = names
    .map((name) => join(dirname(path), `${name}${tail}.${ending}`))
    .find((each) => existsSync(each));
  return found === undefined ? undefined : readFileSync(found, "utf8");
}

function briefOf(path: string): string | undefined {
  const file = join(dirname(path), "..", "..", "iteration.json");
  if (!existsSync(file)) return undefined;
  const read: unknown = JSON.parse(readFileSync(file, "utf8"));
  const found = JSON.stringify(read).match(/"description":("(?:[^"\\]|\\.)*")/)?.[1];
  return found === undefined ? undefined : String(JSON.parse(found));
}

/** Each group of lines under "requirements" becomes a requirement with its lines as criteria; the rest, assumptions. */
function scopeFrom(text: string): Scope {
  const groups: { title: string; lines: string[] }[] = [];
  const others: string[] = [];
  let heading = "";
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (line.startsWith("## ")) heading = line;
    const required = /require/i.test(heading);
    if (required && /^##/.test(line)) groups.push({ title: line.replace(/^#+ /, ""), lines: [] });
    if (line === "" || line.startsWith("#")) continue;
    if (required) groups.at(-1)?.lines.push(line.slice(0, 600));
    else others.push(line.slice(0, 600));
  }
  const full = groups.filter(({ lines }) => lines.length > 0).slice(0, 40);
  const kept = full.length > 0 ? full : [{ title: "It does what the brief says.", lines: ["Tried."] }];
  return {
    summary: others[0] ?? "What was agreed.",
    requirements: kept.map(({ title, lines }, at) => ({ id: `r${at + 1}`, text: title, accepted: lines })),
    openQuestions: [],
    assumptions: others.slice(1),
    outOfScope: [],
  };
}

const oldTasks = z.array(
  z.looseObject({
    id: z.string(),
    description: z.string().default(""),
    done_criteria: z.string().default(""),
    depends_on: z.array(z.string()).default([]),
  }),
);

function tasksFrom(text: string | undefined, scope: Scope): TaskPlan {
  const given = text === undefined ? [] : oldTasks.parse(JSON.parse(text));
  const read = given.length > 0 ? given : oldTasks.parse([{ id: "all", description: "Build it." }]);
  const ids = new Map(read.map((one, at) => [one.id, `t${at + 1}`]));
  return {
    tasks: read.map((one, at) => ({
      id: `t${at + 1}`,
      title: one.id.slice(0, 120),
      requirements: scope.requirements.filter((_, place) => place % read.length === at).map(({ id }) => id),
      approach: one.description.slice(0, 600) || "As agreed.",
      avoid: [],
      done: [one.done_criteria.slice(0, 600) || "Tried."],
      files: [],
      dependsOn: one.depends_on.flatMap((id) => ids.get(id) ?? []),
    })),
  };
}
