import type { AskedBy, ModelReply } from "../../../src/core/ports/model.ts";
import { says } from "../scripted-model.ts";
import type { Chances } from "./chances.ts";

/** How somebody behaves when asked. Undefined: as one who does their work. */
export type Manner = (by: AskedBy, chances: Chances) => ModelReply | undefined;
type Manners = Readonly<Record<string, Manner>>;

const isIn =
  (...kinds: readonly string[]) =>
  ({ thread }: AskedBy) =>
    kinds.includes(thread.split("/")[0] ?? "");
const isCoding = isIn("coding");
const isReview = isIn("review");
const isAnswer = isIn("answer");
const isTurn = isIn("turn", "architect");
const isCoach = isIn("coach");
const isArtifact = isIn("artifact");

const words = (chances: Chances) => `words ${chances.pick(1_000_000)}`;
const write = (path: string, content: string) => ({ tool: "write_file", input: { path, content } });
const done = (summary: string) => ({ tool: "done", input: { summary } });
const fileOf = ({ thread }: AskedBy) => thread.split("/")[1]?.split(".")[0] ?? "t1";

export const readsForEver = "reads for ever";

/** Whatever they are asked for. */
const anybody: Manners = {
  "always replies empty": () => says.text(""),
  "calls unknown tools for ever": (_, chances) => says.call(`tool_${chances.pick(9)}`, { a: words(chances) }),
  [readsForEver]: (_, chances) => says.call("list_files", { path: `${chances.pick(1_000_000)}` }),
  "is always cut off": (_, chances) => says.cut(words(chances)),
  "calls every tool with nothing in it": (by) =>
    says.calls(
      ...[
        "done",
        "review_complete",
        "ask_question",
        "submit_reply",
        "submit_scope",
        "submit_tasks",
        "pass_turn",
        "size_work",
      ].map((tool) => ({
        tool,
        input: { thread: by.thread },
      })),
    ),
};

export const engineers: Manners = {
  ...anybody,
  "does their work": () => undefined,
  "never changes anything": (by, chances) => (isCoding(by) ? says.calls(done(words(chances))) : undefined),
  "writes what is there already": (by) =>
    isCoding(by) ? says.calls(write("README.md", "# Twice\n"), done("Write it")) : undefined,
  "hands in nothing": (by, chances) => (isCoding(by) ? says.text(`Done. ${words(chances)}`) : undefined),
  "writes ignored files": (by) =>
    isCoding(by) ? says.calls(write(`ignored/${fileOf(by)}.js`, "x\n"), done("Add it")) : undefined,
  "ignores their own files": (by, chances) =>
    isCoding(by)
      ? says.calls(
          write(`lib/${fileOf(by)}.js`, words(chances)),
          write(".gitignore", "lib/\n"),
          done("Add it"),
        )
      : undefined,
  "is always blocked": (by, chances) =>
    isCoding(by)
      ? says.call("done", {
          summary: "Cannot",
          blocked: {
            kind: chances.of(["environment", "prerequisite", "invalid-task"]),
            explanation: words(chances),
          },
        })
      : undefined,
  "asks for ever": (by, chances) =>
    isCoding(by) ? says.call("ask_question", { question: `${words(chances)}?` }) : undefined,
  "always passes": (by) => (isTurn(by) ? says.call("pass_turn", { reason: "Nothing." }) : undefined),
  "calls for everybody": (by, chances) =>
    isTurn(by) ? says.text(`@architect @coach @bo @ada, ${words(chances)}`) : undefined,
  "disputes what a review finds": (by, chances) =>
    isCoding(by) && by.ask > 1 ? says.calls(done(words(chances))) : undefined,
};

export const architects: Manners = {
  ...anybody,
  "does their work": () => undefined,
  "never approves": (by, chances) =>
    isReview(by)
      ? says.call("review_complete", { status: "changes", feedback: `No: ${words(chances)}` })
      : undefined,
  "always finds something": (by, chances) =>
    isReview(by)
      ? says.call("review_complete", {
          status: "changes",
          feedback: words(chances),
          findings: [{ severity: "blocking", text: words(chances) }],
        })
      : undefined,
  "never says what they think": (by) => (isReview(by) ? says.call("read_diff", {}) : undefined),
  "approves in words alone": (by, chances) =>
    isReview(by) ? says.text(`Approved. ${words(chances)}`) : undefined,
  "can answer nothing": (by, chances) =>
    isAnswer(by) ? says.call("submit_reply", { cannot: words(chances) }) : undefined,
  "answers in words alone": (by, chances) => (isAnswer(by) ? says.text(words(chances)) : undefined),
  "calls for everybody": engineers["calls for everybody"] as Manner,
};

export const coaches: Manners = {
  ...anybody,
  "does their work": () => undefined,
  "never completes": (by, chances) => (isCoach(by) ? says.text(words(chances)) : undefined),
  "never completes, and records all the time": (by, chances) =>
    isCoach(by)
      ? says.call("record_decision", {
          topic: words(chances),
          decision: words(chances),
          reason: "so",
          proposed: "ada",
          agreed: ["bo"],
          dissents: [],
        })
      : undefined,
  "asks the person for ever": (by, chances) =>
    isCoach(by) ? says.call("ask_pm", { question: `${words(chances)}?`, options: ["a", "b"] }) : undefined,
  "hands in what is wrong": (by, chances) =>
    isArtifact(by) || isCoach(by)
      ? says.calls(
          ...["scope", "tasks", "approach", "findings"].map((kind) => ({
            tool: `submit_${kind}`,
            input: { summary: words(chances), tasks: [{ id: "t1" }], findings: [{ task: "t9" }] },
          })),
        )
      : undefined,
  "hands in words": (by, chances) => (isArtifact(by) ? says.text(words(chances)) : undefined),
  "always finds something": (by, chances) =>
    /^(coach|artifact)\/code-review/.test(by.thread)
      ? says.call("submit_findings", {
          summary: "No.",
          findings: [{ task: "t1", severity: "blocking", text: words(chances) }],
        })
      : undefined,
};
