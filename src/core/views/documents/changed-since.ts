import type { ArtifactState } from "../../state/session.ts";
import { oneLine } from "../../text/one-line.ts";

/** What is different since the version that was sent back, as a heading and a line each. Empty: none was. */
export function changedSince({ changed }: Pick<ArtifactState, "changed">): readonly string[] {
  if (!changed) return [];
  const version = `version ${changed.since}, which was sent back`;
  if (changed.what.length === 0) return [`Nothing is different from ${version}.`];
  return [`Changed since ${version}:`, ...changed.what.map((what) => `- ${oneLine(what)}`)];
}
