import { estimateFor, sizeEstimateFor, waitingPlan } from "../app/look/estimate.ts";
import { livingRunner } from "../app/look/status.ts";
import { driveSession } from "../app/run/drive-session.ts";
import { followRun } from "../app/run/follow-run.ts";
import type { RunEnding } from "../app/run/run-session.ts";
import { tellsFrom, watchFacts, watchSignals } from "../app/run/watch-session.ts";
import { budgetWith, checkPrices, setBudget } from "../app/say/set-budget.ts";
import { setModels } from "../app/say/set-models.ts";
import { checkTeam } from "../app/sessions/check-team.ts";
import { decide } from "../core/decide/decide.ts";
import type { Fact } from "../core/facts/fact.ts";
import type { Model } from "../core/ports/model.ts";
import type { Signal } from "../core/ports/signal.ts";
import type { State } from "../core/state/state.ts";
import { assertPrompts } from "../core/terms/prompt-files.ts";
import { restLines } from "../core/views/cost/estimate.ts";
import { sizeEstimateLines } from "../core/views/cost/size-estimate.ts";
import { planShape } from "../core/views/plan/plan-graph.ts";
import { shapeLines } from "../core/views/plan/plan-shape.ts";
import { storyLine } from "../core/views/story/story-line.ts";
import { openRunScreen, type RunScreen } from "./face/run-screen.ts";
import { capFrom, type RunOptions } from "./options.ts";
import type { Wire } from "./wire/wire.ts";
import type { AtSession } from "./with-session.ts";

export interface PlayOptions extends RunOptions {
  /** With --json: the event from which on all are printed. Left out: those that come now. */
  readonly from?: number;
  /** What came after this event is told as well: the person has just said it. */
  readonly since?: number;
  /** What the person would type again, for messages. */
  readonly command?: string;
  /** There is nothing more to stay for; whoever runs it elsewhere goes on. */
  enough?(state: State): boolean;
}

/** Runs the session in front of the person, or watches whoever does, until there is nothing more to do here. */
export async function playRun(wire: Wire, options: PlayOptions, at: AtSession): Promise<RunEnding> {
  const { journal } = at.files;
  const watched = !options.force && (await livingRunner(at.project, at.files, journal.state()));
  if (!watched) {
    // What a model's name means is recorded before it counts.
    await setModels(journal, (await wire.models()).meant);
    await refuseImpossible(at, options);
  }
  await setBudget(journal, capFrom(options), at.project.price);
  // Watching needs no model.
  const model = watched ? undefined : await modelsOf(wire, at);
  return play(wire, options, at, model);
}

/** Whoever the team's models are asked through. */
async function modelsOf(wire: Wire, { files: { journal } }: AtSession): Promise<Model> {
  const names = [...new Set(journal.state().session.seats.map((seat) => seat.model))];
  return (await wire.models()).open(names);
}

/** Before anything is asked: wrong words, a team that cannot do its work, a budget that nobody could keep. */
async function refuseImpossible({ project, files }: AtSession, options: PlayOptions): Promise<void> {
  assertPrompts(await project.promptFiles());
  const { seats, policy } = files.journal.state().session;
  checkTeam(seats, project.canUseTools);
  const budget = budgetWith(policy.budget, capFrom(options), seats, project.price);
  checkPrices(budget, seats, project.price, options.command ?? "huddle run");
}

async function play(
  wire: Wire,
  options: PlayOptions,
  at: AtSession,
  model: Model | undefined,
): Promise<RunEnding> {
  const { files } = at;
  const left = new AbortController();
  const stop = AbortSignal.any([wire.stop(), wire.output.gone, left.signal]);
  const screen = options.json
    ? undefined
    : openRunScreen(wire, at, { all: options.all === true }, () => left.abort());
  if (screen) wire.stop().addEventListener("abort", () => stopping(screen), { once: true });
  const { head } = files.journal.state();
  const { since = head, from = since + 1, enough } = options;
  const isTold = tellsFrom(files.journal.state(), wire.clock.now());
  const tells = (seq: number) => seq > since || isTold(seq);
  let estimating: Promise<void> | undefined;
  const watching = watchFacts(files, (fact, before, after) => {
    if (!screen && fact.seq >= from) wire.output.out(`${JSON.stringify(fact)}\n`);
    if (tells(fact.seq)) screen?.face.fact(fact, before, after);
    if (tells(fact.seq) && screen && isEstimated(fact)) {
      estimating = isPlan(fact) ? tellPlan(at, screen) : tellSize(at, screen);
      estimating.catch(() => undefined); // awaited below, when the run is over
    }
    if (fact.seq > head && (screen?.isLeft(after) || enough?.(after))) left.abort();
  });
  try {
    await watching.told(files.journal.state().head);
    screen?.face.begin(watching.state());
    const ending = await driveOrFollow(options, at, model, stop, screen);
    await watching.told(files.journal.state().head);
    await estimating;
    return left.signal.aborted ? putOff(wire, files.journal.state()) : ending;
  } finally {
    screen?.close();
    await watching.stop();
  }
}

/** Somebody was asked and said later: what they were asked about stays as it is. */
function putOff(wire: Wire, state: State): RunEnding {
  const { ending } = decide(state, wire.clock.now());
  return ending?.kind === "over-budget" ? ending : { kind: "waiting", why: "you said later" };
}

function isEstimated(fact: Fact): boolean {
  return isPlan(fact) || fact.event.type === "work.sized";
}

function isPlan({ event }: Fact): boolean {
  return event.type === "artifact.submitted" && event.kind === "tasks";
}

/** What its graph means and what the rest may take, beside the question whether the plan is right. */
async function tellPlan({ project, files }: AtSession, { face }: RunScreen): Promise<void> {
  const estimate = await estimateFor(project, files);
  const state = files.journal.state();
  const plan = waitingPlan(state);
  if (!estimate || !plan) return;
  const [first = "", ...rows] = [...shapeLines(planShape(plan, state)), ...restLines(estimate)];
  face.tell([storyLine({ seq: state.head, actor: "harness" }, "note", first, { rows })]);
}

/** What small work may take in both ways, beside the question which it shall be. */
async function tellSize({ project, files }: AtSession, { face }: RunScreen): Promise<void> {
  const estimate = await sizeEstimateFor(project, files);
  if (!estimate) return;
  const [first = "", ...rows] = sizeEstimateLines(estimate);
  const { head } = files.journal.state();
  face.tell([storyLine({ seq: head, actor: "harness" }, "note", first, { rows })]);
}

function stopping(screen: RunScreen): void {
  screen.close();
  screen.face.print(["Stopping. (Ctrl-C again: at once.)"]);
}

/** Whoever is told that somebody else runs it becomes a viewer, and can still say and answer. */
async function driveOrFollow(
  options: RunOptions,
  at: AtSession,
  model: Model | undefined,
  stop: AbortSignal,
  screen: RunScreen | undefined,
): Promise<RunEnding> {
  const onSignal = (signal: Signal) => screen?.face.signal(signal);
  if (model) {
    const driven = await driveSession(at.project, at.files, {
      lease: {
        mode: "run",
        ...(options.until !== undefined && { until: options.until }),
        ...(options.maxTurns !== undefined && { maxTurns: options.maxTurns }),
        ...(options.force && { force: true }),
      },
      model,
      signal: stop,
      linger: screen?.asks === true,
      onSignal,
    });
    if (driven.kind !== "busy" && driven.kind !== "fenced") return driven;
  }
  const { runner } = at.files.journal.state();
  screen?.face.print([
    `Process ${runner?.pid ?? "?"} on ${runner?.host ?? "?"} runs this session. You are watching.`,
  ]);
  const signals = watchSignals(at.files, onSignal);
  try {
    return await followRun(at.project, at.files, stop);
  } finally {
    await signals.stop();
  }
}
