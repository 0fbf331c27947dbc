import type { z } from "zod";

/** Why a request gets no answer. Each wire words it as its provider does. */
export interface Trouble {
  readonly status: number;
  readonly message: string;
  /** The provider's own name for it, where the status does not say enough. */
  readonly code?: string;
  /** The part of the request that is meant. */
  readonly param?: string;
  /** Google's further particulars. */
  readonly details?: readonly unknown[];
}

/** Thrown while a request is read; caught where it is answered. */
export class Unacceptable extends Error {
  override readonly name = "Unacceptable";
  readonly trouble: Trouble;

  constructor(message: string, more: Partial<Trouble> = {}) {
    super(message);
    this.trouble = { status: 400, message, ...more };
  }
}

export interface Misfit {
  readonly path: readonly PropertyKey[];
  readonly kind: "missing" | "extra" | "wrong";
  /** The type it should have had. */
  readonly expected?: string;
  readonly says: string;
}

/** The one misfit a provider would name: the deepest. */
export function misfitOf(error: z.ZodError): Misfit {
  const found = error.issues.flatMap((issue) => flat(issue, []));
  const [first, ...others] = found;
  if (first === undefined) throw new Error("an error without an issue", { cause: error });
  return others.reduce((deepest, next) => (next.path.length > deepest.path.length ? next : deepest), first);
}

function flat(issue: z.core.$ZodIssue, above: readonly PropertyKey[]): readonly Misfit[] {
  const path = [...above, ...issue.path];
  if (issue.code === "invalid_union" && issue.errors.length > 0)
    return issue.errors.flatMap((branch) => branch.flatMap((inner) => flat(inner, path)));
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ path: [...path, key], kind: "extra", says: issue.message }));
  const isMissing = issue.code === "invalid_type" && issue.message.endsWith("received undefined");
  return [
    {
      path,
      kind: isMissing ? "missing" : "wrong",
      says: issue.message,
      ...(issue.code === "invalid_type" ? { expected: issue.expected } : {}),
    },
  ];
}
