import type { Wait } from "../../core/decide/waits/wait.ts";
import type { Model } from "../../core/ports/model.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Project } from "../project.ts";
import { type Driven, driveSession } from "../run/drive-session.ts";
import { playHuman, type ScriptedHuman } from "./scripted-human.ts";

export interface Playing {
  readonly model: Model;
  readonly human: ScriptedHuman;
  readonly signal: AbortSignal;
}

export type Played = Driven | { readonly kind: "unscripted"; readonly wait: Wait };

/** Drives a session together with a scripted person. A wait that the script does not know ends it and is returned. */
export async function playRehearsal(
  project: Project,
  files: SessionFiles,
  { model, human, signal }: Playing,
): Promise<Played> {
  const over = new AbortController();
  const playing = AbortSignal.any([signal, over.signal]);
  const acting = playHuman(files.journal, human, playing).then(
    (unknown) => {
      if (unknown) over.abort();
      return unknown;
    },
    (error: unknown) => {
      over.abort();
      throw error;
    },
  );
  acting.catch(() => undefined); // awaited below, after the runner has left
  const driven = await driveSession(project, files, {
    lease: { mode: "demo" },
    model,
    signal: playing,
    linger: true,
  }).finally(() => over.abort());
  const unknown = await acting;
  return unknown && !signal.aborted ? { kind: "unscripted", wait: unknown } : driven;
}
