/** Rows that change in place. They may be coloured and are narrower than the terminal. */
export interface Frame {
  readonly rows: readonly string[];
  /** Where the person types: a row and a column of the frame. */
  readonly cursor?: { readonly row: number; readonly column: number };
}
