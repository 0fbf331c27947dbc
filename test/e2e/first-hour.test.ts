import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Move, toAShippedChange, type Walked, walk } from "../support/first-hour.ts";
import { type FirstProject, firstProjects } from "../support/first-projects.ts";
import { type ProvidedDesk, providedDesk } from "../support/obliging-provider.ts";
import { tmux } from "../support/tmux.ts";

/** A folder for the screens of all projects. Left out: one project is walked, and nothing is written. */
const screens = process.env.HUDDLE_FIRST_HOUR;

async function newcomer(
  files: FirstProject["files"],
  columns: number,
  moves: readonly Move[] = toAShippedChange,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly at: ProvidedDesk; readonly walked: Walked }> {
  const at = await providedDesk({ sized: 1, files: { ...files } });
  await at.configure({});
  const pane = tmux({ ...at.env, ...env }).huddle([], { cwd: at.repository, columns, rows: 50 });
  const walked = await walk(pane, moves, /This looks like one task/);
  await pane.seen(/ended with \d/);
  return { at, walked };
}

function keep(name: string, { screens: all, keys, secondsToFirstWord }: Walked): void {
  if (screens === undefined) return;
  mkdirSync(screens, { recursive: true });
  const text = all.map(({ screen, typed }) => `${screen}\n\n⏎ ${typed}`).join(`\n\n${"=".repeat(60)}\n\n`);
  writeFileSync(
    `${screens}/${name}.txt`,
    `${keys} keys, ${secondsToFirstWord.toFixed(1)} s to the team's first word\n\n${text}\n`,
  );
}

const walks = firstProjects.flatMap((project) =>
  [80, 120].map((columns) => [`${project.name}, at ${columns} columns`, project, columns] as const),
);

describe("a newcomer gets from huddle to a shipped change by Enter, an idea and one word", () => {
  test.each(screens === undefined ? walks.slice(2, 3) : walks)("%s", async (_, project, columns) => {
    if (spawnSync("which", [project.needs]).status !== 0)
      throw new Error(`there is no ${project.needs} here`);
    const { at, walked } = await newcomer(project.files, columns);
    keep(`${project.name} ${columns}`, walked);
    const typed = walked.screens.map((one) => one.typed).filter((one) => one !== "");
    expect(typed).toEqual(["write t1.txt", "do", "q"]);
    expect(walked.keys).toBe(31);
    expect(await at.git("show", "huddle-write-t1-txt:t1.txt")).toContain("coding/t1.1");
    const lines = walked.screens.flatMap(({ screen }) => screen.split("\n"));
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
  });
});

test("without a key and without a server the last screen says how to get a model", async () => {
  const without = { ANTHROPIC_API_KEY: "", OPENAI_API_KEY: "", ANTHROPIC_BASE_URL: "", OPENAI_BASE_URL: "" };
  const moves: readonly Move[] = [
    ...toAShippedChange.slice(0, 3),
    { sees: /There are three ways to get one:[\s\S]*Enter: huddle model {2}·/, types: "q" },
  ];
  const { walked } = await newcomer(firstProjects[1]?.files ?? {}, 100, moves, without);
  keep("no key", walked);
});
