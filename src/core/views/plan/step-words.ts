/** A step's key in plain words: `task/t3/2/CODING@412` is "Working on t3". */
export function stepWords(key: string): string {
  const [kind, what = "", , state = ""] = key.split("/");
  switch (kind?.replace(/@\d+$/, "")) {
    case "enter":
      return `Opening ${what.replace(/\.\d+$/, "")}`;
    case "sizing":
      return "Looking at how large it is";
    case "volunteer":
      return "Asking who would take which task";
    case "turn":
    case "architect":
    case "coach":
      return `A turn in ${what.replace(/\.\d+$/, "")}`;
    case "artifact":
      return `Writing up ${what.replace(/\.\d+$/, "")}`;
    case "baseline":
      return "Running the checks on the base commit";
    case "cancel":
      return `Cancelling ${what.replace(/@\d+$/, "")}`;
    case "comment":
      return `Sending back ${what.replace(/@\d+$/, "")}`;
    case "hold":
      return `Handing you ${what.replace(/@\d+$/, "")}`;
    case "revert":
      return `Taking back ${what.replace(/@\d+$/, "")}`;
    case "split":
      return `Dividing ${what.replace(/\.\d+$/, "")}`;
    case "expire":
      return `Going on without an answer to ${what}`;
    case "ship":
      return "Shipping";
    case "undo":
      return "Taking back what was shipped";
    case "sync":
      return "Catching up with the branch it began from";
    case "task":
      return `${taskWords[state.replace(/@\d+$/, "")] ?? "Working on"} ${what}`;
    default:
      return key;
  }
}

const taskWords: Readonly<Record<string, string>> = {
  WAITING: "Handing out",
  SETUP: "Preparing",
  PLANNING: "Planning",
  PLAN_REVIEW: "Looking at the plan for",
  CODING: "Working on",
  TESTING: "Testing",
  CODE_REVIEW: "Reviewing",
  PREPARE_MERGE: "Preparing the landing of",
  BUDGET_REVIEW: "Deciding how to go on with",
  BLOCKED: "Deciding how to go on with",
  AWAIT_MERGE: "Landing",
  QUESTION: "Answering a question about",
};
