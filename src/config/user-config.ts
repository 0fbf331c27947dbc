import { stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { Fault } from "../core/fault.ts";
import { budgetSchema } from "./budget.ts";
import { parseConfig } from "./parse-config.ts";
import { readTextFile } from "./read-text.ts";

const model = z.string().regex(/^[\w.-]+\/\S+$/, 'a model such as "provider/model"');
const provider = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]*$/, "a provider's name in lower-case letters, digits and dashes");
const key = z.string().trim().min(1, "a key").max(1000);
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
  concurrency: count.optional(),
  requestsPerMinute: count.optional(),
  tokensPerMinute: count.optional(),
  firstByteSeconds: z.number().positive().max(290).optional(),
  idleSeconds: z.number().positive().max(290).optional(),
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

/** What a repository may never set: it lies in the person's own config folder. */
export const userConfigSchema = z.strictObject({
  $schema: z.string().optional(),
  models: z
    .strictObject({ strong: model.optional(), fast: model.optional(), other: model.optional() })
    .optional(),
  keys: z.record(provider, key).optional(),
  endpoints: z.record(provider, endpointSchema).optional(),
  limits: z.record(provider, limitSchema).optional(),
  prices: z.record(model, priceSchema).optional(),
  budget: budgetSchema.optional(),
});
export type UserConfig = z.infer<typeof userConfigSchema>;

export function userConfigPath(folder: string): string {
  return join(folder, "config.json");
}

/** The person's settings; none are fine. A file that others may change, or that holds keys and others may read, is a Fault. */
export async function readUserConfig(folder: string): Promise<UserConfig> {
  const file = userConfigPath(folder);
  const text = await readTextFile(file);
  if (text === undefined) return {};
  const config = parseConfig(file, text, userConfigSchema);
  await assertPrivate(file, holdsKeys(config));
  return config;
}

/** Where the file lies, when there is one and it is as it should be, and whether others on this machine can read it. */
export async function findUserConfig(
  folder: string,
): Promise<{ path: string; readableByOthers: boolean } | undefined> {
  const path = userConfigPath(folder);
  await readUserConfig(folder);
  const mode = await othersMayOf(path);
  return mode === undefined ? undefined : { path, readableByOthers: mode !== 0 };
}

function holdsKeys({ keys = {}, endpoints = {} }: UserConfig): boolean {
  return Object.keys(keys).length > 0 || Object.values(endpoints).some((one) => one.key !== undefined);
}

async function assertPrivate(file: string, secret: boolean): Promise<void> {
  const others = (await othersMayOf(file)) ?? 0;
  const fix = `Type: chmod 600 ${file}`;
  if ((others & 0o022) !== 0)
    throw new Fault("config.invalid", `Others on this machine may change ${file}. ${fix}`);
  if (secret && others !== 0)
    throw new Fault("config.invalid", `${file} holds keys, and others on this machine may read it. ${fix}`);
}

/** What anybody but the owner may do. Undefined: there is no file. Windows keeps no such bits. */
async function othersMayOf(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (!found) return undefined;
  return process.platform === "win32" ? 0 : found.mode & 0o077;
}
