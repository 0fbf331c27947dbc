import type { AcceptAnswer, AcceptWait } from "../../decide/waits/accept.ts";
import { currentArtifact } from "../../rules/talk.ts";
import type { State } from "../../state/state.ts";
import { planIn } from "../../terms/meeting/agreement.ts";
import { artifactName } from "../../terms/phase.ts";
import { artifactText } from "../documents/artifact-text.ts";
import { changedSince } from "../documents/changed-since.ts";
import { type PlanGraph, planGraph } from "../plan/plan-graph.ts";
import { sharedFiles } from "../plan/shared-files.ts";
import { isYes, unclear, type WaitWords, type Wrong } from "./wait-words.ts";

export function acceptWords(wait: AcceptWait): WaitWords<AcceptAnswer> {
  const name = artifactName(wait.artifact);
  return {
    title: `The ${name}${wait.version > 1 ? ` (version ${wait.version})` : ""} waits for your yes`,
    text: artifactInFull,
    plan: planOf,
    asked: `Is the ${name} right?`,
    next: `the ${name} waits for you`,
    offers: [
      { answer: { kind: "approve" }, label: "accept", typed: "yes" },
      { command: `huddle edit ${wait.artifact}`, label: "edit" },
      {
        answer: { kind: "return", words: "what must be different" },
        label: "back <what must change>",
        typed: 'back "what must be different"',
        blank: "words",
      },
      { answer: { kind: "rewrite" }, label: "again", typed: "again" },
    ],
    parse: (typed) => parseAccept(wait, typed),
  };
}

function artifactInFull(state: State): string {
  const artifact = currentArtifact(state);
  if (!artifact) return "";
  const plan = planIn(artifact);
  const more = [...(plan ? sharedFiles(plan, state) : []), ...changedSince(artifact)];
  return [artifactText(artifact), ...(more.length > 0 ? ["", ...more] : [])].join("\n");
}

function planOf(state: State): PlanGraph | undefined {
  const plan = planIn(currentArtifact(state));
  return plan && planGraph(plan, state);
}

/** Yes accepts it; no or back, with a reason, returns it to the talk; again has it rewritten at once. */
function parseAccept({ id, artifact }: AcceptWait, typed: string): AcceptAnswer | Wrong {
  if (isYes(typed) || typed.toLowerCase() === "a") return { kind: "approve" };
  const [, word, words = ""] = /^(no|back|again)\b[\s:,–-]*(.*)$/is.exec(typed) ?? [];
  const reply = `huddle reply ${id}`;
  if (word === undefined)
    return {
      wrong: unclear,
      advice: `To accept it: ${reply} yes. To send it back: ${reply} back "what must be different". To have it written again: ${reply} again. To change it yourself: huddle edit ${artifact}`,
    };
  if (word.toLowerCase() === "again") return { kind: "rewrite", ...(words !== "" && { words }) };
  if (words === "")
    return {
      wrong: "Say what must be different, after the word back.",
      advice: `Say what must be different: ${reply} back "…"`,
    };
  return { kind: "return", words };
}
