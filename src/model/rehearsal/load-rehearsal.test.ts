import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadRehearsal } from "./load-rehearsal.ts";

const sound = {
  name: "tiny",
  label: "Scripted.",
  title: "Tiny",
  brief: "Do little.",
  seats: [{ id: "ada", role: "engineer" }],
  policy: { checks: { quick: [], full: [] } },
  repository: { branch: "main", message: "begin", files: { "a.txt": { $file: "a.txt" } } },
  lines: [{ thread: "turn/refinement.1/1", ask: 1, say: "Hello." }],
  human: [],
  proof: [],
};

test("texts and values stand in for the files they name", async () => {
  const calls = [{ tool: "submit_scope", input: { $json: "scope.json" } }];
  const line = { thread: "artifact/refinement.1/1", ask: 1, calls };
  const folder = await folderWith(
    { ...sound, lines: [line] },
    { "a.txt": "first\n", "scope.json": '{ "summary": "s" }' },
  );

  const rehearsal = await loadRehearsal(folder);

  expect(rehearsal.repository.files).toEqual({ "a.txt": "first\n" });
  expect(rehearsal.lines[0]?.calls[0]?.input).toEqual({ summary: "s" });
});

test("what is left out has a default", async () => {
  const { policy, lines } = await loadRehearsal(await folderWith(sound, { "a.txt": "" }));

  expect(policy.pace).toBe("normal");
  expect(lines[0]).toEqual({
    thread: "turn/refinement.1/1",
    ask: 1,
    needs: [],
    lacks: [],
    say: "Hello.",
    calls: [],
  });
});

describe("a wrong script is a fault that names the place", () => {
  const line = sound.lines[0];
  test.each<[what: string, script: unknown, message: RegExp]>([
    [
      "a misspelt field",
      withLines({ ...line, sya: "x" }),
      /script\.json is not valid:\n {2}lines\[0\]: .*sya/,
    ],
    ["a line that does nothing", withLines({ ...line, say: "" }), /lines\[0\]: a line says something/],
    ["a thread of no kind", withLines({ ...line, thread: "talk/1" }), /lines\[0\]\.thread: a thread such as/],
    ["two plain lines for one ask", withLines(line, line), /lines\[0\]: .* has several lines/],
    ["a gap in a thread", withLines({ ...line, ask: 2 }), /lines\[0\]\.ask: .* needs an ask 1 before it/],
    [
      "a name that leaves the folder",
      withFile("../a.txt"),
      /repository\.files\.a\.txt: .* not a path below files/,
    ],
    [
      "a file that is not there",
      withFile("b.txt"),
      /b\.txt \(cited in .*repository\.files\.a\.txt\) cannot be read/,
    ],
    [
      "a doubled name",
      { ...sound, seats: [...sound.seats, ...sound.seats] },
      /seats\[1\]\.id: two seats are called ada/,
    ],
    [
      "an answer to no question",
      { ...sound, human: [{ on: "question", thread: "coach/refinement.1/1", choose: 1 }] },
      /human\[0\]\.choose: no line of coach\/refinement\.1\/1 asks/,
    ],
    [
      "words for an engineer who asks nothing",
      { ...sound, human: [{ on: "answer", thread: "coding/t1.1", tell: "9090" }] },
      /human\[0\]\.thread: no line of coding\/t1\.1 asks a question/,
    ],
  ])("%s", async (_, script, message) => {
    const folder = await folderWith(script, { "a.txt": "" });
    await expect(loadRehearsal(folder)).rejects.toMatchObject({
      code: "config.invalid",
      message: expect.stringMatching(message),
    });
  });

  test("text that is not JSON", async () => {
    const folder = await mkdtemp(join(tmpdir(), "rehearsal-"));
    await writeFile(join(folder, "script.json"), "{ nope");
    await expect(loadRehearsal(folder)).rejects.toThrow(/script\.json is not JSON/);
  });

  test("no script at all", async () => {
    await expect(loadRehearsal(join(tmpdir(), "nowhere"))).rejects.toThrow(/script\.json cannot be read/);
  });
});

function withLines(...lines: readonly unknown[]): unknown {
  return { ...sound, lines };
}

function withFile(name: string): unknown {
  return { ...sound, repository: { ...sound.repository, files: { "a.txt": { $file: name } } } };
}

async function folderWith(script: unknown, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "rehearsal-"));
  await writeFile(join(folder, "script.json"), JSON.stringify(script));
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, "files", name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  return folder;
}
