import { describe, expect, test } from "vitest";
import { LoopStage } from "../../test/support/loop-stage.ts";
import { ScriptedModel } from "../../test/support/scripted-model.ts";
import { byHarness } from "../core/facts/fact.ts";
import type { Build, Journal } from "../core/ports/journal.ts";
import { NoLongerWanted } from "../core/work/step-context.ts";
import { type Done, type EffectPlan, effect } from "./effect.ts";

const key = "turn/refinement.1/1";

/** An effect that counts what is done, in a step that the log wants. */
class Deed {
  readonly stage = new LoopStage();
  readonly did: string[] = [];
  plans = 0;
  outdated = false;
  dies = false;
  /** The plan says that it is not done this way. */
  not = false;
  fails = false;

  run(journal: Journal = this.stage.log.journal().as(key)): Promise<Done | undefined> {
    const context = this.stage.context(new ScriptedModel(), journal);
    const plan: EffectPlan<Done> = {
      kind: "commit",
      plan: async () => {
        this.plans += 1;
        if (this.not) return { not: [byHarness({ type: "turn.ended", thread: key, how: "cut" })] };
        return { input: { plan: this.plans } };
      },
      outdated: async () => this.outdated,
      act: async (input) => {
        this.did.push(`plan ${String(input.plan)}`);
        if (this.dies) throw new Error("killed");
        return { failed: this.fails, text: "done", commit: `c${String(input.plan)}` };
      },
      follows: (done, { first, effect: { id } }) => [
        byHarness({ type: "message.posted", text: `${done.commit} by ${id} at ${first}` }),
      ],
    };
    return effect(context, plan);
  }
}

describe("intent, deed, consequence", () => {
  test("stand in that order; result and what follows from it in one append", async () => {
    const deed = new Deed();
    expect(await deed.run()).toMatchObject({ failed: false, commit: "c1" });
    const facts = deed.stage.log.facts.slice(2);
    expect(facts.map(({ event, more, step }) => [event.type, more, step])).toEqual([
      ["effect.started", undefined, key],
      ["effect.settled", true, key],
      ["message.posted", undefined, key],
    ]);
    expect(facts[2]?.event).toMatchObject({ text: `c1 by e${facts[0]?.seq} at ${facts[2]?.seq}` });
  });

  test("killed in between, it is done again by its recorded plan", async () => {
    const deed = new Deed();
    deed.dies = true;
    await expect(deed.run()).rejects.toThrow("killed");
    deed.dies = false;
    await deed.run();
    expect(deed.did).toEqual(["plan 1", "plan 1"]);
    expect(deed.plans).toBe(1);
    expect(deed.stage.log.types().filter((type) => type === "effect.started")).toHaveLength(1);
  });

  test("settled, nothing is done and nothing follows twice", async () => {
    const deed = new Deed();
    await deed.run();
    expect(await deed.run()).toMatchObject({ commit: "c1" });
    expect(deed.did).toEqual(["plan 1"]);
    expect(deed.stage.log.types().filter((type) => type === "message.posted")).toHaveLength(1);
  });

  test("a plan that the world has outrun is given up in the append that begins the next", async () => {
    const deed = new Deed();
    deed.dies = true;
    await expect(deed.run()).rejects.toThrow("killed");
    deed.dies = false;
    deed.outdated = true;
    expect(await deed.run()).toMatchObject({ commit: "c2" });
    expect(deed.did).toEqual(["plan 1", "plan 2"]);
    const facts = deed.stage.log.facts.slice(2);
    expect(facts.map(({ event, more }) => [event.type, more])).toEqual([
      ["effect.started", undefined],
      ["effect.settled", true],
      ["effect.started", undefined],
      ["effect.settled", true],
      ["message.posted", undefined],
    ]);
    expect(facts[1]?.event).toMatchObject({ effect: `e${facts[0]?.seq}`, failed: true });
    expect(facts[3]?.event).toMatchObject({ effect: `e${facts[2]?.seq}`, failed: false });
  });

  test("10.41: what failed is planned and begun anew where its step is still wanted, killed or not", async () => {
    for (const dies of [false, true]) {
      const deed = new Deed();
      deed.fails = true;
      expect(await deed.run()).toMatchObject({ failed: true, commit: "c1" });
      deed.fails = false;
      deed.dies = dies;
      if (dies) await expect(deed.run()).rejects.toThrow("killed");
      deed.dies = false;
      expect(await deed.run()).toMatchObject({ failed: false, commit: "c2" });
      expect(deed.plans).toBe(2);
      const settled = deed.stage.log.facts.flatMap(({ event }) =>
        event.type === "effect.settled" ? [event.effect] : [],
      );
      expect(new Set(settled).size).toBe(2);
      expect(settled).toHaveLength(2);
    }
  });

  test("not this way: what follows from that is recorded, and nothing is begun", async () => {
    const deed = new Deed();
    deed.not = true;
    expect(await deed.run()).toBeUndefined();
    expect(deed.stage.types()).toEqual(["turn.ended"]);
    expect(deed.did).toEqual([]);
  });

  test("not this way any more: the plan that was begun is given up in the same append", async () => {
    const deed = new Deed();
    deed.dies = true;
    await expect(deed.run()).rejects.toThrow("killed");
    deed.outdated = true;
    deed.not = true;
    expect(await deed.run()).toBeUndefined();
    const facts = deed.stage.log.facts.slice(2);
    expect(facts.map(({ event, more }) => [event.type, more])).toEqual([
      ["effect.started", undefined],
      ["effect.settled", true],
      ["turn.ended", undefined],
    ]);
    expect(facts[1]?.event).toMatchObject({ effect: `e${facts[0]?.seq}`, failed: true });
  });

  test("what follows from no plan is not recorded for a step that nobody wants", async () => {
    const deed = new Deed();
    deed.not = true;
    deed.stage.wantedByLog = false;
    await expect(deed.run()).rejects.toThrow(NoLongerWanted);
    expect(deed.stage.types()).toEqual([]);
  });

  test("nothing is begun for a step that nobody wants, or by a runner that was told to stop", async () => {
    const unwanted = new Deed();
    unwanted.stage.wantedByLog = false;
    await expect(unwanted.run()).rejects.toThrow(NoLongerWanted);
    const stopped = new Deed();
    stopped.stage.stop.abort();
    await expect(stopped.run()).rejects.toThrow(NoLongerWanted);
    for (const { did, stage } of [unwanted, stopped]) {
      expect(did).toEqual([]);
      expect(stage.types()).toEqual([]);
    }
  });

  test("a result is recorded even when nobody wants it any more: it happened", async () => {
    const deed = new Deed();
    deed.dies = true;
    await expect(deed.run()).rejects.toThrow("killed");
    deed.dies = false;
    deed.stage.stop.abort();
    expect(await deed.run()).toMatchObject({ commit: "c1" });
    expect(deed.stage.types()).toContain("effect.settled");
  });

  test("a result that a later runner no longer lets in stops this one", async () => {
    const deed = new Deed();
    const journal = deed.stage.log.journal().as(key);
    let appends = 0;
    const replaced = {
      state: () => journal.state(),
      append: async (build: Build) => {
        appends += 1;
        return appends === 1 ? journal.append(build) : { kind: "refused", why: "a later runner" };
      },
    } as unknown as Journal; // only these are asked of it
    await expect(deed.run(replaced)).rejects.toThrow(NoLongerWanted);
    expect(deed.did).toEqual(["plan 1"]);
  });

  test("an effect that was begun and is forgotten meanwhile, as by a new plan, is not done", async () => {
    const deed = new Deed();
    const journal = deed.stage.log.journal().as(key);
    const forgetful = {
      state: () => ({ ...journal.state(), effects: {} }),
      append: (build: Build) => journal.append(build),
    } as unknown as Journal; // only these are asked of it
    await expect(deed.run(forgetful)).rejects.toThrow(NoLongerWanted);
    expect(deed.did).toEqual([]);
  });
});
