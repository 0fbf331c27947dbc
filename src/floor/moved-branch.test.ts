import { describe, expect, test } from "vitest";
import { FakeWorld } from "../../test/support/fake-workspace.ts";
import { emptyState, type State } from "../core/state/state.ts";
import { movedFault, takeBranch, takenFrom } from "./moved-branch.ts";

const ref = "refs/heads/huddle/s/t1";
const branch = "huddle/s/t1";
const short = (commit: string) => commit.slice(0, 12);

/** A world in which the branch holds a commit of Huddle's. */
function worlds() {
  const world = new FakeWorld();
  const was = world.push(branch, { "a.txt": "a" });
  return { world, was, workspace: world.open(1) };
}

describe("a branch that is not where Huddle left it", () => {
  test("and was moved on: it can be kept, moved back or taken", async () => {
    const { world, was, workspace } = worlds();
    const now = world.push(branch, { "b.txt": "b" });
    const fault = await movedFault(workspace, { ref, was });
    expect(fault.code).toBe("branch.moved");
    expect(fault.message.split("\n")).toEqual([
      `The branch ${branch} was moved outside of Huddle from ${short(was)} to ${short(now)}.`,
      `To keep what is there now: git branch kept-huddle-s-t1 ${branch}`,
      `To move it back: git branch -f ${branch} ${short(was)}, then answer yes.`,
      "To go on from what is there now, answer take.",
    ]);
    expect(fault.remedy).toEqual({ kind: "moved", ref, was, now });
  });

  test("and no longer holds what was there: that this is dropped is told, unless a task's branch is merged", async () => {
    const { world, was, workspace } = worlds();
    world.refs.set(ref, world.base);
    const fault = await movedFault(workspace, { ref, was });
    expect(fault.message.split("\n").at(-1)).toBe(
      "To go on from what is there now, answer take. It does not hold what Huddle had put there, so that is left out from then on.",
    );
    expect(fault.remedy).toEqual({ kind: "moved", ref, was, now: world.base, drops: true });
    const task = await movedFault(workspace, { ref, was, task: "t1" });
    expect(task.message.split("\n").at(-1)).toBe(
      "To merge what is there now into t1, answer take. It becomes part of the task's one commit.",
    );
    expect(task.remedy).toEqual({ kind: "moved", ref, was, now: world.base, task: "t1", drops: true });
  });

  test("and was removed: it can only be moved back", async () => {
    const { world, was, workspace } = worlds();
    world.refs.delete(ref);
    const fault = await movedFault(workspace, { ref, was });
    expect(fault.message.split("\n")).toEqual([
      `The branch ${branch} was removed outside of Huddle from ${short(was)}.`,
      `To move it back: git branch -f ${branch} ${short(was)}, then answer yes.`,
    ]);
    expect(fault.remedy).toEqual({ kind: "moved", ref, was, now: null });
  });

  test("and was made where there was none: moving it back removes it", async () => {
    const { was: now, workspace } = worlds();
    const fault = await movedFault(workspace, { ref, was: null });
    expect(fault.message.split("\n")).toEqual([
      `The branch ${branch} was moved outside of Huddle to ${short(now)}.`,
      `To keep what is there now: git branch kept-huddle-s-t1 ${branch}`,
      `To move it back: git branch -D ${branch}, then answer yes.`,
      "To go on from what is there now, answer take.",
    ]);
    expect(fault.remedy).toEqual({ kind: "moved", ref, was: null, now });
  });
});

describe("what a person wants taken", () => {
  const step = "task/t1";

  /** A state in which the person has answered a failure with this remedy. */
  function answered(remedy: object | undefined, kind = "retried"): State {
    const failures = { [step]: { kind, ...(remedy && { remedy }) } };
    return { ...emptyState, failures } as unknown as State;
  }

  test("is the commit they were told of, also if the branch is gone or elsewhere by now", async () => {
    const { world, was: own, workspace } = worlds();
    const now = world.push("other", { "b.txt": "b" });
    const state = answered({ kind: "moved", ref, was: null, now });
    const taken = () => takenFrom(workspace, state, { step, ref, own });
    world.refs.set(ref, now);
    expect(await taken()).toBe(now);
    world.refs.delete(ref);
    expect(await taken()).toBe(now);
    world.push(branch, { "c.txt": "c" });
    expect(await taken()).toBe(now);
  });

  test("is their own merge only if it holds both", async () => {
    const { world, was: own, workspace } = worlds();
    const told = world.push("other", { "b.txt": "b" });
    const state = answered({ kind: "moved", ref, was: null, now: told });
    const taken = () => takenFrom(workspace, state, { step, ref, own });
    world.refs.set(ref, own);
    world.push(branch, { "c.txt": "c" });
    expect(await taken()).toBe(told); // it holds only ours
    world.refs.set(ref, told);
    world.push(branch, { "c.txt": "c" });
    expect(await taken()).toBe(told); // it holds only theirs
    const { tree } = world.merge(own, told);
    const both = await workspace.commitTree({
      tree,
      parents: [own, told],
      message: "both",
      author: { name: "Pia", email: "pia@example.com" },
      when: "t",
    });
    world.refs.set(ref, both);
    expect(await taken()).toBe(both);
  });

  test.each([
    ["nobody answered", emptyState],
    ["they only tried again", answered(undefined)],
    ["they were asked for something else", answered({ kind: "locked", ref, now: "c" })],
    [
      "they were told of another branch",
      answered({ kind: "moved", ref: "refs/heads/x", was: null, now: "c" }),
    ],
    ["the branch was removed", answered({ kind: "moved", ref, was: "c", now: null })],
    ["it failed again since", answered({ kind: "moved", ref, was: null, now: "c" }, "stuck")],
  ])("is nothing where %s", async (_, state) => {
    const { was: own, workspace } = worlds();
    expect(await takenFrom(workspace, state, { step, ref, own })).toBeUndefined();
  });
});

describe("taking a branch", () => {
  const author = { name: "Pia", email: "pia@example.com" };
  const taking = { session: "s", task: "t1", was: null, onto: { parents: ["base"], author, when: "t" } };

  test("merges both sides into one commit, says so, moves the branch there, and keeps what was there", async () => {
    const { world, was: taken, workspace } = worlds();
    const own = world.push("own", { "b.txt": "b" });
    const commit = await takeBranch(workspace, { ...taking, own, taken });
    expect(world.refs.get(ref)).toBe(commit);
    expect(world.commits.get(commit ?? "")?.parents).toEqual(["base"]);
    expect(world.refs.get("refs/huddle/s/taken/t1")).toBe(taken);
    expect(world.filesOf(commit ?? "")).toMatchObject({ "a.txt": "a", "b.txt": "b" });
    expect(world.messages.at(-1)?.trimEnd()).toBe(
      `Take what was put on the branch of t1: ${short(taken)}\n\nHuddle-Task: t1`,
    );
    expect(await takeBranch(workspace, { ...taking, own, taken })).toBe(commit);
  });

  test("that was moved again is left as it is", async () => {
    const { world, was: taken, workspace } = worlds();
    const own = world.push("own", { "b.txt": "b" });
    const now = world.push(branch, { "c.txt": "c" });
    expect(await takeBranch(workspace, { ...taking, own, taken })).toBeUndefined();
    expect(world.refs.get(ref)).toBe(now);
  });

  test("that conflicts is told, with the way to merge it by hand", async () => {
    const { world, was: taken, workspace } = worlds();
    const own = world.push("own", { "a.txt": "other" });
    const fault = await takeBranch(workspace, { ...taking, own, taken, was: own }).catch((error) => error);
    expect(fault.code).toBe("merge.conflict");
    expect(fault.message.split("\n")).toEqual([
      "What is on the branch of t1 now conflicts with what its engineer wrote, in a.txt.",
      `To merge it by hand: git switch --detach ${branch} && git merge ${short(own)}`,
      `Solve the conflicts, commit, and type: git branch -f ${branch} HEAD. Then answer take.`,
      `To leave out what is there now: git branch -f ${branch} ${short(own)}, then answer yes.`,
    ]);
    expect(fault.remedy).toEqual({ kind: "moved", ref, was: own, now: taken, task: "t1" });
    expect(world.refs.get(ref)).toBe(taken);
  });
});
