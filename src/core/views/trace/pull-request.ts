import type { State } from "../../state/state.ts";
import { oneLine } from "../../text/one-line.ts";
import { quoted } from "../../text/quoted.ts";
import type { Handover } from "./handover.ts";
import type { Trace } from "./trace.ts";

/** The words of a pull request, as Markdown: what was asked for, what meets it, and what a reviewer should know. */
export function pullRequestText(
  state: State,
  trace: Trace,
  { rows, findings, notices, changed }: Handover,
): string {
  const decided = trace.decisions.filter(({ amendedBy }) => amendedBy === undefined);
  const built = trace.tasks.filter(({ isDone }) => isDone);
  return [
    `# ${oneLine(state.session.title)}`,
    "",
    quoted(state.session.brief.trim()),
    "",
    "## What was asked for, and what there is",
    "",
    ...rows.flatMap(({ id, text, standing, shown, missing }) => [
      `- **${id}** ${oneLine(text)}: ${standing}`,
      ...shown.map((line) => `  - ${oneLine(line)}`),
      ...missing.map((line) => `  - missing: ${oneLine(line)}`),
    ]),
    ...list(
      "Tasks",
      built.map(
        ({ id, title, engineer = "", landed = "" }) =>
          `${id} ${oneLine(title)} (${engineer}, ${landed.slice(0, 12)})`,
      ),
    ),
    ...list(
      "Decisions",
      decided.map(({ id, topic, decision }) => `${id} ${oneLine(topic)}: ${oneLine(decision)}`),
    ),
    ...list("Still open", findings),
    ...list("What green checks do not show", notices.map(oneLine)),
    "",
    `${changed.files} files changed, +${changed.added} −${changed.removed}.`,
    "",
  ].join("\n");
}

function list(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", `## ${title}`, "", ...lines.map((line) => `- ${line}`)];
}
