import { OneRequestOnly } from "../wire/read-reply.ts";
import { type Reading, readableAnswer } from "./answer-body.ts";

export type Fetch = typeof fetch;

export interface AttemptFetch {
  readonly fetch: Fetch;
  /** Whether a reply has started: the provider answered with success. */
  began(): boolean;
  /** Why Huddle read no further. The packages wrap this error in others of their own. */
  unread(): unknown;
}

/**
 * The fetch of one attempt. It sends one request, follows no redirect (keys would go along) and drops headers that we
 * did not ask for. It answers with an event stream that a package can read, or throws. Every byte that arrives is a sign
 * of life.
 */
export function attemptFetch(send: Fetch, how: Omit<Reading, "unread">): AttemptFetch {
  let sent = false;
  let began = false;
  let unread: unknown;
  return { fetch: once, began: () => began, unread: () => unread };

  async function once(...[input, init]: Parameters<Fetch>): Promise<Response> {
    if (sent) throw new OneRequestOnly();
    sent = true;
    const headers = new Headers(init?.headers);
    keepBetas(headers);
    const response = await send(input, { ...init, headers, redirect: "manual" });
    how.alive();
    began = response.ok;
    return readableAnswer(response, { ...how, unread: note });
  }

  function note(error: unknown): never {
    unread ??= error;
    throw error;
  }
}

/** A package asks for beta features that we do not use. Keeps only those we asked for. */
function keepBetas(headers: Headers): void {
  const betas = headers.get("anthropic-beta")?.split(",") ?? [];
  headers.delete("anthropic-beta");
  const ours = betas
    .map((beta) => beta.trim())
    .filter((beta) => beta.startsWith("thinking-binding-controls-"));
  if (ours.length > 0) headers.set("anthropic-beta", ours.join(","));
}
