import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { Fault } from "../../core/fault.ts";
import { readTextFile } from "../read-text-file.ts";
import type { userConfigSchema } from "./user-config-schema.ts";

export type UserConfig = z.infer<typeof userConfigSchema>;

export function userConfigPath(folder: string): string {
  return join(folder, "config.json");
}

/** The person's settings; the file is optional. If others may change it, or read keys in it, that is a Fault. */
export async function readUserConfig(folder: string): Promise<UserConfig> {
  const file = userConfigPath(folder);
  const text = await readTextFile(file);
  if (text === undefined) return {};
  const { parseConfig } = await import("../parse-config.ts");
  const { userConfigSchema } = await import("./user-config-schema.ts");
  const config = parseConfig(file, text, userConfigSchema);
  await assertPrivate(file, holdsKeys(config));
  return config;
}

/** The path of the file, if there is a valid one, and whether others on this machine can read it. */
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

/** Throws a Fault if others may change this file, or read it although it is secret. */
export async function assertPrivate(file: string, secret: boolean): Promise<void> {
  const others = (await othersMayOf(file)) ?? 0;
  const fix = `Type: chmod 600 ${file}`;
  if ((others & 0o022) !== 0)
    throw new Fault("config.invalid", `Others on this machine can change ${file}. ${fix}`);
  if (secret && others !== 0)
    throw new Fault("config.invalid", `${file} holds keys, and others on this machine can read it. ${fix}`);
}

/** What users other than the owner may do. Undefined: there is no file. Windows has no such bits. */
async function othersMayOf(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (!found) return undefined;
  return process.platform === "win32" ? 0 : found.mode & 0o077;
}
