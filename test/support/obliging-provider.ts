import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { PlannedTask } from "../../src/core/terms/artifacts.ts";
import { answersAll } from "./answers-all.ts";
import { obliging } from "./fake-session.ts";
import { type Desk, desk, type RunHuddle } from "./huddle.ts";
import { planned } from "./plans.ts";
import type { Asked } from "./provider-server/asked.ts";
import type { ProviderServer, ProviderServerOptions } from "./provider-server/provider-server.ts";
import { startProviderServer } from "./provider-server/start-provider-server.ts";

export interface ProvidedDesk extends Desk {
  readonly server: ProviderServer;
  /** Writes the person's own settings. */
  configure(config: Readonly<Record<string, unknown>>): Promise<void>;
}

export interface DeskOptions {
  readonly tasks?: readonly PlannedTask[];
  readonly files?: Readonly<Record<string, string>>;
  readonly server?: ProviderServerOptions;
  /** The coach says that it looks like this many tasks in a row. Left out: it does not say. */
  readonly sized?: number;
  /** Left out: the built command. */
  readonly run?: RunHuddle;
  /** A new folder for everything. Left out: a temporary one. */
  readonly root?: string;
}

/** The files of a project that always has a full meeting, so that its coach is not asked how large the work looks. */
export const unsized = { "a.txt": "a\n", ".huddle/team.json": '{ "meeting": "full" }\n' };

/** A person at a repository whose team is at a provider on this machine, and does its work. */
export async function providedDesk({
  tasks,
  files,
  server: options,
  sized,
  run,
  root,
}: DeskOptions = {}): Promise<ProvidedDesk> {
  const server = await startProviderServer({ answers: (asked) => answerOf(asked, tasks, sized), ...options });
  onTestFinished(() => server.close());
  const at = await desk(sized === undefined ? { ...unsized, ...files } : files, run, root);
  const env = {
    ANTHROPIC_API_KEY: "sk-of-this-test-only",
    ANTHROPIC_BASE_URL: server.origin,
    OPENAI_API_KEY: "sk-of-this-test-only",
    OPENAI_BASE_URL: server.url("openai"),
  };
  const configure: ProvidedDesk["configure"] = async (config) => {
    const folder = join(at.root, ".config", "huddle");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "config.json"), JSON.stringify(config), { mode: 0o600 });
  };
  await configure({ models: { strong: "anthropic/claude-sonnet-4-5" } });
  return {
    ...at,
    env: { ...at.env, ...env },
    server,
    configure,
    huddle: (args, more = {}) => at.huddle(args, { ...more, env: { ...env, ...more.env } }),
    json: (args, more = {}) => at.json(args, { ...more, env: { ...env, ...more.env } }),
  };
}

/** Does what a request asks for, as far as it tells. */
export function answerOf(asked: Asked, tasks: readonly PlannedTask[] = [planned("t1")], sized?: number) {
  if (sized !== undefined && JSON.stringify(asked.messages.at(-1)).includes("`size_work`")) {
    const input = { size: sized === 1 ? "task" : "chain", tasks: sized, why: "it is small" };
    return { text: "", calls: [{ tool: "size_work", input }] };
  }
  const tools = new Set(asked.tools.map((tool) => tool.name));
  const words = asked.messages
    .flatMap((message) => (message.role === "user" ? message.blocks : []))
    .join("\n");
  const ask = 1 + asked.messages.filter((message) => message.role === "assistant").length;
  const by = { thread: threadOf(tools, words), ask, seat: "somebody" };
  const reply = answersAll(obliging(by, tasks), asked);
  if (reply.kind !== "replied") throw new Error("it never fails");
  return { text: reply.text, calls: reply.calls };
}

function threadOf(tools: ReadonlySet<string>, words: string): string {
  const task = /Task (\w+):/.exec(words)?.[1] ?? "t1";
  if (tools.has("write_file")) return `coding/${task}.1`;
  if (tools.has("submit_reply")) return `answer/${task}.1/1`;
  if (tools.has("review_complete")) return `review/${task}.1/1`;
  if (tools.has("submit_agreement")) {
    const isWritten = words.includes("`submit_agreement` is the result of the talk");
    return isWritten ? "coach/meeting.1/1" : "turn/meeting.1/1";
  }
  const phase = {
    scope: "refinement",
    tasks: "planning",
    approach: "pre-code-review",
    findings: "code-review",
    brief: "exploration",
  };
  const artifact = /`submit_(\w+)` is the result of the talk|by calling `submit_(brief)`/
    .exec(words)
    ?.find((one, group) => group > 0 && one);
  if (artifact !== undefined) return `artifact/${phase[artifact as keyof typeof phase]}.1/1`; // one of these by the pattern
  const talk = tools.has("submit_brief") ? "exploration" : "x";
  return words.includes("You are the coach") ? `coach/${talk}.1/1` : `turn/${talk}.1/1`;
}
