import type { Wait } from "../../decide/waits/wait.ts";
import { wordsOf } from "../inbox/words-of.ts";
import { commandGroups, namesIn, taskParts } from "./commands.ts";
import { hintsFor } from "./hints.ts";
import { slashNames } from "./slash.ts";

/** One row of what can be typed during a run at this moment. */
export interface Typable {
  readonly about: string;
  readonly typed: string;
}

export function typable(
  wait: Wait | undefined,
  branch: string | undefined,
  enterShips = false,
): readonly Typable[] {
  const waits = wait && [
    { about: "What waits", typed: wordsOf(wait).asked },
    { about: "", typed: hintsFor(wait, branch, enterShips).join(" · ") },
  ];
  return [
    ...(waits ?? [{ about: "Words", typed: "the team reads them with its next request" }]),
    { about: "! words", typed: "the member who is speaking is asked again, with your words" },
    { about: "/pause", typed: "stop here; huddle run goes on later" },
    ...commandGroups.flatMap((group) => {
      const names = [
        ...namesIn(group).filter((name) => slashNames.includes(name)),
        ...(group === "Tasks" ? taskParts : []),
      ];
      return names.length === 0 ? [] : { about: group, typed: names.map((name) => `/${name}`).join(" ") };
    }),
    { about: "↑ ↓", typed: "what you sent before; of several things that wait, Tab shows the next" },
    {
      about: "More lines",
      typed: "\\ and Enter, or Alt-Enter; then Enter twice or Ctrl-D sends them, and Esc throws them away",
    },
  ];
}
