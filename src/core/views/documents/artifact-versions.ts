import type { Actor, Fact } from "../../facts/fact.ts";
import type { Artifact } from "../../terms/artifacts.ts";
import { type ArtifactId, artifactId, type Instant } from "../../terms/ids.ts";
import { partsOf } from "../../terms/meeting/agreement.ts";
import type { ArtifactKind, Phase } from "../../terms/phase.ts";

/** One version of an artifact, and how it was settled. */
export type ArtifactVersion = Readonly<Artifact> & {
  readonly id: ArtifactId;
  readonly phase: Phase;
  readonly visit: number;
  readonly version: number;
  readonly by: Actor;
  readonly at: Instant;
  readonly settled?: {
    readonly verdict: "accepted" | "returned";
    readonly by: Actor;
    readonly at: Instant;
    readonly reasons: readonly string[];
  };
  /** It was not settled yet when the next version came. */
  readonly replacedBy?: number;
};

export interface VersionsReading {
  add(fact: Fact): void;
  /** All versions, oldest first. */
  versions(): readonly ArtifactVersion[];
}

/** Every version ever submitted; the state holds only the newest of each kind. */
export function readVersions(): VersionsReading {
  const byId = new Map<ArtifactId, ArtifactVersion>();
  return {
    versions: () => [...byId.values()],
    add({ seq, at, actor, event }) {
      if (event.type === "artifact.submitted") {
        const { type: _, ...submission } = event;
        const id = artifactId(seq);
        for (const open of byId.values())
          if (open.kind === event.kind && !open.settled)
            byId.set(open.id, { replacedBy: event.version, ...open });
        byId.set(id, { id, by: actor, at, ...submission });
      }
      if (event.type === "artifact.settled") {
        const version = byId.get(event.artifact);
        const { verdict, reasons } = event;
        if (!version) return;
        const judged = { ...version, settled: { verdict, by: actor, at, reasons } };
        byId.set(version.id, judged);
        if (judged.kind === "agreement" && verdict === "accepted") takeApart(judged, byId);
      }
    },
  };
}

/** Scope, plan and approach of an accepted agreement, each as a version of its own. */
function takeApart(
  agreement: Extract<ArtifactVersion, { kind: "agreement" }>,
  byId: Map<ArtifactId, ArtifactVersion>,
): void {
  const { id, phase, visit, by, at, settled, body } = agreement;
  for (const part of partsOf(body)) {
    const before = [...byId.values()].filter(({ kind }) => kind === part.kind);
    const version = (before.at(-1)?.version ?? 0) + 1;
    byId.set(`${id} ${part.kind}`, {
      ...part,
      id,
      phase,
      visit,
      version,
      by,
      at,
      ...(settled && { settled }),
    });
  }
}

/** The newest of a kind, or the newest that has this number or id. */
export function versionWanted(
  versions: readonly ArtifactVersion[],
  kind: ArtifactKind,
  wanted?: string,
): ArtifactVersion | undefined {
  const ofKind = versions.filter((one) => one.kind === kind);
  if (wanted === undefined) return ofKind.at(-1);
  return ofKind.findLast((one) => one.id === wanted || String(one.version) === wanted);
}

/** The status of a version, in words: "version 2, written by coach, accepted by you". */
export function standingOf({ version, by, settled, replacedBy }: ArtifactVersion): string {
  const end =
    settled || replacedBy === undefined ? settledWords(settled) : `replaced by version ${replacedBy}`;
  return `version ${version}, written by ${nameOfActor(by)}, ${end}`;
}

function settledWords(settled: ArtifactVersion["settled"]): string {
  if (!settled) return "waits for your yes";
  if (settled.verdict === "returned") return `sent back by ${nameOfActor(settled.by)}`;
  return settled.by === "human" ? "accepted by you" : "accepted without asking";
}

function nameOfActor(actor: Actor): string {
  if (actor === "human") return "you";
  return actor === "harness" ? "Huddle" : actor;
}
