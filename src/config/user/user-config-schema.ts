import { z } from "zod";
import { modelName } from "../../core/terms/policy.ts";
import { sandboxKinds } from "../../core/terms/sandbox.ts";
import { budgetSchema } from "../budget.ts";

const model = z.string().regex(modelName, 'a model such as "provider/model"');
const provider = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]*$/, "a provider's name in lower-case letters, digits and dashes");
const key = z.string().trim().min(1, "a key").max(1000).meta({ writeOnly: true });
const amount = z.number().nonnegative().finite();
const count = z.int().positive();

const endpointSchema = z.strictObject({
  baseUrl: z.url({ protocol: /^https?$/, error: "an address such as http://localhost:8080/v1" }),
  key: key.optional(),
  toolChoice: z
    .enum(["name", "required", "words"])
    .optional()
    .describe("how the last request of a conversation demands a tool"),
  reasoning: z
    .enum(["replay", "drop"])
    .optional()
    .describe("whether a model's reasoning is sent back to it; default replay"),
  usage: z.boolean().optional().describe("whether to ask for token counts; default true"),
});

const limitSchema = z.strictObject({
  concurrency: count.optional().describe("requests at once; default 8, and 1 on a machine of one's own"),
  requestsPerMinute: count.optional(),
  tokensPerMinute: count.optional(),
  firstByteSeconds: z.number().positive().max(86_400).optional(),
  idleSeconds: z.number().positive().max(86_400).optional(),
  totalSeconds: z.number().positive().max(86_400).optional(),
});

const priceSchema = z
  .strictObject({
    input: amount,
    output: amount,
    cacheRead: amount.optional(),
    cacheWrite: amount.optional(),
  })
  .describe("dollars for a million tokens");

const bytes = z
  .string()
  .regex(/^[1-9]\d{0,5}(MB|GB)$/, 'an amount such as "512MB" or "4GB"')
  .optional();

const time = z.string().regex(/^(0|[1-9]\d{0,5}(s|m|h))$/, 'a time such as "90s", "30m" or "1h", or "0"');

const sandboxKind = z
  .enum(sandboxKinds)
  .describe(
    "bubblewrap or seatbelt; outer: this whole machine is a sandbox already; none: engineers run no commands; left out: what this system has",
  );

const sandboxSchema = z.union(
  [
    sandboxKind,
    z.strictObject({
      kind: sandboxKind.optional(),
      memory: bytes.describe("of a command and all that it starts; default 4GB"),
      processes: count.max(100_000).optional().describe("of a command; default 512"),
      checks: count
        .max(100)
        .optional()
        .describe("how many run at once; default: as many as cores and memory allow"),
      disk: bytes.describe("that a command may add to its worktree and its temporary files; default 5GB"),
    }),
  ],
  {
    error: `one of ${sandboxKinds.join(", ")}, or fields such as { "kind": "bubblewrap", "memory": "4GB", "processes": 512, "disk": "5GB" }`,
  },
);

const host = z
  .string()
  .refine(isHost, 'a host such as "registry.npmjs.org", "*.example.com", "10.0.0.5" or "localhost:8080"');
const hosts = z.array(host).max(100).optional();

/** Settings that a repository may never set: the file is in the person's own config folder. */
export const userConfigSchema = z.strictObject({
  $schema: z.string().optional(),
  models: z
    .strictObject({ strong: model.optional(), fast: model.optional(), other: model.optional() })
    .optional(),
  keys: z.record(provider, key).optional(),
  endpoints: z.record(provider, endpointSchema).optional(),
  limits: z.record(provider, limitSchema).optional(),
  prices: z.record(model, priceSchema).optional(),
  windows: z
    .record(model, z.int().min(512).max(100_000_000))
    .optional()
    .describe("tokens that a model reads and writes in one request, for servers that do not say it"),
  budget: budgetSchema.optional(),
  hosts: z
    .strictObject({
      setup: hosts.describe("what set-up may reach; default: the public registries of packages"),
      agents: hosts.describe("what engineers' commands and checks may reach; default: nothing"),
      private: hosts.describe("names among them that may lead into your own network"),
    })
    .optional()
    .describe("the network, as far as the sandbox lets it through"),
  ports: z
    .array(z.int().min(1).max(65_535))
    .max(20)
    .optional()
    .describe("ports of this machine that commands and checks may reach, such as a database's"),
  env: z
    .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,100}$/, "a variable's name"))
    .max(50)
    .optional()
    .describe("variables of yours that checks need; engineers' commands do not get them"),
  wait: time
    .optional()
    .describe(
      "how long a run without a terminal waits for your yes before it takes that for a no; default 30m",
    ),
  plain: z
    .boolean()
    .optional()
    .describe("plain lines in a terminal, as for a screen reader: nothing is drawn over, and no colours"),
  notify: z
    .string()
    .min(1)
    .max(4_000)
    .refine((run) => run.trim() !== "" && !run.includes("\0"), "a command line, which cannot be empty")
    .optional()
    .describe("a command that runs when a run needs you, and at its end; it reads JSON"),
  sandbox: sandboxSchema
    .optional()
    .describe("what keeps engineers' commands inside their worktrees, and what these may take"),
});

/** A name, a name below which any may be, or an address, with or without a port. */
function isHost(text: string): boolean {
  const [, bracketed, any, name = "", port = "443"] =
    /^(?:\[([\da-fA-F:.]+)\]|(\*\.)?([\w.-]{1,253}))(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (Number(port) < 1 || Number(port) > 65_535) return false;
  if (bracketed !== undefined) return z.ipv6().safeParse(bracketed).success;
  // A name does not end in a number, so this can only be an address.
  if (/(^|\.)\d+$/.test(name)) return any === undefined && z.ipv4().safeParse(name).success;
  return name.split(".").every((label) => /^\w(?:[\w-]{0,61}\w)?$/.test(label));
}
