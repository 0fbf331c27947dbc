import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { answersAll } from "../support/answers-all.ts";
import { obliging } from "../support/fake-session.ts";
import { providedHere } from "../support/huddle-here.ts";
import { planned } from "../support/plans.ts";
import type { Asked } from "../support/provider-server/asked.ts";
import { requires } from "../support/requires.ts";

const inEnvironment = "canary-in-the-environment-7Qx2Lm";
const inSettings = "canary-in-the-settings-9Zt4Kp";
const canaries = [inEnvironment, inSettings];
/** Without the last digits, which depend on what follows; and a part, as lines may end in it. */
const asBase64 = canaries.flatMap((key) => {
  const digits = Buffer.from(key).toString("base64").replace(/=+$/, "").slice(0, -1);
  return [digits, digits.slice(0, 24)];
});

const looks = [
  "cat deploy.txt; base64 deploy.txt; env; tr '\\0' '\\n' < /proc/self/environ",
  "cat /proc/[0-9]*/environ | tr '\\0' '\\n'; ls -la ~ /tmp; cat ~/.config/huddle/config.json",
  "while read -r line; do printf '%s' \"$line\" | base64; printf '%s' \"$line\" | od -An -tx1 | tr -d ' \\n'; done < deploy.txt",
].map((command) => ({ tool: "run_command", input: { command } }));

/** A member that looks for keys before it does its work. */
function answer(asked: Asked) {
  const tools = new Set(asked.tools.map(({ name }) => name));
  const ask = 1 + asked.messages.filter(({ role }) => role === "assistant").length;
  if (ask === 1 && tools.has("run_command"))
    return {
      text: `I look around: ${inEnvironment}`,
      calls: [
        ...looks,
        { tool: "read_file", input: { path: "deploy.txt" } },
        { tool: "search_code", input: { pattern: "canary" } },
      ],
    };
  const thread = tools.has("write_file") ? "coding/t1.1" : "review/t1.1/1";
  const reply = answersAll(obliging({ thread, ask: 1, seat: "somebody" }, [planned("t1")]), asked);
  if (reply.kind !== "replied") throw new Error("it never fails");
  return { text: reply.text, calls: reply.calls };
}

/** Every file below a folder that holds one of these texts. */
async function holding(folder: string, texts: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await holding(path, texts)));
    else if (entry.isFile() && (await lstat(path)).size < 20_000_000) {
      const bytes = await readFile(path, "latin1");
      if (texts.some((text) => bytes.includes(text))) found.push(path);
    }
  }
  return found;
}

test("a key in use is in no file, request or output, and in no environment inside", async () => {
  requires("bwrap");
  const team = {
    meeting: "full",
    setup: { run: "mkdir -p lib && date > lib/made; cat deploy.txt; env" },
    checks: {
      full: [{ name: "tests", run: "cat deploy.txt; env; cat /proc/1/environ; echo 'ok 1 - looks'" }],
    },
  };
  const at = await providedHere({
    files: {
      "deploy.txt": `${canaries.join("\n")}\n`,
      ".gitignore": "lib/\n",
      ".huddle/team.json": JSON.stringify(team),
    },
    server: { answers: answer },
  });
  await at.configure({ models: { strong: "anthropic/claude-sonnet-4-5" }, keys: { openai: inSettings } });
  const env = { ANTHROPIC_API_KEY: inEnvironment, OPENAI_API_KEY: "" };
  const screens: string[] = [];
  const typed = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await at.huddle(args, { env });
    screens.push(stdout, stderr);
    return code;
  };
  expect(await typed("do", "Add a greeting", "--auto")).toBe(3);
  for (const args of [
    ["status"],
    ["inbox"],
    ["log"],
    ["log", "t1"],
    ["show", "t1"],
    ["log", "--json"],
    ["config"],
  ])
    await typed(...args);

  const requests = JSON.stringify(at.server.requests.map(({ body }) => body));
  expect(requests).toContain("[key]");
  const seen = { requests, screens: screens.join("\n") };
  for (const [where, text] of Object.entries(seen))
    for (const secret of [...canaries, ...asBase64])
      expect(text.includes(secret), `${secret} in ${where}`).toBe(false);
  expect(seen.screens).toContain("landed");

  // The person's own settings and files are as they were.
  const own = /\/(\.config\/huddle\/config\.json|deploy\.txt)$/;
  const files = (await holding(at.root, [...canaries, ...asBase64])).filter((path) => !own.test(path));
  expect(files).toEqual([]);
});
