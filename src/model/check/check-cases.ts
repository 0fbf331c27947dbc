import { z } from "zod";
import type { ModelReply } from "../../core/ports/model.ts";
import type { Message, Request, ToolSpec } from "../../core/ports/request.ts";
import { issueWords } from "../../core/text/issue-words.ts";

export type Replied = Extract<ModelReply, { kind: "replied" }>;

/** What a seat may need of its model: to talk; to use tools; to write plans; to change code. */
export type Ability = "talk" | "tools" | "plan" | "build";

export interface CheckCase {
  readonly name: string;
  readonly ability: Ability;
  readonly request: Omit<Request, "model">;
  /** What was wrong with the reply; undefined: nothing. */
  judge(reply: Replied): string | undefined;
}

const note = tool("record_note", "Keep a note.", z.object({ title: z.string(), count: z.int() }));
const readFile = tool("read_file", "Show a file of the project.", z.object({ path: z.string() }));
const listFiles = tool("list_files", "List a folder of the project.", z.object({ folder: z.string() }));
const finish = tool("finish", "End this conversation.", z.object({ summary: z.string() }));
const editFile = tool(
  "edit_file",
  "Replace a text that occurs exactly once in a file by another.",
  z.object({ path: z.string(), old: z.string(), new: z.string() }),
);
const writeFile = tool("write_file", "Write a file.", z.object({ path: z.string(), content: z.string() }));
const planSchema = z.object({
  tasks: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        requirements: z.array(z.string()).min(1),
        done: z.array(z.object({ when: z.string(), check: z.string() })).min(1),
        dependsOn: z.array(z.string()),
      }),
    )
    .min(2),
});
const submitPlan = tool("submit_plan", "Submit the plan.", planSchema);

/** Leaves room for models that reason before they answer. */
const maxOutput = 4_000;

/** Tabs, a trailing space, and a line that occurs twice. */
const source =
  'export function total(prices) {\n\tlet sum = 0; \n\tfor (const price of prices) {\n\t\tsum += price;\n\t}\n\treturn sum;\n}\n\nexport const label = "sum";\n';
const awkward = 'const quote = "say \\"hi\\"";\nconst path = "C:\\\\temp";\n\tconst rate = `9%`;\n';

/** The first is a tiny request that shows whether the model answers at all. */
export const checkCases: readonly CheckCase[] = [
  talk("answers", "You answer in one word.", "Say the word ready.", (text) =>
    /\bready\b/i.test(text) ? undefined : "it did not say what it was asked to say",
  ),
  talk(
    "keeps to its rules",
    "You are a member of a team. Begin every message with your name in square brackets: [kim]. At most two sentences.",
    "[product manager] Should a calculator round its results? Kim, what do you think?",
    (text) => (text.trim().startsWith("[kim]") ? undefined : "it did not start its message as its rules say"),
  ),
  talk(
    "hears the others",
    "You are kim. Below is a conversation of your team. Answer in one short sentence.",
    "[ada] I would store amounts as whole cents.\n\n[bo] I would use a library for decimals.\n\n[product manager] Kim, which of the two wants whole cents? Answer with the name.",
    (text) => (/\bada\b/i.test(text) && !/\bbo\b/i.test(text) ? undefined : "it mixed up who said what"),
  ),

  {
    name: "calls a tool as its schema says",
    ability: "tools",
    request: asking([note], "Record a note with the title tea and the count 3."),
    judge: (reply) =>
      oneCall(reply, note, ({ title, count }) =>
        title === "tea" && count === 3 ? undefined : "the arguments are not the ones asked for",
      ),
  },
  {
    name: "chooses among tools",
    ability: "tools",
    request: asking([note, readFile, listFiles, finish], "What is in the file src/app.ts? Look."),
    judge: (reply) =>
      oneCall(reply, readFile, ({ path }) => (path === "src/app.ts" ? undefined : "it looked elsewhere")),
  },
  {
    name: "uses what a tool said",
    ability: "tools",
    request: {
      ...asking(
        [readFile, finish],
        "How many lines has notes.txt? Read it, then call finish with the number.",
      ),
      messages: [
        said("How many lines has notes.txt? Read it, then call finish with the number."),
        called(readFile.spec.name, { path: "notes.txt" }),
        result("1: milk\n2: bread\n3: salt\n4: rice\n(4 lines)", false),
      ],
    },
    judge: (reply) =>
      oneCall(reply, finish, ({ summary }) => (/4|four/i.test(summary) ? undefined : "the number was wrong")),
  },
  {
    name: "tries again when a tool refuses",
    ability: "tools",
    request: {
      ...asking([readFile, listFiles], ""),
      messages: [
        said("Show me the file app.ts."),
        called(readFile.spec.name, { path: "app.ts" }),
        result("There is no file at app.ts. There is one at src/app.ts.", true),
      ],
    },
    judge: (reply) =>
      oneCall(reply, readFile, ({ path }) =>
        path === "src/app.ts" ? undefined : "it did not learn from the error",
      ),
  },
  {
    name: "ends when it must",
    ability: "tools",
    request: {
      ...asking([readFile, listFiles, finish], ""),
      messages: [
        said("Find out how this project is tested."),
        called(listFiles.spec.name, { folder: "." }),
        result("package.json\nsrc/\ntest/", false),
        said("This is your last request here. Call finish now."),
      ],
      demand: finish.spec.name,
    },
    judge: (reply) => oneCall(reply, finish, () => undefined),
  },
  {
    name: "makes several calls in one reply",
    ability: "tools",
    request: asking(
      [readFile, finish],
      "Read a.txt, b.txt and c.txt. Make all three calls in this one reply, without waiting in between.",
    ),
    judge: ({ calls }) => (calls.length >= 3 ? undefined : `it made ${calls.length}`),
  },

  {
    name: "fills a deep schema",
    ability: "plan",
    request: asking(
      [submitPlan],
      "Plan a small calculator in two to four tasks. Requirements: r1 it adds numbers; r2 it reads them from the command line. Each task names the requirements it meets, when it is done and how that is checked, and the ids of tasks it depends on. Call submit_plan.",
    ),
    judge: (reply) => oneCall(reply, submitPlan, () => undefined),
  },
  {
    name: "keeps ids straight in a plan",
    ability: "plan",
    request: asking(
      [submitPlan],
      "Submit this plan with submit_plan: task t1 'parse' meets r1; task t2 'print' meets r2 and depends on t1. Both are done when their test passes, checked by npm test.",
    ),
    judge: (reply) =>
      oneCall(reply, submitPlan, ({ tasks }) => {
        const [first, second] = tasks;
        const right =
          first?.id === "t1" &&
          second?.id === "t2" &&
          second.dependsOn.join() === "t1" &&
          second.requirements.join() === "r2";
        return right ? undefined : "it got ids or dependencies wrong";
      }),
  },

  {
    name: "edits exactly",
    ability: "build",
    request: asking(
      [editFile],
      `This is src/total.js, with tabs:\n\n${source}\nMake the first line of the function's body start the sum at 100 instead of 0. Use edit_file; old must be copied exactly and occur once.`,
    ),
    judge: (reply) =>
      oneCall(reply, editFile, ({ old, new: next }) => {
        if (source.split(old).length !== 2) return "the text to replace is not in the file exactly once";
        return source.replace(old, () => next) === source.replace("let sum = 0", "let sum = 100")
          ? undefined
          : "the edit would not give the file asked for";
      }),
  },
  {
    name: "writes what it means",
    ability: "build",
    request: asking(
      [writeFile],
      `Write the file src/odd.js with write_file. Its content is exactly what stands between the lines of dashes, with every quote, backslash and tab:\n-----\n${awkward}-----`,
    ),
    judge: (reply) =>
      oneCall(reply, writeFile, ({ content }) =>
        content.trimEnd() === awkward.trimEnd() ? undefined : "the content is not what was asked for",
      ),
  },
];

/** A model that fails these is slower, and nothing worse. */
export const optionalCases: ReadonlySet<string> = new Set(["makes several calls in one reply"]);

interface CheckTool<T> {
  readonly spec: ToolSpec;
  readonly schema: z.ZodType<T>;
}

function tool<T>(name: string, description: string, schema: z.ZodType<T>): CheckTool<T> {
  return { spec: { name, description, schema: z.toJSONSchema(schema) }, schema };
}

function talk(
  name: string,
  system: string,
  words: string,
  judge: (text: string) => string | undefined,
): CheckCase {
  const request = { system, tools: [], messages: [said(words)], maxOutput };
  return { name, ability: "talk", request, judge: ({ text }) => judge(text) };
}

function asking(tools: readonly CheckTool<unknown>[], words: string): Omit<Request, "model"> {
  return {
    system: "You are an engineer. You act by calling tools.",
    tools: tools.map(({ spec }) => spec),
    messages: [said(words)],
    maxOutput,
  };
}

function oneCall<T>(
  { calls, text }: Replied,
  { spec, schema }: CheckTool<T>,
  judge: (input: T) => string | undefined,
): string | undefined {
  const [call] = calls;
  if (!call) return text.trim() === "" ? "it said nothing" : "it talked instead of calling a tool";
  if (call.tool !== spec.name) return `it called ${call.tool}`;
  const parsed = schema.safeParse(call.input);
  if (parsed.success) return judge(parsed.data);
  const [issue] = parsed.error.issues;
  return `its arguments do not fit${issue ? `: ${issue.path.join(".")} ${issueWords(issue, call.input)}` : ""}`;
}

function said(words: string): Message {
  return { role: "user", blocks: [words] };
}

function called(name: string, input: unknown): Message {
  return { role: "assistant", text: "", calls: [{ id: "c1_1", tool: name, input }] };
}

function result(text: string, failed: boolean): Message {
  return { role: "tool", results: [{ id: "c1_1", text, failed }] };
}
