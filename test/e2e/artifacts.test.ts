import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { askingRehearsal } from "../support/asking-rehearsal.ts";
import { type Desk, desk } from "../support/huddle.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { playTo } from "../support/play-to.ts";
import { requires } from "../support/requires.ts";
import { tmux } from "../support/tmux.ts";

/** A desk where the scope waits, and the folder of its session. */
async function scopeWaits(): Promise<{ at: Desk; folder: string }> {
  const at = await desk(miniRehearsal.repository.files);
  const session = await playTo(at, askingRehearsal, "accept");
  return { at, folder: join(at.repository, ".git", "huddle", "sessions", session) };
}

interface Shown {
  readonly artifact: {
    readonly version: number;
    readonly by: string;
    readonly body: Record<string, unknown>;
  };
  readonly path?: string;
  readonly versions: readonly object[];
}

test("an artifact is shown as a document, stands as a file beside the log, and is written again when it is gone", async () => {
  const { at, folder } = await scopeWaits();
  const path = join(folder, "scope.md");
  const words = await readFile(path, "utf8");
  expect(words).toContain("version 1, written by coach, waits for your yes.");
  expect(words).toContain("- r1: twice(2) is 4");
  await rm(path);
  const { stdout } = await at.huddle(["show", "scope"]);
  expect(stdout).toContain("The scope: version 1, written by coach, waits for your yes.");
  expect(stdout).toMatch(/Also in .+\/scope\.md\n/);
  expect(stdout).toContain("- r1: twice(2) is 4");
  expect(await readFile(path, "utf8")).toBe(words);
  await at.huddle(["advance"]);
  expect(await readFile(path, "utf8")).toContain("accepted by you");
  expect(await at.huddle(["show", "tasks"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("There is no plan yet."),
  });
  expect(await at.huddle(["show", "weather"])).toMatchObject({ code: 2 });
});

test("edited from a file it is the person's, the next version, and accepted", async () => {
  const { at, folder } = await scopeWaits();
  const file = join(at.root, "scope.md");
  const printed = (await at.huddle(["edit", "scope", "--print"])).stdout;
  const json = (await at.huddle(["edit", "scope", "--print", "--json"])).stdout;
  const { body } = JSON.parse(json) as { body: { requirements: { id: string }[] } };
  expect(await at.huddle(["edit", "scope", "--stdin"], { input: json })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Nothing was changed."),
  });
  expect(await at.huddle(["edit", "scope", "--stdin"], { input: printed })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("Nothing was changed."),
  });
  const [first] = body.requirements;
  await writeFile(file, JSON.stringify({ ...body, requirements: [first, first] }));
  expect(await at.huddle(["edit", "scope", "--file", file])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("- Two requirements have the id r1."),
  });
  const wrong = await at.huddle(["edit", "scope", "--stdin"], { input: printed.replace("- r1:", "-") });
  expect(wrong.stderr).toContain('- line 10: a requirement begins with its id: "- r1: …"');
  const kept = /Your text is kept: (\S+scope\.md)/.exec(wrong.stderr)?.[1] ?? "";
  expect(await readFile(kept, "utf8")).toBe(printed.replace("- r1:", "-"));
  await writeFile(file, printed.replace("twice(2) is 4", "twice(3) is 6"));
  const edited = await at.huddle(["edit", "scope", "--file", file]);
  expect(edited).toMatchObject({ code: 0 });
  expect(edited.stdout).toContain("Version 2 of the scope is yours, and accepted:");
  expect(edited.stdout).toContain("changed r1: text: twice(3) is 6");
  // The file says that it was made from version 1.
  expect(await at.huddle(["edit", "scope", "--file", file])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("Version 2 of the scope has come in since"),
  });
  const shown = (await at.json(["show", "scope"])) as unknown as Shown;
  expect(shown).toMatchObject({ artifact: { version: 2, by: "human" }, path: join(folder, "scope.md") });
  expect(shown.versions).toHaveLength(2);
  const old = (await at.huddle(["show", "scope", "--version", "1"])).stdout;
  expect(old).toContain("- r1: twice(2) is 4");
  expect(old).toContain("huddle show scope --version 2");
  expect(await at.huddle(["show", "scope", "--version", "7"])).toMatchObject({ code: 2 });
});

test("without a terminal no editor is opened, and the ways to do without are named", async () => {
  const { at } = await scopeWaits();
  expect(await at.huddle(["edit", "scope"])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/huddle edit scope --file <file>, or --stdin.*huddle edit scope --print/s),
  });
});

test("in a terminal the editor is opened again on what is wrong, and the text is kept when it is left", async () => {
  requires("tmux");
  const { at } = await scopeWaits();
  // An editor that makes the same mistake twice and then mends it. The setting is a command line.
  const editor = join(at.root, "editor.sh");
  const mistake = `sed -i 's/^- r1:/- one:/' "$1"`;
  const mended = `sed -i 's/^- one:/- r1:/; s/twice(2) is 4/twice(3) is 6/' "$1"`;
  await writeFile(
    editor,
    `echo x >> "$0.opened"\nif [ "$(wc -l < "$0.opened")" -lt 3 ]; then ${mistake}; else ${mended}; fi\n`,
  );
  const terminals = tmux({ ...at.env, VISUAL: 'sh "$MENDER"', MENDER: editor });
  const left = terminals.huddle(["edit", "scope"], { cwd: at.repository });
  await left.seen(/line 10, id: a requirement id is r and a number[\s\S]*Open the editor again\?/);
  left.type("no");
  left.press("Enter");
  const words = (await left.seen(/ended with 1/)).replace(/\n/g, "");
  const kept = /Your text is kept: (.+?scope\.md)/.exec(words)?.[1] ?? "";
  expect(await readFile(kept, "utf8")).toContain("- one:");
  const edited = terminals.huddle(["edit", "scope"], { cwd: at.repository });
  await edited.seen(/Open the editor again\?/);
  edited.type("yes");
  edited.press("Enter");
  await edited.seen(/changed r1: text: twice\(3\) is 6[\s\S]*ended with 0/);
});
