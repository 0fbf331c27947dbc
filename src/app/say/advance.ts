import { talkQuestions } from "../../core/decide/waits/question.ts";
import { refusal } from "../../core/facts/fact.ts";
import type { Journal } from "../../core/ports/journal.ts";
import { acceptArtifact } from "../../core/rules/accept-artifact.ts";
import { currentArtifact } from "../../core/rules/talk.ts";
import { tell, whyOver } from "./tell.ts";

/** Moves on: accepts what waits to be accepted, or asks for the phase's artifact now. */
export async function advance(journal: Journal): Promise<void> {
  await tell(journal, (at) => {
    const over = whyOver(at);
    if (over !== undefined) return refusal(over);
    const artifact = currentArtifact(at);
    if (artifact && !artifact.settled) return acceptArtifact("human", artifact.id, artifact, at);
    if (!at.stage) return refusal("The session has not begun. Type: huddle run");
    const [question] = talkQuestions(at);
    if (question) return refusal(`A question waits for you first. Type: huddle reply ${question.id} "…"`);
    if (at.stage.phase === "implementation")
      return refusal("Building ends when all tasks have landed. See: huddle tasks");
    if (artifact?.settled?.verdict === "accepted")
      return refusal(
        at.stage.phase === "code-review"
          ? "Everything is reviewed. Type: huddle ship"
          : "This phase is already done. Type: huddle run",
      );
    if (at.stage.signalled !== undefined) return undefined;
    return [
      {
        actor: "human",
        event: { type: "phase.signalled", summary: "The product manager wants to move on." },
      },
    ];
  });
}
