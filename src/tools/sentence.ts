import { z } from "zod";
import { oneLine } from "../core/text/one-line.ts";

/** A text that stands on one line wherever it is shown. Line breaks in it become spaces. */
export function sentence(most: number) {
  return z.string().overwrite(oneLine).min(1).max(most);
}
