import type { ProviderAnswer, ProviderWait } from "../../decide/waits/provider.ts";
import { modelName } from "../../terms/policy.ts";
import type { WaitWords, Wrong } from "./wait-words.ts";

export function providerWords(wait: ProviderWait): WaitWords<ProviderAnswer> {
  const { scope, until, isDoubtful } = wait;
  const asks = until === undefined ? "" : isDoubtful ? "; is that meant? Next try" : "; Huddle asks again";
  const title = `${who(wait)} for ${scope}${asks}`;
  return {
    title,
    ...(until !== undefined && { until }),
    text: () => [wait.why, ...doubt(wait), "", ...choices(wait)].join("\n"),
    asked: title,
    next: `the team waits for ${scope}; now asks it at once`,
    offers: [
      { answer: { kind: "now" }, label: "now (try it now)", typed: "now" },
      {
        answer: { kind: "remodel", model: "ollama/qwen3-coder" },
        label: "another model: <provider/model>",
        typed: "<provider/model>",
        blank: "model",
      },
      { command: "huddle drop <session>", label: "give up" },
    ],
    parse: parseProvider,
  };
}

function who({ seats, failure }: ProviderWait): string {
  const names = seats.join(", ");
  const verb = seats.length === 1 ? "waits" : "wait";
  return failure === "timeout" ? `${names} got no reply in time and ${verb}` : `${names} ${verb}`;
}

function doubt({ isDoubtful }: ProviderWait): readonly string[] {
  return isDoubtful
    ? [
        "This time is so far ahead that it is hardly meant, or this machine's clock was set back since it was noted. Check the clock, and answer now if the wait makes no sense.",
      ]
    : [];
}

/** What can help, in the person's words. */
function choices({ scope, until, failure, tasks }: ProviderWait): readonly string[] {
  const slow = failure === "timeout";
  return [
    ...(until === undefined
      ? [
          `- Answer now, ${slow ? "once the time limit is larger or the server is faster" : "once it answers"}.`,
        ]
      : [
          "- Wait: Huddle asks again at that time, in this run or in the next huddle run after it.",
          "- Answer now to ask it at once.",
        ]),
    `- Another model: answer with its name, such as ollama/qwen3-coder, and whoever uses ${scope} in this session uses that. For all sessions: huddle model set, then huddle run.`,
    ...tasks.map((task) => `- Without ${task}: huddle task cancel ${task}.`),
    "- Give up: huddle drop <session> ends this session. It says what it removes and asks before it does.",
  ];
}

function parseProvider(typed: string): ProviderAnswer | Wrong {
  const words = typed.toLowerCase();
  if (["now", "try now", "try", "retry", "yes", "y"].includes(words)) return { kind: "now" };
  if (/^(give up|drop|stop)$/.test(words))
    return {
      wrong:
        "To give this session up, stop the run with Ctrl-C and type: huddle drop <session>. It says what it removes and asks before it does.",
    };
  const model = typed.replace(/^model\s+/i, "");
  if (modelName.test(model)) return { kind: "remodel", model };
  return { wrong: "Answer now to ask at once, or the name of another model, such as ollama/qwen3-coder." };
}
