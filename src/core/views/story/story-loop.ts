import type { LoopEvent } from "../../facts/chapters.ts";
import type { Fact } from "../../facts/fact.ts";
import { threadOfLoop } from "../../state/threads.ts";
import { type Around, type StoryLine, storyLine } from "./story-line.ts";

/** What a person sees of a member at work: what it says beside its tool calls, and the files it writes. */
export function loopStory(fact: Fact, event: LoopEvent, { before }: Around): readonly StoryLine[] {
  switch (event.type) {
    case "model.replied": {
      const thread = threadOfLoop(before, event.loop);
      const isTurn = thread?.purpose === "turn" || thread?.purpose === "architect";
      const isTalk = isTurn || thread?.purpose === "coach";
      // In a discussion a plain reply is posted as a message, which tells it.
      if (!thread || event.text.trim() === "" || (isTalk && event.calls.length === 0)) return [];
      return [
        storyLine(fact, "said", event.text.trim(), {
          ...at(thread),
          thread: thread.name,
          ...(isTurn && { aside: true }),
        }),
      ];
    }
    case "tool.called": {
      const thread = threadOfLoop(before, event.loop);
      const paths = event.changes.map((change) => change.path);
      if (!thread || paths.length === 0) return [];
      return [storyLine(fact, "working", `${verbOf(event.tool)} ${paths.join(", ")}`, at(thread))];
    }
    case "model.failed": {
      const thread = threadOfLoop(before, event.loop);
      if (!thread || event.failure === "stopped") return [];
      const again = event.retryAt === undefined ? "" : `; asked again at ${event.retryAt.slice(11, 19)}`;
      return [storyLine(fact, "working", `no reply from the model: ${event.text}${again}`, at(thread))];
    }
    case "budget.granted":
      return [storyLine(fact, "answer", `more may be spent: ${event.why}`)];
    case "thread.opened":
    case "loop.opened":
    case "model.asked":
    case "tool.settled":
    case "loop.nudged":
    case "loop.paused":
    case "loop.closed":
      return [];
  }
}

function at(thread: { readonly seat: string; readonly task?: string }): { who: string; task?: string } {
  return { who: thread.seat, ...(thread.task !== undefined && { task: thread.task }) };
}

function verbOf(tool: string): string {
  return tool === "edit_file" ? "edits" : "writes";
}
