import { z } from "zod";
import { reservedNames } from "../../core/facts/fact.ts";
import { globFault } from "../../core/permits/globs.ts";
import { shipDefaults } from "../../core/ports/team.ts";
import { defaultOutput } from "../../core/terms/defaults.ts";
import { seatSchema } from "../../core/terms/policy-schema.ts";
import { budgetSchema } from "../budget.ts";

const name = seatSchema.shape.id.refine((id) => !reservedNames.includes(id), {
  error: ({ input }) => `no engineer can be called ${String(input)}: that name is reserved`,
});

const model = z.string().regex(/^\S+$/, 'a model such as "strong" or "provider/model"');

const rendering = z.enum(["shared", "perspective"]).optional();

const engineerSchema = z.strictObject({
  name: name.describe("lower-case letters, digits and dashes"),
  style: z.string().min(1).max(400).optional().describe("their character, in a sentence the model reads"),
  model: model.optional().describe("their own model, if it differs from the other engineers'"),
  text: z
    .boolean()
    .optional()
    .describe("their model cannot use tools: they take part in discussions in plain text, and build nothing"),
  rendering: rendering.describe(
    "how the talk is shown to their model, if it differs from the other engineers'",
  ),
});

const commandLine = z
  .string()
  .max(20_000)
  .refine((run) => run.trim() !== "" && !run.includes("\0"), "a command line, which cannot be empty");

const keptPath = z
  .string()
  .max(300)
  .regex(
    /^(?!\/)(?!(.*\/)?\.\.?(\/|$))(?!\.git(\/|$))[^\0\\]+$/,
    'a path inside the project, such as "node_modules" or "out/junit.xml"',
  );

const checkSchema = z.strictObject({
  run: commandLine.describe("a command line; exit code 0 means that it passed"),
  name: z.string().min(1).max(40).optional().describe("its name on screen"),
  report: keptPath
    .optional()
    .describe("the file in which it writes its tests as JUnit's XML; left out: its output is read"),
});

const pattern = z.string().superRefine((text, context) => {
  const fault = globFault(text);
  if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
});
const patterns = z.array(pattern).max(200).optional();

const turns = z.int().min(2).max(200);
const reply = z.int().min(64).max(1_000_000).optional();
const duration = z.string().regex(/^[1-9]\d{0,5}(s|m|h)$/, 'a time such as "90s", "10m" or "1h"');

/** `.huddle/team.json`: every line is optional, and `{}` is a team. */
export const teamFileSchema = z
  .strictObject({
    $schema: z.string().optional(),
    team: z
      .strictObject({
        engineers: z
          .array(engineerSchema)
          .min(2, "a team has at least two engineers")
          .max(8, "a team has at most eight engineers")
          .refine(
            (all) => new Set(all.map((one) => one.name)).size === all.length,
            "two engineers have the same name",
          )
          .optional(),
        coach: z.boolean().optional().describe("a coach who asks, sums up and writes down; default true"),
        architect: z.boolean().optional().describe("an architect who reviews what was built; default true"),
      })
      .optional(),
    models: z
      .strictObject({ engineer: model.optional(), coach: model.optional(), architect: model.optional() })
      .optional()
      .describe('which model a role uses: "strong", "fast", "other", or "provider/model"'),
    rendering: z
      .strictObject({ engineer: rendering, coach: rendering, architect: rendering })
      .optional()
      .describe(
        'how the talk is shown to a role\'s model: "shared", the same for all and cheapest, or "perspective", as that member saw it, for small models; default shared',
      ),
    pace: z
      .enum(["careful", "normal", "auto"])
      .optional()
      .describe("when Huddle asks you: at every phase; at scope, plan and ship; or never"),
    turns: z
      .union([
        turns,
        z.strictObject({
          meeting: turns.optional(),
          refinement: turns.optional(),
          planning: turns.optional(),
          "pre-code-review": turns.optional(),
          "code-review": turns.optional(),
        }),
      ])
      .optional()
      .describe(
        "engineers' turns in a phase before Huddle asks you how to go on; one number, or one for each phase",
      ),
    assign: z
      .enum(["auto", "hand", "volunteer"])
      .optional()
      .describe(
        "who decides which engineer takes a task: Huddle, you, or the engineers with your yes; default auto",
      ),
    parallel: z
      .int()
      .min(1)
      .max(16)
      .optional()
      .describe("how many tasks may be in the engineers' hands at once; default 4"),
    planning: z
      .enum(["auto", "on", "off"])
      .optional()
      .describe(
        "whether engineers plan a task before they write, and the architect reads the plan: auto (where neither a short meeting nor a pre-code review settled the approach), on or off; default auto",
      ),
    review: z
      .strictObject({
        by: z
          .enum(["architect", "peers"])
          .optional()
          .describe(
            "who judges what an engineer has built: the architect, or another engineer; default architect",
          ),
      })
      .optional(),
    stops: z
      .enum(["none", "layer"])
      .optional()
      .describe(
        "whether Huddle waits for you to look after each layer of tasks, before it gives out the next one; default none",
      ),
    meeting: z
      .enum(["none", "short", "full"])
      .optional()
      .describe(
        "how much the team talks before it builds: not at all, once about scope and plan together, or in all phases; default: the coach says how much the work is worth",
      ),
    sizing: z.boolean().optional().describe("the coach first says how large the work looks; default true"),
    checks: z
      .strictObject({
        quick: z.array(checkSchema).optional().describe("run after each task; default: the checks in full"),
        full: z.array(checkSchema).optional().describe("run before anything lands"),
        timeout: duration.optional().describe("for each check; default 10m"),
      })
      .optional(),
    setup: z
      .strictObject({
        run: commandLine.describe(
          "installs what the project depends on; it runs once for each state of the lock files, in a clean checkout",
        ),
        update: commandLine
          .optional()
          .describe("writes the lock files anew, after an engineer changed what the project depends on"),
        keep: z
          .array(keptPath)
          .min(1)
          .max(50)
          .optional()
          .describe(
            "the folders and files it makes that are needed later; default: all that git does not track",
          ),
      })
      .optional()
      .describe("what a clean checkout needs before its checks can run"),
    commands: z
      .enum(["free", "ask", "none"])
      .optional()
      .describe(
        "whether engineers run commands while they build, in a sandbox and in their own worktree: freely, each after your yes, or not at all; default free",
      ),
    write: z
      .strictObject({
        allow: patterns.describe("what engineers may write; everything else asks you first"),
        ask: patterns.describe("what asks you first"),
        deny: patterns.describe("what nobody on the team writes"),
      })
      .optional()
      .describe(
        "what engineers may write, as patterns of a .gitignore, in the order deny, ask, allow. It can only narrow: CI files, hooks and settings of editors and agents always ask; .git, .huddle and secrets are never written",
      ),
    ship: z
      .enum(shipDefaults)
      .optional()
      .describe(
        "how huddle ship hands work over if you do not say: as a new branch, onto the branch it began from, as one commit on a new branch, or for a pull request; default branch",
      ),
    budget: budgetSchema.optional(),
    output: z
      .strictObject({
        turn: reply.describe(`a turn in a discussion; default ${defaultOutput.turn}`),
        artifact: reply.describe(
          `writing up scope, plan, approach or review; default ${defaultOutput.artifact}`,
        ),
        coding: reply.describe(`building; default ${defaultOutput.coding}`),
        review: reply.describe(`reviewing what was built; default ${defaultOutput.review}`),
      })
      .optional()
      .describe(
        "most tokens of one reply, by its purpose; Huddle reserves money for each request accordingly",
      ),
  })
  .describe("How Huddle works in this project. Every line is optional.");

export type TeamFile = z.infer<typeof teamFileSchema>;

/** The published schema, for editors. */
export function teamJsonSchema(): Record<string, unknown> {
  return { title: "Huddle team file", ...z.toJSONSchema(teamFileSchema) };
}
