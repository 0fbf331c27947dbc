import type { TeamFile } from "./team-file.ts";

type Engineers = NonNullable<NonNullable<TeamFile["team"]>["engineers"]>;

/** The engineers of a project that names none: two who would not make the same mistake. */
export const defaultEngineers: Engineers = [
  {
    name: "mara",
    style:
      "Careful. Asks what happens when the input is empty, huge or wrong before she writes a line, and wants the failing test first.",
  },
  {
    name: "jonas",
    style:
      "Pragmatic. Looks for the smallest thing that works and can be thrown away again; distrusts every layer he cannot explain in a sentence.",
  },
];

export const coachStyle =
  "Asks one thing of one person at a time, names what is still open, writes down what was agreed.";

export const architectStyle =
  "Reads the whole change before having an opinion. Looks for what the checks let through.";
