import { readFileSync } from "node:fs";

/** A call as a member made it. */
export interface Made {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** One turn of a recorded talk, told as today's tools let a member take it. */
export interface RecordedTurn {
  readonly kind: string;
  readonly phase: string;
  readonly by: string;
  /** Looks at the code, a request each. */
  readonly looks: readonly (readonly Made[])[];
  readonly records: readonly Made[];
  readonly asks: Made | undefined;
  readonly ends: Made | undefined;
  readonly text: string;
  /** Words after the answer to what it asked. */
  readonly later: string;
}

export interface Recorded {
  readonly title: string;
  readonly brief: string;
  /** Before anything was built. */
  readonly turns: readonly RecordedTurn[];
  readonly answers: readonly string[];
  /** Topic of each decision, by its id then. */
  readonly topics: ReadonlyMap<string, string>;
  /** Bodies of the artifacts, by kind. */
  readonly artifacts: Readonly<Record<string, Record<string, unknown>>>;
  readonly requests: number;
  /** Tokens of input, as the provider counted them. */
  readonly tokens: number;
  /** Characters that each file needs so that looks bring as much as they did. */
  readonly files: ReadonlyMap<string, { readonly size: number; readonly from: number }>;
}

interface Row {
  readonly seq: number;
  readonly is: string;
  readonly phase?: string;
  readonly by?: string;
  readonly step?: string;
  readonly text?: string;
  readonly calls?: readonly Made[];
  readonly tokensIn?: number;
  readonly topic?: string;
  readonly kind?: string;
  readonly body?: Record<string, unknown>;
  readonly title?: string;
  readonly brief?: string;
}

/** What a token of these sessions had: 509 kB were sent in the second one, of which the provider counted 141,568 tokens. */
export const bytesPerToken = 3.6;

const reading = ["read_file", "list_files", "search_code"];
const recording = ["record_decision", "amend_decision", "defer_point"];

/** Reads a session as `shared/fixtures/sessions` has it: one line per reply, message, decision and artifact. */
export function readSession(path: string): Recorded {
  const rows = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Row);
  const end = rows.findIndex(({ phase }) => phase === "implementation");
  const talk = rows.slice(0, end < 0 ? rows.length : end);
  const replies = talk.filter(({ is }) => is === "reply");
  const steps = [...new Set(replies.map(({ step = "" }) => step))];
  const artifacts = talk.flatMap(({ is, kind, body }) =>
    is === "artifact.submitted" && kind && body ? [[kind, body] as const] : [],
  );
  return {
    title: talk[0]?.title ?? "",
    brief: talk[0]?.brief ?? "",
    turns: steps.map((step) => turnOf(step, talk)),
    answers: talk.flatMap(({ is, text }) => (is === "question.answered" && text ? [text] : [])),
    topics: new Map(
      talk.flatMap(({ is, seq, topic }) => (is === "decision.recorded" && topic ? [[`d${seq}`, topic]] : [])),
    ),
    artifacts: Object.fromEntries(artifacts),
    requests: replies.length,
    tokens: replies.reduce((sum, { tokensIn = 0 }) => sum + tokensIn, 0),
    files: filesOf(replies),
  };
}

function turnOf(step: string, talk: readonly Row[]): RecordedTurn {
  const replies = talk.filter((row) => row.is === "reply" && row.step === step);
  const last = replies.at(-1)?.seq ?? 0;
  const first = replies[0];
  const [kind = "", place = ""] = step.split("/");
  const calls = replies.flatMap(({ calls = [] }) => calls);
  const answered = talk.find(
    ({ is, seq }) => is === "question.answered" && seq > (first?.seq ?? 0) && seq < last,
  );
  const said = talk.filter(
    ({ is, by, seq }) =>
      is === "message.posted" && by === first?.by && seq > (first?.seq ?? 0) && seq <= last + 4,
  );
  const wordsWhere = (isLater: boolean) =>
    said
      .filter(({ seq }) => answered !== undefined && seq > answered.seq === isLater)
      .map(({ text = "" }) => text)
      .join("\n\n");
  // Words that no reader got then, beside a call that records, are a message today.
  const unsaid =
    replies.map(({ text = "" }) => text).sort((one, other) => other.length - one.length)[0] ?? "";
  const all = said.map(({ text = "" }) => text).join("\n\n") || unsaid;
  return {
    kind,
    phase: place.replace(/\.\d+$/, ""),
    by: first?.by ?? "",
    looks: replies.flatMap(({ calls: made = [] }) => {
      const looks = made.filter(({ tool }) => reading.includes(tool));
      return looks.length > 0 ? [looks] : [];
    }),
    records: newest(calls.filter(({ tool }) => recording.includes(tool))),
    asks: calls.find(({ tool }) => tool === "ask_pm"),
    ends: kind === "turn" ? undefined : calls.findLast(({ tool }) => isEnd(tool)),
    text: answered ? wordsWhere(false) : all,
    later: answered ? wordsWhere(true) : "",
  };
}

function isEnd(tool: string): boolean {
  return tool === "signal_phase_complete" || tool === "size_work" || tool.startsWith("submit_");
}

/** What was recorded twice because the first was refused counts once. */
function newest(records: readonly Made[]): readonly Made[] {
  const keyOf = ({ tool, input }: Made) => `${tool} ${String(input.topic ?? input.id)}`;
  return [...new Map(records.map((one) => [keyOf(one), one])).values()];
}

function filesOf(replies: readonly Row[]): Recorded["files"] {
  const files = new Map<string, { size: number; from: number }>();
  replies.forEach(({ calls = [], step, tokensIn = 0 }, index) => {
    const next = replies[index + 1];
    const reads = calls.filter(({ tool }) => tool === "read_file");
    if (reads.length === 0 || next?.step !== step) return;
    const size = Math.max(0, ((next?.tokensIn ?? 0) - tokensIn) * bytesPerToken) / reads.length;
    for (const { input } of reads) {
      const path = String(input.path);
      const before = files.get(path);
      const from = typeof input.from === "number" ? input.from : 1;
      files.set(path, { size: Math.max(before?.size ?? 0, size), from: Math.max(before?.from ?? 1, from) });
    }
  });
  return files;
}
