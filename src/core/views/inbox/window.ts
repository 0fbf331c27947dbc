import type { WindowAnswer, WindowWait } from "../../decide/waits/window.ts";
import type { WaitWords, Wrong } from "./wait-words.ts";

export function windowWords(wait: WindowWait): WaitWords<WindowAnswer> {
  const { seat, model, couldSeeLess, task } = wait;
  const doing = task === undefined ? "in the talk" : `on ${task}`;
  const title = `${seat}'s next request ${doing} is too long for ${model}`;
  const enough = enoughFor(wait);
  return {
    title,
    text: () => `${wait.why}\n\n${choices(wait, enough).join("\n")}`,
    asked: `${title}. ${wait.why}`,
    next: "a request is too long for its model",
    offers: [
      {
        answer: { kind: "widen", tokens: enough },
        label: "the window, once it is larger",
        typed: "<tokens>",
        blank: "tokens",
      },
      ...(couldSeeLess
        ? [{ answer: { kind: "perspective" as const }, label: "perspective", typed: "perspective" }]
        : []),
      { command: "huddle model set strong <provider/model>", label: "another model" },
    ],
    parse: (typed) => parseWindow(wait, typed),
  };
}

/** What can help, in the person's words. */
function choices({ seat, couldSeeLess, task }: WindowWait, enough: number): readonly string[] {
  return [
    `- A larger window: start the model's server with a context of ${enough} tokens or more, and answer with that number. The next huddle run asks the server itself.`,
    `- Another model with a larger window: huddle model set strong <provider/model>, then huddle run.`,
    ...(couldSeeLess
      ? [`- Answer perspective: ${seat} then sees only its own tools, and of the talk what it took part in.`]
      : []),
    task === undefined
      ? "- A shorter brief: huddle new with fewer words in it. The rules, the brief and the project's instructions are in every request."
      : `- A smaller task: cancel ${task} and plan it in smaller pieces.`,
  ];
}

/** The next usual size of a window. */
function enoughFor({ needs }: WindowWait): number {
  return 2 ** Math.ceil(Math.log2(Math.max(needs, 1)));
}

function parseWindow(wait: WindowWait, typed: string): WindowAnswer | Wrong {
  if (/^p(erspective)?$/i.test(typed) && wait.couldSeeLess) return { kind: "perspective" };
  const tokens = Number(typed.replace(/[,_]|\s*tokens?$/gi, "").replace(/k$/i, "000"));
  if (Number.isSafeInteger(tokens) && tokens >= wait.needs) return { kind: "widen", tokens };
  const other = wait.couldSeeLess ? ", or perspective" : "";
  return { wrong: `Answer with the size of the larger window, at least ${wait.needs} tokens${other}.` };
}
