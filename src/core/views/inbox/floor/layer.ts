import type { LayerAnswer, LayerWait } from "../../../decide/waits/floor/layer.ts";
import type { State } from "../../../state/state.ts";
import { oneLine } from "../../../text/one-line.ts";
import { isYes, unclear, type WaitWords, type Wrong } from "../wait-words.ts";

export function layerWords(wait: LayerWait): WaitWords<LayerAnswer> {
  const title = `Layer ${wait.layer} is over; the next one begins after your look`;
  return {
    title,
    ...(wait.dueAt !== undefined && { until: wait.dueAt }),
    text: (state) => linesOf(state, wait).join("\n"),
    notes: (state) => linesOf(state, wait),
    asked: `Layer ${wait.layer} is over. Go on?`,
    next: `layer ${wait.layer} is over, and you wanted to look before the next one`,
    offers: [
      { answer: { kind: "onward" }, label: "yes (go on)", typed: "yes" },
      { command: "huddle diff", label: "what has landed so far: huddle diff" },
      { command: "huddle back planning", label: "plan again: huddle back planning" },
    ],
    parse: (typed) => parseLayer(wait, typed),
  };
}

function linesOf({ tasks }: State, wait: LayerWait): readonly string[] {
  return wait.tasks.flatMap((id) => {
    const task = tasks[id];
    if (!task) return [];
    const how = task.landed ? `landed as ${task.landed.commit.slice(0, 8)}` : "is over without its own work";
    return [`- ${id}, ${oneLine(task.plan.title)}: ${how}`];
  });
}

function parseLayer({ id }: LayerWait, typed: string): LayerAnswer | Wrong {
  if (isYes(typed) || ["go on", "on", "go"].includes(typed.toLowerCase())) return { kind: "onward" };
  return { wrong: unclear, advice: `Type: huddle reply ${id} yes, or huddle back planning` };
}
