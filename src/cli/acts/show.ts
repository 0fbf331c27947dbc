import { nextAt } from "../../app/look/next-for.ts";
import { watchSession } from "../../app/run/watch-session.ts";
import { type AtSession, withSession } from "../../app/sessions/with-session.ts";
import type { Fact } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import type { ArtifactKind } from "../../core/terms/phase.ts";
import { shellWord } from "../../core/text/quoted.ts";
import { oneLine } from "../../core/views/plain-text.ts";
import { talkFrom } from "../../core/views/rows/layout.ts";
import { eventLine } from "../../core/views/story/event-line.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { openFace } from "../face/open-face.ts";
import { artifactNamed, artifactNames } from "../option-values.ts";
import type { ShowOptions } from "../options.ts";
import { closingLine } from "../print/closing-line.ts";
import { jsonText } from "../print/json-text.ts";
import type { Wire } from "../wire/wire.ts";
import { showArtifact } from "./show-artifact.ts";
import { showDecisions } from "./show-decisions.ts";
import { showTrace } from "./show-trace.ts";

/** `huddle show`: the story so far, short or in full; with `--follow`, also what happens next. */
export async function showAct(
  wire: Wire,
  options: ShowOptions,
  what?: string,
  about?: string,
): Promise<ExitCode> {
  const shown = whatShown(what, options);
  if (about !== undefined && shown !== "trace")
    throw new Fault("usage", `Only a trace can be about one thing: huddle show trace ${shellWord(about)}`);
  if (shown === "task") {
    const { taskAct } = await import("./task.ts");
    return taskAct(wire, what ?? "", options);
  }
  return withSession(await wire.openProject(), options.session, (at) => {
    switch (shown) {
      case "story":
        return show(wire, options, at);
      case "decisions":
        return showDecisions(wire, options, at);
      case "trace":
        return showTrace(wire, options, at, about);
      default:
        return showArtifact(wire, shown, options, at);
    }
  });
}

/** Accepts the person's word for it and ours. Refuses an option that means nothing here. */
function whatShown(what: string | undefined, options: ShowOptions): "story" | "task" | Listed | ArtifactKind {
  const kind = artifactNamed(what);
  const listed = taskIdShape.test(what ?? "") ? "task" : listedNames.find((name) => name === what);
  if (what !== undefined && !listed && !kind)
    throw new Fault("usage", `There is no ${what} to show. Type: huddle show ${shownNames.join("|")}`);
  if (options.version !== undefined && !kind)
    throw new Fault("usage", "--version goes with scope, tasks, approach or review.");
  if (what === undefined) return "story";
  if (options.follow || options.events || options.from !== undefined || options.phase !== undefined)
    throw new Fault("usage", `--follow, --events, --from and --phase go with the story: huddle show`);
  return kind ?? listed ?? "story";
}

const listedNames = ["decisions", "trace"] as const;
type Listed = (typeof listedNames)[number];

const taskIdShape = /^t\d+$/;

const shownNames = [...listedNames, ...artifactNames];

async function show(wire: Wire, options: ShowOptions, at: AtSession): Promise<ExitCode> {
  const { journal } = at.files;
  const stop = options.follow ? AbortSignal.any([wire.stop(), wire.output.gone]) : wire.output.gone;
  const { face, close } = openFace(wire, {
    human: "you",
    least: "small",
    talk: talkFrom(options, false, options.follow !== true),
  });
  const isLive = options.follow === true && !options.json && !options.events;
  const watching = watchSession(at.files, (item) => {
    if (item.kind === "signal") {
      if (isLive) face.show(item);
      return;
    }
    const { fact, after } = item;
    if (fact.seq < (options.from ?? 1)) return;
    if (options.phase !== undefined && after.stage?.phase !== options.phase) return;
    if (options.json) wire.output.out(`${jsonText(fact)}\n`);
    else if (options.events) face.print([eventRow(fact)]);
    else face.show(item);
  });
  try {
    await watching.told(journal.state().head);
    if (options.follow) await watching.until((state) => state.session.ending !== undefined, stop);
    if (!stop.aborted) await watching.told(journal.state().head);
  } finally {
    await watching.stop();
    close();
  }
  if (options.follow && stop.aborted && !wire.output.gone.aborted) return exitCodes.stopped;
  if (!options.json) wire.output.out(`\n${closingLine(await nextAt(at), wire.terminal)}\n`);
  return exitCodes.finished;
}

function eventRow(fact: Fact): string {
  return `${String(fact.seq).padStart(5)}  ${fact.at.slice(11, 19)}  ${fact.actor.padEnd(10)}  ${oneLine(eventLine(fact))}`;
}
