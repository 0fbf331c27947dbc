import type { ModelFailure } from "../../core/facts/loop-schema.ts";
import type { Failed } from "../gateway/failure-of.ts";

/** Why a check could not be finished: the server failed, so the model gave no answer. */
export interface Unfinished {
  readonly failure: ModelFailure;
  /** What the server said. */
  readonly text: string;
  /** What the person can do. */
  readonly advice: string;
}

/**
 * The one failure that is an answer: the provider says that this model has no tools. All others say something about the
 * server, and nothing about the model.
 */
export function saysNoTools({ failure, text }: Failed): boolean {
  return failure === "refused" && noTools.test(text) && !serverSetting.test(text);
}

const noTools =
  /(not|n't|cannot) support(ed)?\b.{0,40}\b(tools?|function)|\b(tools?|functions?)[ _-]?(use|calling|calls?)?`?.{0,30}\b(not|isn't|aren't) (supported|enabled|available)|no endpoints found that support tool/i;

/** The server could do it, but was started without it. */
const serverSetting = /--\w|flag|unsupported param/i;

export function unfinishedBy(failed: Failed): Unfinished {
  const { failure, text } = failed;
  return { failure, text, advice: `${adviceOn(failed)} Nothing was stored about the model.` };
}

function adviceOn({ failure, text, tooLong }: Failed): string {
  if (tooLong) return "Give the model a larger context where it runs, and check again.";
  if (/grammar|sampler/i.test(text))
    return "The server cannot turn the schema of a tool into a grammar. Update the server, or run the model behind another one; Huddle's own tools would fail there in the same way.";
  if (/jinja|unsupported param: tools/i.test(text))
    return "Start llama-server with --jinja, and check again.";
  if (/enable-auto-tool-choice|tool-call-parser/i.test(text))
    return "Start vLLM with --enable-auto-tool-choice and the --tool-call-parser of this model, and check again.";
  switch (failure) {
    case "unreachable":
      return "Start the server (again), and check again.";
    case "cut":
      return "The server broke off; its own output says why, often that memory ran out. Start it again, and check again.";
    case "timeout":
      return 'The model was slower than the time limits allow. Raise them under "limits" in your own config.json (firstByteSeconds, idleSeconds, totalSeconds), or use a smaller model, and check again.';
    case "overload":
      return "The server failed; its own output says why. Check again when it works.";
    case "rate":
      return "Check again later.";
    default:
      return "Check again when this is solved.";
  }
}
