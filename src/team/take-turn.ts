import type { EventOf } from "../core/facts/events.ts";
import type { Draft } from "../core/facts/fact.ts";
import { byHarness } from "../core/facts/fact.ts";
import type { State } from "../core/state/state.ts";
import type { Blob } from "../core/terms/ids.ts";
import { rulesOf } from "../core/terms/talk-rules.ts";
import type { StepContext } from "../core/work/step-context.ts";
import type { GeneralTool, TerminalTool } from "../core/work/tool.ts";
import { loadCharter } from "../loop/load-charter.ts";
import { openLoop } from "../loop/open-loop.ts";
import type { Outcome, Said } from "../loop/outcome.ts";
import { runToolLoop } from "../loop/run-tool-loop.ts";
import { askingPerson } from "./asking-person.ts";
import { lookingTools } from "./discussion-tools.ts";
import { landedDiff } from "./landed.ts";

/** What a discussion asks of one member. */
interface Turn<T> {
  readonly kind: EventOf<"turn.started">["kind"];
  readonly seat: string;
  readonly round: number;
  readonly asks: number;
  /** The rules of this turn alone. Left out: those of the phase. */
  readonly charter?: Blob;
  /** In addition to those for looking at the code. */
  readonly tools: readonly GeneralTool[];
  readonly terminal: TerminalTool<T>;
  /** The terminal tool, checking against the schema that the charter shows. */
  held?(shown: unknown): Promise<TerminalTool<T>>;
  /** Plain text is an answer. */
  readonly textEnds: boolean;
  /** The words for everybody are posted in the same append, before these. */
  closing(outcome: Outcome<T>, at: State, first: number): readonly Draft[];
}

/** Plays one member's turn to its end, from wherever a kill may have left it. */
export async function takeTurn<T>(context: StepContext, turn: Turn<T>): Promise<void> {
  const { kind, seat, round, asks, textEnds, closing } = turn;
  const phase = context.journal.state().stage?.phase ?? "refinement";
  const tools = [...turn.tools, ...lookingTools(phase)];
  const { name } = turn.terminal;
  const { key } = context.step;
  const rules = turn.charter === undefined ? {} : { charter: turn.charter };
  const thread = { type: "turn.started" as const, thread: key, seat, round, kind, ...rules };
  const loop = await openLoop(context, { name: key, terminal: name, tools, asks, textEnds, thread });
  const charter = await loadCharter(context, key);
  const shown = charter.tools.find((tool) => tool.name === name)?.schema;
  const terminal = (await turn.held?.(shown)) ?? turn.terminal;
  const files = context.workspace.tree(context.journal.state().integration, context.signal);
  const diff = rulesOf(phase).judgesChange ? landedDiff(context) : undefined;
  const hands = { files, worktree: undefined, diff };
  const saying = (said: Said): Draft => ({ actor: seat, event: posted(key, said) });
  const pausing = (_: unknown, at: State) => askingPerson(context, at);
  await runToolLoop({ loop, context, charter, tools, terminal, hands, saying, closing, pausing });
}

function posted(thread: string, { text, missing, cited }: Said): EventOf<"message.posted"> {
  return {
    type: "message.posted",
    text,
    thread,
    ...(missing && { missing: [...missing] }),
    ...(cited && { cited: cited.map((one) => ({ ...one, lines: [...one.lines] })) }),
  };
}

/** The fact that ends a turn. */
export function turnEnded(thread: string, how: EventOf<"turn.ended">["how"], reason?: string): Draft {
  return byHarness({ type: "turn.ended", thread, how, ...(reason !== undefined && { reason }) });
}
