import type { Journal } from "../../src/core/ports/journal.ts";
import { moveTask } from "../../src/core/rules/move-task.ts";
import type { Task } from "../../src/core/state/task.ts";
import { tasksInOrder } from "../../src/core/state/tasks-in-order.ts";
import { isHeld } from "../../src/core/terms/task-machine.ts";
import type { Theatre } from "./theatre.ts";

/**
 * A person who takes tasks over while they are tested, and hands each in as it is, in its engineer's words, once as many
 * runners as they like have died meanwhile. So what is built stays the same.
 */
export class HoldingPerson {
  readonly #theatre: Theatre;
  readonly #random: () => number;
  readonly #taken = new Set<string>();
  #outlives = 0;
  #onHeld: () => void = () => {};
  /** Tasks that were given back. */
  given = 0;

  constructor(theatre: Theatre, random: () => number) {
    this.#theatre = theatre;
    this.#random = random;
  }

  /** Resolves once the person has a task. */
  holds(): Promise<void> {
    if (this.#outlives > 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onHeld = resolve;
    });
  }

  /** A runner has died. `isLast`: no other will. */
  async died(isLast: boolean): Promise<void> {
    if (this.#outlives === 0) return;
    this.#outlives = isLast ? 0 : this.#outlives - 1;
    if (this.#outlives === 0) await this.#givesBack();
  }

  /** Takes tasks, until the signal aborts. */
  async live(signal: AbortSignal, mayTake: () => boolean): Promise<void> {
    const journal = await this.#theatre.journal();
    while (!signal.aborted) {
      const { tasks, head } = journal.state();
      const held = Object.values(tasks).find((task) => isHeld(task.state));
      if (held && this.#outlives === 0) {
        this.#outlives = 1 + Math.floor(this.#random() * 2);
        this.#onHeld();
        if (!mayTake()) await this.died(true);
      }
      if (!held && mayTake()) await this.#takes(journal);
      await journal.moved(head, signal);
    }
    await journal.close();
  }

  async #takes(journal: Journal): Promise<void> {
    const isFree = ({ id, state, holding }: Task) =>
      state === "TESTING" && holding === undefined && !this.#taken.has(id);
    await journal.append((at) => {
      if (tasksInOrder(at).some(({ state, holding }) => isHeld(state) || holding !== undefined))
        return undefined;
      const task = tasksInOrder(at).find(isFree);
      if (!task) return undefined;
      this.#taken.add(task.id);
      return [{ actor: "human", event: { type: "hold.requested", task: task.id } }];
    });
  }

  async #givesBack(): Promise<void> {
    const journal = await this.#theatre.journal();
    await journal.append((at) => {
      const task = tasksInOrder(at).find(({ state }) => isHeld(state));
      const { summary = "" } = task ?? {};
      return task && [{ ...moveTask(task, "finished", summary, { summary }), actor: "human" }];
    });
    this.given += 1;
    await journal.close();
  }
}
