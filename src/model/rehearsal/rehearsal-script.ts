import { z } from "zod";
import { defaultPolicy } from "../../core/terms/defaults.ts";
import { artifactKindSchema } from "../../core/terms/phase-schema.ts";
import { checkSchema, policySchema, seatSchema } from "../../core/terms/policy-schema.ts";

const words = z.string().min(1);
const waitMs = z.int().nonnegative().default(0);

const lineSchema = z
  .strictObject({
    thread: z
      .string()
      .regex(
        /^(sizing|turn|architect|coach|volunteer|artifact|planning|plan-review|coding|answer|budget|rewrite|review|completion)\/\S+$/,
        "a thread such as turn/planning.1/2",
      ),
    /** Counts within the thread, from 1. */
    ask: z.int().positive(),
    /** The branch this line belongs to, where the script forks. */
    branch: words.optional(),
    /** Texts that the request must contain, and must not contain, for this line to be the answer. */
    needs: z.array(words).default([]),
    lacks: z.array(words).default([]),
    say: z.string().default(""),
    calls: z
      .array(z.strictObject({ tool: words, input: z.record(z.string(), z.json()).default({}) }))
      .default([]),
  })
  .refine((line) => line.say !== "" || line.calls.length > 0, "a line says something or calls a tool");
export type ScriptLine = z.infer<typeof lineSchema>;

/** What the scripted person does, selected by what waits for them. `waitMs`: how long a viewer has to answer first. */
const actSchema = z.discriminatedUnion("on", [
  z.strictObject({ on: z.literal("question"), thread: words, choose: z.int().positive(), waitMs }),
  z.strictObject({ on: z.literal("answer"), thread: words, tell: words, waitMs }),
  z.strictObject({
    on: z.literal("accept"),
    artifact: artifactKindSchema,
    version: z.int().positive(),
    waitMs,
  }),
  z.strictObject({ on: z.literal("ship"), how: z.enum(["branch", "fast-forward"]), waitMs }),
]);

/** A command run in the shipped repository. `stdout` is all it prints, without the last newline; `stderr` a part. */
const proofSchema = z.strictObject({
  name: words,
  run: words,
  exit: z.int(),
  stdout: z.string().optional(),
  stderr: words.optional(),
});

export const rehearsalSchema = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]*$/, "lower-case letters, digits and dashes"),
  label: words,
  title: words,
  brief: words,
  seats: z.array(seatSchema.omit({ model: true }).strict()).min(1),
  policy: z.strictObject({
    pace: policySchema.shape.pace.default(defaultPolicy.pace),
    turns: policySchema.shape.turns.default(defaultPolicy.turns),
    sizing: policySchema.shape.sizing,
    review: policySchema.shape.review,
    asks: policySchema.shape.asks.default(defaultPolicy.asks),
    checks: z.strictObject({
      quick: z.array(checkSchema),
      full: z.array(checkSchema),
      timeoutMs: z.int().positive().default(defaultPolicy.checks.timeoutMs),
    }),
  }),
  repository: z.strictObject({ branch: words, message: words, files: z.record(words, z.string()) }),
  lines: z.array(lineSchema).min(1),
  human: z.array(actSchema),
  proof: z.array(proofSchema),
});
export type Rehearsal = z.infer<typeof rehearsalSchema>;

export interface ScriptFault {
  /** Where in the script, as a path of keys and indexes. */
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Errors that the schema cannot find. */
export function scriptFaults(rehearsal: Rehearsal): readonly ScriptFault[] {
  return [...doubledSeats(rehearsal), ...lineFaults(rehearsal.lines), ...actFaults(rehearsal)];
}

function doubledSeats({ seats }: Rehearsal): readonly ScriptFault[] {
  return seats.flatMap((seat, index) =>
    seats.findIndex((other) => other.id === seat.id) < index
      ? [{ path: ["seats", index, "id"], message: `two seats are called ${seat.id}` }]
      : [],
  );
}

function lineFaults(lines: readonly ScriptLine[]): readonly ScriptFault[] {
  return lines.flatMap((line, index) => {
    const isPlain = line.needs.length === 0 && line.lacks.length === 0;
    const twins = lines.filter((other) => other.thread === line.thread && other.ask === line.ask);
    const follows = lines.some((other) => other.thread === line.thread && other.ask === line.ask - 1);
    const name = `${line.thread}, ask ${line.ask}`;
    if (isPlain && twins.length > 1)
      return [
        {
          path: ["lines", index],
          message: `${name} has several lines; each must say what it needs or lacks`,
        },
      ];
    if (line.ask > 1 && !follows)
      return [{ path: ["lines", index, "ask"], message: `${name} needs an ask ${line.ask - 1} before it` }];
    return [];
  });
}

function actFaults({ human, lines }: Rehearsal): readonly ScriptFault[] {
  return human.flatMap((act, index) => {
    if (act.on !== "question" && act.on !== "answer") return [];
    const asked = lines.filter((line) => line.thread === act.thread).flatMap((line) => line.calls);
    if (act.on === "answer") {
      if (asked.some(({ tool }) => tool === "ask_question")) return [];
      return [{ path: ["human", index, "thread"], message: `no line of ${act.thread} asks a question` }];
    }
    const options = asked.find((call) => call.tool === "ask_pm")?.input.options;
    if (Array.isArray(options) && act.choose <= options.length) return [];
    const message = `no line of ${act.thread} asks a question with ${act.choose} or more options`;
    return [{ path: ["human", index, "choose"], message }];
  });
}
