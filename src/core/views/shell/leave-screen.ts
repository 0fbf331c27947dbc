import { wrap } from "../rows/wrap.ts";
import type { Screen } from "../screen/screen.ts";

/** Asks what becomes of the run when a person leaves while this process runs the session. */
export const leaveScreen: Screen<null> = {
  title: "Leave while the team works?",
  begin: null,
  keys: [
    {
      keys: ["'s'", "interrupt"],
      does: "stops the run and leaves",
      hint: "stop and leave",
      press: (model) => ({ model, wants: [{ kind: "end", detach: false }] }),
    },
    {
      keys: ["'d'"],
      does: "leaves; the run goes on in the background",
      hint: "leave it running",
      press: (model) => ({ model, wants: [{ kind: "end", detach: true }] }),
    },
    {
      keys: ["escape"],
      does: "stays here",
      hint: "stay",
      press: (model) => ({ model, wants: [{ kind: "close" }] }),
    },
  ],
  rows: (_, { size, paint }) => ({
    rows: [
      ...wrap("s  stops the run. Nothing is lost: it goes on from here when you come back.", size.columns, 3),
      ...wrap(
        "d  leaves the team at work without you. To watch it, type: huddle. Where only you can decide, it stops and waits for you.",
        size.columns,
        3,
      ),
      ...wrap("Esc  stays here.", size.columns, 5),
    ].map((row) => paint("name", row)),
  }),
};
