import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { RunSeen } from "../../core/views/screen/screen.ts";
import type { Doing } from "../../core/views/screen/want.ts";
import type { Project } from "../project.ts";
import { followRun } from "../run/follow-run.ts";
import { playRun } from "../run/play-run.ts";
import { prepareRun } from "../run/prepare-run.ts";
import { livingRunner } from "../run/take-lease.ts";
import { watchSession } from "../run/watch-session.ts";
import { answer } from "../say/answer.ts";
import { requestShip } from "../say/request-ship.ts";
import { say } from "../say/say.ts";
import { planShip } from "../ship/plan-ship.ts";
import { commentTask } from "../tasks/comment-task.ts";
import { commentedWords } from "../tasks/commented-words.ts";
import type { Listener, OpenSession, Performed } from "./door.ts";
import type { Hands } from "./hands.ts";
import { refusedFor, whyOf } from "./why.ts";

/** A session that the interface shows: it is watched from the beginning, and run here if the person wants that. */
export class OpenedSession implements OpenSession {
  readonly kind = "open";
  readonly id: string;
  readonly branch: string | undefined;
  readonly files: SessionFiles;
  readonly #project: Project;
  readonly #hands: Hands;
  readonly #listener: Listener;
  readonly #closing = new AbortController();
  readonly #watching: ReturnType<typeof watchSession>;
  #run: RunSeen = { kind: "still" };
  #stop: AbortController | undefined;
  #playing: Promise<void> = Promise.resolve();

  constructor(project: Project, files: SessionFiles, hands: Hands, listener: Listener) {
    this.#project = project;
    this.files = files;
    this.id = files.id;
    this.branch = project.branch;
    this.#hands = hands;
    this.#listener = listener;
    this.#watching = watchSession(files, (item) => listener.tell(item));
    void this.#lookOn();
  }

  run(): RunSeen {
    return this.#run;
  }

  async perform(doing: Doing): Promise<Performed> {
    try {
      return await this.#do(doing);
    } catch (error) {
      return refusedFor(error);
    }
  }

  async still(): Promise<void> {
    await this.#playing;
  }

  async close(): Promise<void> {
    this.#stop?.abort();
    this.#closing.abort();
    await this.#playing;
    await this.#watching.stop().catch(() => {}); // the screen has said it
    await this.files.close();
  }

  async #do(doing: Doing): Promise<Performed> {
    const { journal } = this.files;
    const now = this.#project.clock.now();
    switch (doing.kind) {
      case "say":
        await say(journal, doing.text, { now: doing.now });
        break;
      case "answer":
        await answer(journal, doing.id, doing.answer, now, this.#project);
        break;
      case "ship": {
        const { asked } = await planShip(this.#project, this.files, { onto: doing.onto });
        await requestShip(journal, asked, now);
        break;
      }
      case "comment": {
        const commented = await commentTask(this.#project, this.files, doing.task, doing.comment);
        return { kind: "done", says: commentedWords(commented) };
      }
      case "edit":
        await this.#hands.edit(this.files, doing.artifact);
        break;
      case "command":
        return this.#hands.command(doing.args, this.id);
      case "begin":
      case "promote":
      case "settle":
      case "set":
      case "shell":
      case "look-again":
        return this.#hands.perform(doing);
      case "run":
        this.#play();
        break;
      case "stop":
        this.#stop?.abort();
        if (this.#run.kind === "here") this.#seen({ kind: "here", stopping: true });
        break;
    }
    return { kind: "done" };
  }

  #play(): void {
    if (this.#run.kind === "here") return;
    const stop = new AbortController();
    this.#stop = stop;
    this.#seen({ kind: "here", stopping: false });
    this.#playing = this.#played(AbortSignal.any([stop.signal, this.#closing.signal])).then(
      (why) => this.#seen({ kind: "still", why }),
      (error: unknown) => this.#seen({ kind: "still", why: whyOf(error) }),
    );
  }

  async #played(signal: AbortSignal): Promise<string> {
    const { models, askTrust } = this.#hands;
    const { model } = await prepareRun(this.#project, this.files, { models, cap: {}, askTrust });
    const ending = await playRun(this.#project, this.files, {
      model,
      lease: {},
      linger: true,
      signal,
      later: new AbortController().signal,
      onLookingOn: (runner) => {
        if (runner) this.#seen({ kind: "elsewhere", pid: runner.pid, host: runner.host });
      },
    });
    return `The run ended: ${ending.why}.`;
  }

  /** Follows a runner in another process for as long as it lives, and the next one after it. */
  async #lookOn(): Promise<void> {
    const { signal } = this.#closing;
    try {
      while (!signal.aborted) {
        const runner = await livingRunner(this.#project, this.files);
        if (runner && this.#run.kind === "still") {
          this.#seen({ kind: "elsewhere", pid: runner.pid, host: runner.host });
          const { why } = await followRun(this.#project, this.files, signal);
          if (this.run().kind === "elsewhere") this.#seen({ kind: "still", why: `The run ended: ${why}.` });
        }
        const { fence } = this.files.journal.state();
        await this.#watching.until((state) => state.fence !== fence, signal);
      }
    } catch (error) {
      this.#stop?.abort();
      this.#seen({ kind: "lost", why: whyOf(error) });
    }
  }

  #seen(run: RunSeen): void {
    if (this.#run.kind === "lost") return;
    this.#run = run;
    this.#listener.runChanged();
  }
}
