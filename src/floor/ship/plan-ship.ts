import { Fault } from "../../core/fault.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import type { Session } from "../../core/state/session.ts";
import { oneLine } from "../../core/text/one-line.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { commitRef, treeRef } from "../branches.ts";
import { commitMessage } from "../commit-message.ts";
import type { PlanOrNot } from "../effect.ts";
import { keptTree } from "../kept-tree.ts";
import { squashMessage } from "./ship-message.ts";

type Request = NonNullable<Session["shipping"]>;

/** What is shipped, as it was planned. `tree` null: the commits that landed, as they are. */
export interface ShipInput {
  readonly was: string | null;
  readonly head: string;
  readonly tree: string | null;
  readonly parents: readonly string[];
  readonly message: string | undefined;
  readonly when: string;
  /** It is not what has landed and was checked, so its checks run first. */
  readonly isChecked: boolean;
  /** Of a patch: where it begins. */
  readonly from: string | undefined;
}

/** Plans of older versions are a merge or nothing. */
export function shipInput(input: Readonly<Record<string, unknown>>): ShipInput {
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const was = text(input.was);
  const head = String(input.head);
  const tree = text(input.tree);
  return {
    was,
    head,
    tree,
    parents: Array.isArray(input.parents)
      ? input.parents.map(String)
      : [...(was === null ? [] : [was]), head],
    message: text(input.message) ?? undefined,
    when: String(input.when),
    isChecked: input.isChecked === undefined ? tree !== null : input.isChecked === true,
    from: text(input.from) ?? undefined,
  };
}

export async function planShip(context: StepContext, session: string, request: Request): Promise<PlanOrNot> {
  const { workspace, journal, clock } = context;
  const { onto, how } = request;
  const { integration: head, session: opened } = journal.state();
  const { base } = opened.repo;
  const when = clock.now();
  // What an earlier try made is not what this one makes.
  await workspace.hold(commitRef(session, "ship"), head);
  if (how === "patch") {
    const isStraight = (await workspace.firstParents(base, head)).every(({ parents }) => parents < 2);
    if (isStraight) return { input: { was: null, head, tree: null, when, from: base } };
  }
  const was = how === "patch" ? null : ((await workspace.resolve(`refs/heads/${onto}`)) ?? null);
  const isAhead = was === null || (await workspace.isAncestor(was, head));
  const isOne = how === "squash" || how === "patch";
  if (isAhead && !isOne) return { input: { was, head, tree: null, when } };
  const made = isAhead ? await workspace.treeOf(head) : await mergedTree(workspace, was, head, onto);
  const tree = await keptTree(
    workspace,
    {
      ref: treeRef(session, "ship"),
      since: was ?? head,
      make: async () =>
        was === null || isAhead ? workspace.treeOf(head) : (await workspace.merge(was, head)).tree,
    },
    made,
  );
  const words = isOne ? await squashWords(context, request, was ?? base) : mergeWords(context, request);
  const message = await workspace.theirs.passMessage(words);
  const parents = isOne ? [was ?? base] : [was ?? base, head];
  return {
    input: {
      was,
      head,
      tree,
      parents,
      message,
      when,
      isChecked: !isAhead,
      ...(how === "patch" && { from: base }),
    },
  };
}

async function mergedTree(workspace: Workspace, was: string, head: string, onto: string): Promise<string> {
  const { tree, conflicts } = await workspace.merge(was, head);
  if (conflicts.length > 0)
    throw new Fault(
      "merge.conflict",
      `${onto} has moved on and conflicts in ${conflicts.join(", ")}. Ship to a new branch (huddle ship), and merge that branch yourself.`,
    );
  return tree;
}

function mergeWords({ journal }: StepContext, { message }: Request): string {
  return message ?? commitMessage(oneLine(`Merge ${journal.state().session.title}`), []);
}

async function squashWords(context: StepContext, { message }: Request, onto: string): Promise<string> {
  const state = context.journal.state();
  return squashMessage(state, await context.workspace.theirs.customs(onto), message);
}
