import type { Command } from "commander";
import type { Project } from "../../app/project.ts";
import { findSession } from "../../app/sessions/pick-session.ts";
import { Fault } from "../../core/fault.ts";
import { inboxOf } from "../../core/views/inbox/inbox.ts";
import { oneLine } from "../../core/views/plain-text.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { commandTree } from "../help/command-tree.ts";
import { completions, type KnownNames, type SessionName } from "../help/completions.ts";
import { shellScript } from "../help/shell-scripts.ts";
import { shells } from "../option-values.ts";
import type { CommonOptions } from "../options.ts";
import { jsonText } from "../print/json-text.ts";
import type { Wire } from "../wire/wire.ts";

/** `huddle completion bash`: the script for a shell. `huddle completion words -- …`: what it asks Huddle for. */
export async function completionAct(
  wire: Wire,
  [named, ...typed]: readonly string[],
  program: Command,
  { json }: CommonOptions,
): Promise<ExitCode> {
  const tree = commandTree(program);
  const shell = shells.find((one) => one === named);
  if (shell) {
    const script = shellScript(shell, tree);
    wire.output.out(json ? `${jsonText({ shell, script })}\n` : script);
    return exitCodes.finished;
  }
  const words = completions(tree, typed, await namesHere(wire, typed));
  const lines = words.map(({ word, does }) => `${word}\t${oneLine(does)}\n`);
  wire.output.out(json ? `${jsonText({ words })}\n` : lines.join(""));
  return exitCodes.finished;
}

const none: KnownNames = { sessions: [], tasks: [], waits: [] };

/** Nobody reads an error while they press Tab: where nothing can be read, there are no names. */
async function namesHere(wire: Wire, typed: readonly string[]): Promise<KnownNames> {
  try {
    return await namesIn(wire, typed);
  } catch (error) {
    if (error instanceof Fault) return none;
    throw error;
  }
}

async function namesIn(wire: Wire, typed: readonly string[]): Promise<KnownNames> {
  const project = await wire.openProject();
  const sessions: SessionName[] = [];
  for (const id of (await project.sessions.list()).toReversed())
    sessions.push(await sessionName(project, id));
  const named = typed[typed.indexOf("--session") + 1];
  const isNamed = typed.includes("--session") && sessions.some(({ word }) => word === named);
  return { ...none, sessions, ...(await namesInside(wire, project, isNamed ? named : undefined)) };
}

async function sessionName(project: Project, id: string): Promise<SessionName> {
  try {
    const { title, kind, over } = await project.sessions.card(id);
    const is = over !== undefined ? "over" : kind === "grooming" ? "grooming" : "open";
    return { word: id, does: title, is };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { word: id, does: "cannot be read", is: undefined };
  }
}

/** The tasks and the inbox of a session. */
async function namesInside(
  wire: Wire,
  project: Project,
  session: string | undefined,
): Promise<Partial<KnownNames>> {
  const picked = await findSession(project, session).catch((error: unknown) => {
    if (!(error instanceof Fault)) throw error;
    return undefined; // one that cannot be read is in the way of those alone
  });
  if (!picked) return {};
  try {
    const state = picked.files.journal.state();
    return {
      tasks: Object.values(state.tasks).map(({ id, plan }) => ({ word: id, does: plan.title })),
      waits: inboxOf(state, wire.clock.now()).map(({ id, title }) => ({ word: id, does: title })),
    };
  } finally {
    await picked.files.close();
  }
}
