import { pageScreen } from "../page/page-screen.ts";
import { focusTrace } from "../trace/focus.ts";
import { traceLines } from "../trace/trace-lines.ts";
import { noSession } from "./no-session.ts";

/** From decisions and requirements to tasks, commits, checks and reviews, and where that breaks off. */
export const traceScreen = pageScreen({
  title: "Trace",
  hang: 6,
  all: "shows the gaps alone, or everything",
  lines(at, gapsAlone) {
    if (!at.session) return noSession;
    const seen = at.read({ kind: "trace" });
    if (seen.kind !== "there") return seen;
    const trace = focusTrace(seen.value);
    if (!trace) return { kind: "there", value: [] };
    const shown = gapsAlone ? { ...trace, decisions: [], requirements: [], tasks: [] } : trace;
    const isWhole = gapsAlone && trace.gaps.length === 0;
    return { kind: "there", value: isWhole ? ["No gaps."] : traceLines(shown) };
  },
});
