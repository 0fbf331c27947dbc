import type { SessionFiles } from "../../core/ports/sessions.ts";
import { openPastFacts } from "../../core/views/trace/past-facts.ts";
import { type Trace, traceOf } from "../../core/views/trace/trace.ts";

/** What was decided and asked for, and what became of it, read from the whole log. */
export async function traceFor({ journal }: SessionFiles): Promise<Trace> {
  const past = openPastFacts();
  for await (const fact of journal.read(1)) past.add(fact);
  return traceOf(journal.state(), past.all());
}
