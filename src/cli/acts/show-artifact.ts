import { estimateFor } from "../../app/look/estimate.ts";
import { nextAt } from "../../app/look/next-for.ts";
import { tryArtifactFiles, versionsIn } from "../../app/run/artifact-files.ts";
import type { AtSession } from "../../app/sessions/with-session.ts";
import { Fault } from "../../core/fault.ts";
import type { ArtifactKind } from "../../core/terms/phase.ts";
import { artifactName } from "../../core/terms/phase.ts";
import { type Estimate, restLines } from "../../core/views/cost/estimate.ts";
import { artifactText } from "../../core/views/documents/artifact-text.ts";
import {
  type ArtifactVersion,
  standingOf,
  versionWanted,
} from "../../core/views/documents/artifact-versions.ts";
import { plainText } from "../../core/views/plain-text.ts";
import { planRows } from "../../core/views/plan/graph.ts";
import { planGraph, planShape } from "../../core/views/plan/plan-graph.ts";
import { wrap } from "../../core/views/rows/wrap.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import type { ShowOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import { widthFor } from "../print/wrapped.ts";
import type { Wire } from "../wire/wire.ts";

/** `huddle show scope|tasks|approach|review`: an artifact as a document, who wrote it and how it stands. */
export async function showArtifact(
  wire: Wire,
  kind: ArtifactKind,
  options: ShowOptions,
  at: AtSession,
): Promise<ExitCode> {
  const { files, project } = at;
  const versions = await versionsIn(files);
  const ofKind = versions.filter((one) => one.kind === kind);
  const shown = versionWanted(versions, kind, options.version);
  if (!shown) throw missing(kind, ofKind, options.version);
  const { [kind]: path } = await tryArtifactFiles(files, versions);
  const isNewest = shown === ofKind.at(-1);
  const estimate = isNewest && kind === "tasks" ? await estimateFor(project, files) : undefined;
  const lines = [
    ...headingOf(at),
    `The ${artifactName(kind)}: ${standingOf(shown)}.`,
    ...(isNewest && path !== undefined ? [`Also in ${path}`] : []),
    "",
    ...bodyLines(wire, shown, at, estimate),
    "",
    ...othersLines(ofKind, shown),
  ];
  const document = {
    session: files.id,
    artifact: shown,
    ...(isNewest && path !== undefined && { path }),
    versions: ofKind.map(({ body: _, ...rest }) => rest),
    ...(shown.kind === "tasks" && { graph: planShape(shown.body, files.journal.state()) }),
    ...(estimate && { estimate }),
  };
  report(wire, options, document, lines, await nextAt(at));
  return exitCodes.finished;
}

function missing(kind: ArtifactKind, there: readonly ArtifactVersion[], wanted: string | undefined): Fault {
  const name = artifactName(kind);
  if (there.length === 0)
    return new Fault("nothing.open", `There is no ${name} yet. See how things stand with: huddle status`);
  const known = there.map((one) => `${one.version} (${one.id})`).join(", ");
  return new Fault("usage", `There is no version ${wanted ?? ""} of the ${name}. There are: ${known}.`);
}

/** The words, and below a plan its graph and what the rest may take. */
function bodyLines(
  wire: Wire,
  artifact: ArtifactVersion,
  { files }: AtSession,
  estimate: Estimate | undefined,
): readonly string[] {
  const width = widthFor(wire.terminal);
  const text = wrap(plainText(artifactText(artifact)), width, 4);
  if (artifact.kind !== "tasks") return text;
  const graph = planRows(planGraph(artifact.body, files.journal.state()), width);
  const rest = estimate ? restLines(estimate) : [];
  return [...text, "", ...[...graph, ...rest].flatMap((line) => wrap(plainText(line), width))];
}

function othersLines(versions: readonly ArtifactVersion[], shown: ArtifactVersion): readonly string[] {
  const others = versions.filter((one) => one !== shown);
  if (others.length === 0) return [];
  const what = shown.kind === "findings" ? "review" : shown.kind;
  const isTwice = (version: number) => versions.filter((one) => one.version === version).length > 1;
  return [
    "Other versions:",
    ...others.map((one) => {
      const name = isTwice(one.version) ? one.id : one.version;
      return `  huddle show ${what} --version ${name}  (${standingOf(one)})`;
    }),
  ];
}
