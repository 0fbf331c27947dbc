import { ledgerLines, ledgerOf } from "../documents/ledger.ts";
import { pageScreen } from "../page/page-screen.ts";
import { noSession } from "./no-session.ts";

/** What was decided in the open session and why, who disagreed, and what was put off. */
export const decisionsScreen = pageScreen({
  title: "Decisions",
  hang: 6,
  all: "shows decisions that were replaced as well, or hides them",
  lines: ({ session }, all) =>
    session ? { kind: "there", value: ledgerLines(ledgerOf(session.state, { all })) } : noSession,
});
