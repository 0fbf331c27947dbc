import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const tools = [
  tool("read_file", "Show a file.", { path: { type: "string" } }),
  tool("write_file", "Write a file.", { path: { type: "string" }, content: { type: "string" } }),
  tool("done", "Say that you are done.", { summary: { type: "string" } }),
];

function tool(name: string, description: string, properties: object) {
  return {
    name,
    description,
    input_schema: { type: "object", properties, required: Object.keys(properties) },
  };
}

interface Call {
  readonly name: string;
  readonly input: Readonly<Record<string, string>>;
}

/** The least that can work on a task: the words, three tools, and a loop without a log, checks or a second look. */
export async function bareLoop(origin: string, brief: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "huddle-bench-"));
  await writeFile(join(folder, "README.md"), "# A calculator\n");
  const messages: unknown[] = [{ role: "user", content: brief }];
  try {
    for (;;) {
      const call = await ask(origin, messages);
      if (call.name === "done") return;
      const result = await carryOut(folder, call);
      messages.push(
        { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", ...call }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: result }] },
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function ask(origin: string, messages: readonly unknown[]): Promise<Call> {
  const system = "You are an engineer. Do the task with the tools, then call done.";
  const body = JSON.stringify({ model: "m", max_tokens: 16_000, stream: true, system, tools, messages });
  const response = await fetch(`${origin}/v1/messages`, { method: "POST", body });
  const events = (await response.text()).split("\n").flatMap((line) =>
    // The server on this machine sends one call in these three events.
    line.startsWith("data: ") ? [JSON.parse(line.slice(6)) as Event] : [],
  );
  const name = events.find((event) => event.content_block)?.content_block?.name ?? "done";
  const json = events.map((event) => event.delta?.partial_json ?? "").join("");
  return { name, input: JSON.parse(json) as Call["input"] }; // as above
}

interface Event {
  readonly content_block?: { readonly name: string };
  readonly delta?: { readonly partial_json?: string };
}

async function carryOut(folder: string, { name, input: { path = "", content = "" } }: Call): Promise<string> {
  const place = join(folder, path);
  if (name === "read_file") return readFile(place, "utf8");
  await mkdir(dirname(place), { recursive: true });
  await writeFile(place, content);
  return "Written.";
}
