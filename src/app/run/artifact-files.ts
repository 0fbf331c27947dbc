import { Fault } from "../../core/fault.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { State } from "../../core/state/state.ts";
import { type ArtifactKind, artifactKinds } from "../../core/terms/phase.ts";
import { artifactFile } from "../../core/views/documents/artifact-file.ts";
import {
  type ArtifactVersion,
  readVersions,
  versionWanted,
} from "../../core/views/documents/artifact-versions.ts";

/** Every version of every artifact, from the log. */
export async function versionsIn(files: SessionFiles): Promise<readonly ArtifactVersion[]> {
  const reading = readVersions();
  for await (const fact of files.journal.read(1)) reading.add(fact);
  return reading.versions();
}

export type ArtifactPaths = Readonly<Partial<Record<ArtifactKind, string>>>;

/** Writes the newest version of each artifact as a file for people, if the file is missing or differs. */
async function writeArtifactFiles(
  files: SessionFiles,
  versions?: readonly ArtifactVersion[],
): Promise<ArtifactPaths> {
  if (Object.keys(files.journal.state().artifacts).length === 0) return {};
  const all = versions ?? (await versionsIn(files));
  const paths: Partial<Record<ArtifactKind, string>> = {};
  for (const kind of artifactKinds) {
    const newest = versionWanted(all, kind);
    if (!newest) continue;
    const { name, text } = artifactFile(newest);
    paths[kind] = await files.writeView(name, text);
  }
  return paths;
}

/** The same, but ignores a file that cannot be written: the log holds everything. */
export async function tryArtifactFiles(
  files: SessionFiles,
  versions?: readonly ArtifactVersion[],
): Promise<ArtifactPaths> {
  return writeArtifactFiles(files, versions).catch((error: unknown) => {
    if (error instanceof Fault && error.code === "log.unwritable") return {};
    throw error;
  });
}

/** Keeps the files in step with the log until `stop`, which writes them once more. */
export function keepArtifactFiles(files: SessionFiles): { stop(): Promise<void> } {
  const enough = new AbortController();
  const over = keep(files, enough.signal);
  over.catch(() => undefined); // `stop` throws it
  return {
    async stop() {
      enough.abort();
      await over;
    },
  };
}

async function keep(files: SessionFiles, signal: AbortSignal): Promise<void> {
  let written: State["artifacts"] | undefined;
  for (;;) {
    const { artifacts, head } = files.journal.state();
    if (artifacts !== written) await tryArtifactFiles(files);
    written = artifacts;
    if (signal.aborted && files.journal.state().artifacts === written) return;
    if (!signal.aborted) await files.journal.moved(head, signal);
  }
}
