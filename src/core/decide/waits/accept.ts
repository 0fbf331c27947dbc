import { type Draft, refusal } from "../../facts/fact.ts";
import { acceptArtifact } from "../../rules/accept-artifact.ts";
import { currentArtifact } from "../../rules/talk.ts";
import type { State } from "../../state/state.ts";
import type { WaitId } from "../../terms/ids.ts";
import type { ArtifactKind, Phase } from "../../terms/phase.ts";
import type { Answered, Answering } from "./answering.ts";

/** The artifact of a phase waits for the person's yes. Its id is the artifact's, so another version is another wait. */
export interface AcceptWait {
  readonly kind: "accept";
  readonly id: WaitId;
  readonly since: number;
  readonly artifact: ArtifactKind;
  readonly phase: Phase;
  readonly version: number;
}

export type AcceptAnswer =
  | { readonly kind: "approve" }
  /** Back to the talk. `words` say what must be different; the team reads them next. */
  | { readonly kind: "return"; readonly words: string }
  /** The author rewrites it at once, without more talk. */
  | { readonly kind: "rewrite"; readonly words?: string };

export function acceptWaits(state: State): readonly AcceptWait[] {
  const artifact = currentArtifact(state);
  if (!artifact || artifact.settled) return [];
  const { id, seq, kind, phase, version } = artifact;
  return [{ kind: "accept", id, since: seq, artifact: kind, phase, version }];
}

export function answerAccept({ wait, answer, at }: Answering<AcceptWait, AcceptAnswer>): Answered {
  switch (answer.kind) {
    case "approve": {
      const artifact = currentArtifact(at);
      if (!artifact) return refusal("This artifact no longer exists, so it cannot be accepted.");
      return acceptArtifact("human", wait.id, artifact, at);
    }
    case "return":
      return answer.words === "" ? refusal("Say what must be different.") : returned(wait.id, answer.words);
    case "rewrite":
      return [...returned(wait.id, answer.words || "Write it again, please."), again];
  }
}

/** The team reads the words behind the version that they are about. */
export function returned(artifact: string, words: string): readonly [Draft, Draft] {
  return [
    {
      actor: "human",
      event: { type: "artifact.settled", artifact, verdict: "returned", reasons: [words] },
    },
    { actor: "human", event: { type: "message.posted", text: words, returns: artifact } },
  ];
}

const again: Draft = {
  actor: "human",
  event: { type: "phase.signalled", summary: "The product manager wants it written again." },
};
