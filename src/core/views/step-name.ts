import type { StepKey } from "../ids.ts";
import { taskStateSchema } from "../task-machine.ts";
import { plainState } from "./board.ts";

/** A step in the words a person sees: `task/t3/1/CODING@412` is "t3 (working)". */
export function stepName(key: StepKey): string {
  const [kind = key, place = "", , state = ""] = key.split("/");
  const phase = place.replace(/\.\d+$/, "");
  switch (kind) {
    case "enter":
      return `entering ${phase}`;
    case "turn":
      return `a turn in ${phase}`;
    case "coach":
      return `the coach's turn in ${phase}`;
    case "artifact":
      return `writing down what ${phase} came to`;
    case "task": {
      const known = taskStateSchema.safeParse(state.replace(/@\d+$/, ""));
      return known.success ? `${place} (${plainState(known.data)})` : place;
    }
    default:
      return kind.startsWith("ship@") ? "shipping" : key;
  }
}
