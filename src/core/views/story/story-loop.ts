import type { LoopEvent } from "../../facts/chapters.ts";
import type { EventOf } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import { commandIn } from "../../state/call.ts";
import type { State } from "../../state/state.ts";
import type { Paused } from "../../state/thread.ts";
import { callNamed, threadOfLoop } from "../../state/threads.ts";
import { providerId } from "../../terms/ids.ts";
import { clipped } from "../../text/clipped.ts";
import { oneLine } from "../../text/one-line.ts";
import { pathList } from "../../text/path-list.ts";
import { deedWords } from "../approvals/approval.ts";
import { type Around, type StoryLine, storyLine } from "./story-line.ts";

/** Tools that only look at the code. */
const lookingTools: ReadonlySet<string> = new Set(["read_file", "list_files", "search_code"]);

/** What a person sees of a member at work: what it says beside its tool calls, and the files it writes. */
export function loopStory(fact: Fact, event: LoopEvent, { before }: Around): readonly StoryLine[] {
  switch (event.type) {
    case "model.replied": {
      const thread = threadOfLoop(before, event.loop);
      const text = event.text.trim();
      if (!thread || text === "") return [];
      if (thread.task !== undefined)
        return [storyLine(fact, "said", text, { ...at(thread), thread: thread.name })];
      // In a discussion a message tells what was said. Words beside a look at the code are for nobody else.
      const isNote = event.calls.length > 0 && event.calls.every(({ tool }) => lookingTools.has(tool));
      return isNote ? [storyLine(fact, "working", `looks at the code: ${text}`, at(thread))] : [];
    }
    case "tool.called": {
      const thread = threadOfLoop(before, event.loop);
      if (!thread || event.changes.length === 0) return [];
      return [storyLine(fact, "working", writingWords(event), at(thread))];
    }
    case "model.failed": {
      const thread = threadOfLoop(before, event.loop);
      if (!thread || event.failure === "stopped") return [];
      const { text, retryAt } = event;
      if (retryAt === undefined)
        return [storyLine(fact, "working", `no reply from the model: ${text}`, at(thread))];
      const again = `no reply from the model: ${text}; asked again at`;
      return [storyLine(fact, "working", again, { ...at(thread), until: retryAt })];
    }
    case "tool.settled":
      if (event.tree !== undefined) return ranCall(fact, event, before);
      return event.failed ? failedCall(fact, event, before) : [];
    case "provider.retried":
      return [storyLine(fact, "answer", `${event.scope} is asked again now`)];
    case "budget.granted":
      return [storyLine(fact, "answer", `more may be spent: ${event.why}`)];
    case "loop.paused":
      return event.on === "provider" ? providerLine(fact, event, before) : [];
    case "approval.requested":
      return [storyLine(fact, "question", requestWords(event, before), taskOf(event))];
    case "approval.resolved":
      return [
        storyLine(fact, "answer", verdictWords(event, before), taskOf(before.approvals[event.approval])),
      ];
    case "thread.opened":
    case "loop.opened":
    case "model.asked":
    case "loop.nudged":
    case "loop.closed":
      return [];
  }
}

function taskOf(of: { readonly task?: string | undefined } | undefined): { task?: string } {
  return of?.task === undefined ? {} : { task: of.task };
}

function requestWords(event: EventOf<"approval.requested">, before: State): string {
  const thread = threadOfLoop(before, event.loop ?? "");
  const command = commandIn(thread && callNamed(thread, event.call ?? "")?.input);
  const { task: _, ...bare } = event;
  return `may I ${deedWords({ ...bare, command })}? ${event.why.charAt(0).toUpperCase()}${event.why.slice(1)}`;
}

function verdictWords(
  { approval, verdict, reason, always }: EventOf<"approval.resolved">,
  before: State,
): string {
  const { action = "write", paths = [], deed } = before.approvals[approval] ?? {};
  const what = action === "command" ? "the command" : deedWords({ action, paths, deed });
  if (verdict === "expired") return `nobody answered in time: no (${what})`;
  if (verdict === "refused") return `no (${what})${reason === undefined ? "" : `: ${reason}`}`;
  return always === undefined ? `yes (${what})` : `yes, always: ${always.match}`;
}

/** Told once, however many members wait for the same. */
function providerLine(fact: Fact, event: EventOf<"loop.paused">, before: State): readonly StoryLine[] {
  const { scope = "", until } = event;
  if (before.threads.some(({ loops }) => loops.some(({ paused }) => waitsFor(paused, scope)))) return [];
  const choices = `huddle reply ${providerId(fact.seq)} now asks it at once`;
  const who = { who: "harness" };
  return until === undefined
    ? [storyLine(fact, "trouble", `the team waits for ${scope}, and for you: ${choices}`, who)]
    : [storyLine(fact, "trouble", `the team waits for ${scope} (${choices}), until`, { ...who, until })];
}

function waitsFor(paused: Paused | undefined, scope: string): boolean {
  return paused?.on === "provider" && paused.scope === scope;
}

function at(thread: { readonly seat: string; readonly task?: string }): { who: string; task?: string } {
  return { who: thread.seat, ...(thread.task !== undefined && { task: thread.task }) };
}

/** A command or checks that a member ran: what, how it ended, and what it changed. */
function ranCall(fact: Fact, event: EventOf<"tool.settled">, before: State): readonly StoryLine[] {
  const thread = threadOfLoop(before, event.loop);
  const call = thread && callNamed(thread, event.call);
  if (!thread || !call) return [];
  const { ms, changed = [], held = [], heldAnew = held } = event;
  const time = ms === undefined ? [] : [`${(ms / 1000).toFixed(1)} s`];
  // What an interrupted call changed is not known: the fact names all that differs from the base.
  const files = changed.length === 0 || ms === undefined ? [] : [`changed ${few(changed)}`];
  const kept = heldAnew.length === 0 ? [] : [`not for the commit: ${few(heldAnew)}`];
  const text = `${runningWords(call, before)}: ${[endWords(event), ...time, ...files, ...kept].join(", ")}`;
  // Looking around is told where everything is told; the rest everywhere: checks, set-up, what failed or changed files.
  const isCommand = call.tool === "run_command";
  const matters = event.failed || files.length > 0 || kept.length > 0 || !isCommand;
  const ran = isCommand ? { ran: { failed: event.failed } } : {};
  return [
    storyLine(fact, "working", text, { ...at(thread), ...ran, ...(matters && { weight: "plain" as const }) }),
  ];
}

/** How a command or checks of a member ended. */
export function endWords({ failed, exit, ms, over }: EventOf<"tool.settled">): string {
  if (ms === undefined) return "interrupted, may have partly run";
  if (over !== undefined) return over === "time" ? "ended: it took too long" : `ended: too much ${over}`;
  if (exit === undefined) return failed ? "red" : "green";
  return exit === null ? "ended by a signal" : `exit ${exit}`;
}

const mostPaths = 3;

function few(paths: readonly string[]): string {
  if (paths.length > mostPaths) return `${paths.length} files`;
  return pathList(paths);
}

/** A call that failed or was refused, and why: what a model was told. */
function failedCall(fact: Fact, event: EventOf<"tool.settled">, before: State): readonly StoryLine[] {
  const thread = threadOfLoop(before, event.loop);
  const tool = thread && callNamed(thread, event.call)?.tool;
  if (!thread || tool === undefined) return [];
  const how = event.refused === undefined ? "failed" : "was refused";
  const why = event.text.replace(/\s+/g, " ").trim();
  const text = `${tool} ${how}: ${clipped(why, mostWhy)}`;
  return [storyLine(fact, "working", text, { ...at(thread), detail: true })];
}

const mostWhy = 400;

/** "writes src/a.js": what a member does to files. */
export function writingWords({ tool, changes }: EventOf<"tool.called">): string {
  const gone = changes.filter(({ after }) => after === null).map(({ path }) => path);
  const written = changes.filter(({ after }) => after !== null).map(({ path }) => path);
  if (written.length === 0) return `deletes ${pathList(gone)}`;
  if (gone.length > 0) return `moves ${pathList(gone)} to ${pathList(written)}`;
  return `${tool === "edit_file" ? "edits" : "writes"} ${pathList(written)}`;
}

const mostCommand = 120;

/** "runs `npm test`": what a member runs, on one line. */
export function runningWords(
  { tool, input }: { readonly tool: string; readonly input: unknown },
  { session }: State,
): string {
  if (tool === "run_checks") return "runs the checks";
  if (tool !== "install") return `runs ${shownCommand(commandIn(input) ?? "")}`;
  const { update, run } = session.policy.setup ?? {};
  const commands = [update, run].flatMap((one) => (one === undefined ? [] : [shownCommand(one)]));
  return ["runs set-up", ...(commands.length > 0 ? [commands.join(", then ")] : [])].join(": ");
}

function shownCommand(command: string): string {
  return `\`${clipped(oneLine(command), mostCommand)}\``;
}
