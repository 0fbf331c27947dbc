import type { IncomingMessage, ServerResponse } from "node:http";
import type { Answer } from "./answer.ts";
import { answerRequest } from "./answer-request.ts";
import type { Wire } from "./asked.ts";
import type { Plan } from "./fail-once.ts";
import { House, type HouseOptions } from "./house.ts";
import { Listener } from "./listener.ts";
import type { Misbehaviour } from "./misbehaviour.ts";
import { type Ending, type Recorded, record } from "./recorded.ts";
import { type Answers, type Expected, type Resolve, Script } from "./script.ts";

export interface ProviderServerOptions extends HouseOptions {
  /** A rehearsal, or a function from the request to the answer. Without it, only what `reply` queued is said. */
  readonly answers?: Answers;
  /** Which line of the rehearsal is asked for, when no header says so. */
  readonly resolve?: Resolve;
  /** What goes wrong with which request, where `next` does not say. */
  readonly plan?: Plan;
}

/** See `start-provider-server.ts`. */
export class ProviderServer {
  /** All there were, in the order they arrived. */
  readonly requests: Recorded[] = [];
  readonly #script: Script;
  readonly #house: House;
  readonly #plan: Plan | undefined;
  readonly #planned: (readonly Misbehaviour[])[] = [];
  readonly #listener: Listener;
  readonly #watchers: (() => void)[] = [];
  #waiting = new AbortController();
  #isShut = true;

  constructor({ answers, resolve, plan, ...house }: ProviderServerOptions) {
    this.#script = new Script(answers, resolve);
    this.#house = new House(house);
    this.#plan = plan;
    this.#listener = new Listener((request, response) => void this.#take(request, response));
  }

  get origin(): string {
    return this.#listener.origin;
  }

  /** The base URL that a client of this provider takes. */
  url(wire: Wire): string {
    const paths = { anthropic: "/v1", openai: "/v1", google: "/v1beta", ollama: "" };
    return `${this.origin}${paths[wire]}`;
  }

  /** The next request that asks a model for something goes wrong like this. Called again: the one after that. */
  next(...misbehaviours: readonly Misbehaviour[]): void {
    this.#planned.push(misbehaviours);
  }

  /** The next request that goes well is answered with this; it must hold what is expected. */
  reply(answer: Answer, expected: Expected = []): void {
    this.#script.queue(answer, expected);
  }

  /** The request of this number, as soon as it is here. */
  async nth(number: number): Promise<Recorded> {
    for (;;) {
      const request = this.requests[number - 1];
      if (request) return request;
      await new Promise<void>((resolve) => this.#watchers.push(resolve));
    }
  }

  /** Those that ask a model to speak. The others look at what the server has. */
  get asks(): readonly Recorded[] {
    return this.requests.filter(
      ({ body }) => typeof body === "object" && body !== null && ("messages" in body || "contents" in body),
    );
  }

  /** Requests that no provider would have taken, or that the script has no answer for. */
  get problems(): readonly string[] {
    return this.requests.flatMap(({ number, problem }) => (problem ? [`request ${number}: ${problem}`] : []));
  }

  /** Throws when there was a problem, or when something scripted was not asked for. */
  assertSpent(): void {
    if (this.problems.length > 0) throw new Error(this.problems.join("\n"));
    this.#script.assertSpent();
    if (this.#planned.length > 0) throw new Error(`${this.#planned.length} misbehaviours met no request`);
  }

  /** Ends all waiting: what stands still or has not begun is closed unfinished. */
  release(): void {
    this.#waiting.abort();
    this.#waiting = new AbortController();
  }

  /** Connections are refused from now on. */
  async shut(): Promise<void> {
    this.#isShut = true;
    this.release();
    await this.#listener.close();
  }

  /** Listens, on the same port as before. */
  async open(): Promise<void> {
    await this.#listener.open();
    this.#isShut = false;
  }

  async close(): Promise<void> {
    await this.shut();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { promise: ended, resolve: end } = deferred<Ending>();
    const state = { isCut: false };
    const over = new AbortController();
    response.once("close", () => {
      over.abort();
      end(response.writableFinished ? "whole" : state.isCut || this.#isShut ? "cut" : "left");
    });
    const called = await record(request, () => this.requests.length + 1, ended);
    if (called === undefined) return;
    this.requests.push(called.recorded);
    for (const watcher of this.#watchers.splice(0)) watcher();
    await answerRequest({
      ...called,
      house: this.#house,
      script: this.#script,
      misbehave: () => this.#planned.shift() ?? this.#plan?.(called.recorded) ?? [],
      response,
      over: AbortSignal.any([over.signal, this.#waiting.signal]),
      cutting: () => {
        state.isCut = true;
      },
    });
  }
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
