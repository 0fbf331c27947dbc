import type { ArtifactKind } from "../../terms/phase.ts";
import { visible, visibleIn } from "../../text/visible.ts";
import { artifactText } from "./artifact-text.ts";
import { type ArtifactVersion, standingOf } from "./artifact-versions.ts";

/** The file that shows an artifact in the session's folder. Written for people; Huddle never reads it back. */
export function artifactFile(version: ArtifactVersion): { readonly name: string; readonly text: string } {
  const { kind } = version;
  const name = fileNames[kind];
  if (kind === "tasks") return { name, text: `${JSON.stringify(visibleIn(asDocument(version)), null, 2)}\n` };
  const [heading = "", ...rest] = visible(artifactText(version)).split("\n");
  const note = `<!-- Written by Huddle from the session's log and never read back. To change it: huddle edit ${kind} -->`;
  return { name, text: [heading, "", `${standingOf(version)}.`, "", ...rest, "", note, ""].join("\n") };
}

const fileNames: Readonly<Record<ArtifactKind, string>> = {
  scope: "scope.md",
  tasks: "tasks.json",
  approach: "approach.md",
  findings: "review.md",
  brief: "brief.md",
  agreement: "agreement.md",
};

function asDocument(version: ArtifactVersion): object {
  const { id, by, at, settled, body } = version;
  return { id, version: version.version, by, at, ...(settled && { settled }), ...body };
}
