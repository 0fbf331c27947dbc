import type { NamedKey } from "../core/text/redaction.ts";
import { customKeyName, knownProviders, type Surroundings } from "./endpoint.ts";

/** All keys there are, of every provider, whether or not one of its models is used: none may be kept or shown. */
export function keysIn({ env, settings }: Surroundings): readonly NamedKey[] {
  const custom = Object.keys(settings.endpoints ?? {}).map(customKeyName);
  const names = Object.values(knownProviders).flatMap(({ keyNames }) => keyNames);
  const inEnvironment = [...names, ...custom, "ANTHROPIC_AUTH_TOKEN"].map((name) => ({
    name,
    value: env[name],
  }));
  const inSettings = Object.entries(settings.keys ?? {}).map(([name, value]) => ({
    name: `keys.${name}`,
    value,
  }));
  const ofEndpoints = Object.entries(settings.endpoints ?? {}).map(([name, { key }]) => ({
    name: `endpoints.${name}.key`,
    value: key,
  }));
  return [...inEnvironment, ...inSettings, ...ofEndpoints].flatMap(({ name, value }) => {
    const key = value?.trim() ?? "";
    return key === "" ? [] : [{ name, value: key }];
  });
}
