/** One thing that is seen inside, or hidden there. All paths are absolute. */
export type Mount =
  | { readonly kind: "read" | "write"; readonly from: string; readonly at: string }
  /** An empty folder over what is there, which cannot be written: what lies in memory counts for nobody. */
  | { readonly kind: "hide"; readonly at: string }
  /** An empty folder that can be written, for a little that is needed again soon. */
  | { readonly kind: "cache"; readonly at: string }
  | { readonly kind: "link"; readonly to: string; readonly at: string };
