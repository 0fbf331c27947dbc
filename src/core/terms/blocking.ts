import type { Findings } from "./artifacts.ts";

/** Findings that stand in the way of shipping. */
export function blockingIn({ findings }: Findings): Findings["findings"] {
  return findings.filter((finding) => finding.severity === "blocking");
}
