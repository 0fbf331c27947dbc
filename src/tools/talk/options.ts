import { z } from "zod";
import { sentence } from "../sentence.ts";

/** The ways that somebody who is asked can choose from. */
export const optionsSchema = z
  .array(sentence(160))
  .max(5)
  .refine((options) => options.length !== 1, "one option is no choice: give two to five, or none")
  .default([]);
