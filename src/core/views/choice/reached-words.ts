import type { Reached } from "./reached.ts";

/** Why a model cannot be asked right now, and what to do about it. */
export interface ReachTrouble {
  readonly what: string;
  readonly remedy: string;
}

/** `model`: its name. Undefined: as far as its provider tells without being paid, it can be asked. */
export function reachTrouble(model: string, reached: Reached): ReachTrouble | undefined {
  switch (reached.kind) {
    case "ready":
    case "unlisted":
      return undefined;
    case "missing":
      return { what: `${reached.provider} answers, and has no model ${model}`, remedy: "Choose another" };
    case "refused":
      return {
        what: `${reached.provider} refuses the key (${reached.status})`,
        remedy: `Set another one in ${reached.keyNames.join(" or ")}, or choose another model`,
      };
    case "away":
      return {
        what: `nobody answers at ${reached.url}`,
        remedy: `${startWords(reached.provider)} or look at your network, or choose another model`,
      };
    case "unusable":
      return { what: reached.why, remedy: "Choose one" };
  }
}

function startWords(provider: string): string {
  return provider === "ollama" ? "Start the server (ollama serve)" : "Start the server";
}
