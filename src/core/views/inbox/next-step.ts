import { decide } from "../../decide/decide.ts";
import type { Wait } from "../../decide/step.ts";
import type { State } from "../../state/state.ts";
import type { Instant } from "../../terms/ids.ts";
import { artifactName } from "../../terms/phase.ts";

/** What a person can do next, as the command to type and why. Computed by `decide`, shown after every command. */
export interface NextStep {
  readonly command: string;
  readonly why: string;
}

export function nextStep(state: State, now: Instant): NextStep {
  const decided = decide(state, now);
  const [wait] = decided.waits;
  if (decided.steps.length > 0 || decided.wakeAt !== undefined)
    return { command: "huddle run", why: "the team has something to do" };
  if (wait) return forWait(wait);
  if (decided.ending?.kind === "reached") return { command: "huddle run", why: decided.ending.why };
  if (state.session.ending)
    return { command: 'huddle new "…"', why: `this one is over: ${state.session.ending.why}` };
  return { command: "huddle status", why: decided.ending?.why ?? "" };
}

function forWait(wait: Wait): NextStep {
  switch (wait.kind) {
    case "question":
      return {
        command: `huddle reply ${wait.id} ${wait.options.length > 0 ? "1" : '"…"'}`,
        why: `${wait.from} asks you something`,
      };
    case "accept":
      return {
        command: `huddle reply ${wait.id} yes`,
        why: `the ${artifactName(wait.artifact)} waits for you`,
      };
    case "stuck":
      return {
        command: `huddle reply ${wait.id} yes`,
        why: "a step failed and waits for you; yes tries it again",
      };
    case "budget":
      return { command: `huddle reply ${wait.id} yes`, why: "a budget is used up; yes grants as much again" };
    case "limit":
      return {
        command: `huddle reply ${wait.id} yes`,
        why: "the talk has come to a stop; yes lets it go on",
      };
    case "size":
      return { command: `huddle reply ${wait.id} do`, why: "it looks small enough for one engineer" };
    case "assign":
      return {
        command: `huddle reply ${wait.id} yes`,
        why: "some tasks belong to nobody yet; yes takes what is proposed",
      };
    case "ship":
      return { command: "huddle ship", why: "the work is reviewed and can be shipped" };
  }
}
