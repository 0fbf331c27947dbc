import type { Fetch } from "./attempt-fetch.ts";

/** Where Node keeps the dispatcher that its own fetch uses, once it has fetched anything. */
const place = Symbol.for("undici.globalDispatcher.1");

let patient: unknown;

/**
 * Node's own fetch, without its limit of 300 seconds for the first header and between two pieces of a body: a model on a
 * slow machine may read longer than that. `Deadline` sets our limits. Where Node keeps its dispatcher elsewhere, its limit
 * stays.
 */
export const patientFetch: Fetch = async (input, init) => {
  patient ??= await patientDispatcher();
  // Node's fetch takes a dispatcher; the type of its options does not say so.
  const options = patient === undefined ? init : ({ ...init, dispatcher: patient } as RequestInit);
  return fetch(input, options);
};

async function patientDispatcher(): Promise<unknown> {
  await fetch("data:,"); // makes Node load its dispatcher
  const standing: unknown = Reflect.get(globalThis, place);
  const Kind = typeof standing === "object" && standing !== null ? standing.constructor : undefined;
  if (Kind?.name !== "Agent") return undefined;
  return Reflect.construct(Kind, [{ headersTimeout: 0, bodyTimeout: 0 }]);
}
