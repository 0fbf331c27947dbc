import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  type Move,
  toAModel,
  toAShippedChange,
  transcriptOf,
  type Walked,
  walk,
} from "../support/first-hour.ts";
import { type FirstProject, firstProjects } from "../support/first-projects.ts";
import { pathWith } from "../support/first-tools.ts";
import { type ProvidedDesk, providedDesk } from "../support/obliging-provider.ts";
import type { ProviderServerOptions } from "../support/provider-server/provider-server.ts";
import { tmux } from "../support/tmux.ts";

/** A folder for the screens of all walks (npm run first-hour). Left out: two projects are walked, nothing is written. */
const screens = process.env.HUDDLE_FIRST_HOUR;
/** Short, so that the screens of the docs are those of a person's terminal, to the column. */
const home = "/tmp/pia";

interface Newcomer {
  readonly files: FirstProject["files"];
  readonly needs: string;
  readonly columns: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly server?: ProviderServerOptions;
  /** What there is beside a fresh checkout, and what the person does at each screen. */
  readonly moves: (at: ProvidedDesk) => readonly Move[] | Promise<readonly Move[]>;
}

/** Whatever runs on this machine beside the tests, no walk finds a server of its own here. */
const closed = "http://127.0.0.1:9";
const noServers = {
  OLLAMA_HOST: closed,
  LMSTUDIO_BASE_URL: closed,
  VLLM_BASE_URL: closed,
  LLAMACPP_BASE_URL: closed,
};

async function newcomer({ files, needs, columns, env, server, moves }: Newcomer) {
  const at = await providedDesk({
    sized: 1,
    files: { ...files },
    ...(server && { server }),
    ...(screens !== undefined && { root: home }),
  });
  await at.configure({});
  const set = { ...at.env, ...noServers, PATH: `${join(at.root, "bin")}:${pathWith(needs)}`, ...env };
  const plan = await moves(at);
  const pane = tmux(set).huddle([], { cwd: at.repository, columns, rows: 50 });
  const walked = await walk(pane, plan, /This looks like one task/);
  await pane.seen(/ended with \d/);
  const lines = walked.screens.flatMap(({ screen }) => screen.split("\n"));
  expect(lines.filter((line) => line.length > columns)).toEqual([]);
  return { at, walked };
}

/** For docs/screens: what was seen, and of walks to the end how long it took. Otherwise: what stands there is so. */
function keep(name: string, walked: Walked, { root }: ProvidedDesk): void {
  const { screens: all, keys, secondsToFirstWord } = walked;
  if (screens === undefined) {
    const said = flat(all.map(({ screen }) => screen.replaceAll(root, home)).join(" "));
    // What comes later is words of a scripted team.
    const [ready = ""] = readFileSync(join("docs", "screens", `${name}.txt`), "utf8").split(/^Session /m);
    const rows = ready.split("\n").slice(ready.includes(" keys, ") ? 2 : 0);
    expect(rows.filter((row) => !isOfThisWalk.test(row) && !said.includes(flat(row)))).toEqual([]);
    return;
  }
  mkdirSync(screens, { recursive: true });
  const took = `${keys} keys, ${secondsToFirstWord.toFixed(1)} s to the team's first word\n\n`;
  const head = Number.isNaN(secondsToFirstWord) ? "" : took;
  writeFileSync(join(screens, `${name}.txt`), `${head}${transcriptOf(all)}\n`);
  writeFileSync(join(screens, `${name}.ansi`), `${all.at(-2)?.coloured}\n`);
}

/** How long a check took and a long path, which may be broken between rows, and what was typed. */
const isOfThisWalk = /✓|✗|tests? pass|^ +s, |config\.json|⏎$/;

/** Without line ends, and without what differs from time to time. */
function flat(text: string): string {
  return text
    .replace(/\b[0-9a-f]{8}\b/g, "#")
    .replace(/:\d{4,5}\b/g, ":port")
    .replace(/\s+/g, " ")
    .trim();
}

const nameOf = (kind: string, columns: number) => `${kind.toLowerCase().replaceAll(" ", "-")}-${columns}`;

const walks = firstProjects.flatMap((project) =>
  [80, 120].map((columns) => [`${project.name}, at ${columns} columns`, project, columns] as const),
);
/** The two that need no more than what is on most machines, one at each width. The others take minutes, or a network. */
const few = walks.filter(([name]) => /^Python.* 80|^Rust.* 120/.test(name));

describe("a newcomer gets from huddle to a shipped change by Enter, an idea and one word", () => {
  test.each(screens === undefined ? few : walks)("%s", async (_, { name, files, needs }, columns) => {
    const { at, walked } = await newcomer({ files, needs, columns, moves: () => toAShippedChange });
    keep(nameOf(name, columns), walked, at);
    const typed = walked.screens.map((one) => one.typed).filter((one) => one !== "");
    expect(typed).toEqual(["write t1.txt", "do", "q"]);
    expect(walked.keys).toBe(31);
    expect(await at.git("show", "huddle-write-t1-txt:t1.txt")).toContain("coding/t1.1");
  });
});

const python = firstProjects.find(({ name }) => name.startsWith("Python"))?.files ?? {};
const leave = { sees: /Enter: .*q: leave/, types: "q" };
const keyless = { ANTHROPIC_API_KEY: "", OPENAI_API_KEY: "", ANTHROPIC_BASE_URL: "", OPENAI_BASE_URL: "" };

const troubles: readonly (Pick<Newcomer, "env" | "server" | "moves"> & {
  readonly what: string;
  readonly files?: FirstProject["files"];
})[] = [
  {
    what: "no key",
    env: keyless,
    moves: () => [
      ...toAModel.slice(0, 3),
      // Nothing can be chosen: the ways to a model, once more, and the way back.
      { ...leave, sees: /not set[\s\S]*There are three ways to get one:[\s\S]*Enter: huddle model {2}·/ },
    ],
  },
  {
    what: "wrong key",
    server: { keys: ["another"] },
    moves: () => [
      ...toAModel.slice(0, 3),
      { sees: /anthropic, which refuses the key that is there \(401\)[\s\S]*Enter: anthropic\/\S+ for all/ },
      {
        ...leave,
        sees: /But anthropic refuses the key[\s\S]*Set another one in ANTHROPIC_API_KEY[\s\S]*Enter: huddle model {2}·/,
      },
    ],
  },
  {
    what: "server down",
    async moves({ server }) {
      await server.shut();
      return [
        ...toAModel,
        { sees: /But nobody answers at[\s\S]*Enter: look again/, meanwhile: () => server.open() },
        { sees: /Type what should be built/, types: "q" },
      ];
    },
  },
  {
    what: "checks that cannot start",
    files: { justfile: "test:\n    python3 -m unittest\n" },
    moves: ({ root }) => [
      ...toAModel,
      {
        sees: /✗ .*cannot start[\s\S]*Install what is missing[\s\S]*Enter: huddle init --try/,
        async meanwhile() {
          await mkdir(join(root, "bin"));
          await writeFile(join(root, "bin", "just"), "#!/bin/sh\nexec true\n");
          await chmod(join(root, "bin", "just"), 0o755);
        },
      },
      { sees: /Everything passes[\s\S]*Type what should be built/, types: "q" },
    ],
  },
  {
    what: "dirty checkout",
    async moves({ repository }) {
      await writeFile(join(repository, "src", "sums", "__init__.py"), "def add(a, b):\n    return b + a\n");
      const ship = toAShippedChange.findIndex(({ sees }) => sees.source.includes("a new branch"));
      return toAShippedChange.flatMap((move, index) => {
        if (index === 4) return { ...move, sees: /Not committed, so the team does not see it: src\/sums/ };
        if (index !== ship) return move;
        return [
          { ...move, types: "onto main" },
          { ...move, sees: /stash\s+--include-untracked/ },
        ];
      });
    },
  },
];

const widths = screens === undefined ? [80] : [80, 120];
const each = troubles.flatMap((trouble) =>
  widths.map((columns) => [trouble.what, columns, trouble] as const),
);

describe("each trouble of a newcomer ends at a screen with a way out", () => {
  test.each(each)("%s, at %i columns", async (what, columns, { files = python, ...trouble }) => {
    const { at, walked } = await newcomer({ files, needs: "python3", columns, ...trouble });
    keep(nameOf(what, columns), walked, at);
  });
});
