import type { Answer, AnswerTo, Wait, WaitKind, WaitOf } from "../../decide/waits/wait.ts";
import { approvalWords } from "../approvals/approval.ts";
import { acceptWords } from "./accept.ts";
import { assignWords } from "./assign.ts";
import { baselineWords } from "./baseline.ts";
import { budgetWords } from "./budget.ts";
import { layerWords } from "./floor/layer.ts";
import { splitWords } from "./floor/split.ts";
import { limitWords } from "./limit.ts";
import { providerWords } from "./provider.ts";
import { questionWords } from "./question.ts";
import { shipWords } from "./ship.ts";
import { sizeWords } from "./size.ts";
import { stuckWords } from "./stuck.ts";
import { taskWords } from "./task.ts";
import type { WaitWords, Wrong } from "./wait-words.ts";
import { windowWords } from "./window.ts";

const words: { readonly [K in WaitKind]: (wait: WaitOf<K>) => WaitWords<AnswerTo<K>> } = {
  question: questionWords,
  approval: approvalWords,
  accept: acceptWords,
  stuck: stuckWords,
  budget: budgetWords,
  window: windowWords,
  provider: providerWords,
  limit: limitWords,
  size: sizeWords,
  assign: assignWords,
  baseline: baselineWords,
  layer: layerWords,
  split: splitWords,
  ship: shipWords,
  task: taskWords,
};

export function wordsOf(wait: Wait): WaitWords {
  // The table's entry for this kind takes this wait.
  return (words[wait.kind] as (wait: Wait) => WaitWords)(wait);
}

/** What a person means by the typed words. Only here do words become an answer. */
export function parseAnswer(wait: Wait, typed: string): Answer | Wrong {
  return wordsOf(wait).parse(typed.trim());
}
