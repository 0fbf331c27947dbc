import { endpointOf, type Surroundings, splitModel } from "../endpoint.ts";
import { askWindow, type WindowAsking } from "./ask-window.ts";

export interface FindingWindows extends Surroundings, WindowAsking {
  /** What the person set, by a model's name or by `provider/*`. It has priority over what a server says. */
  readonly set?: Readonly<Record<string, number>> | undefined;
  /** What an earlier check of the model found out, for servers that do not say it now. */
  remembered(model: string): number | undefined;
}

/** The windows of these models in tokens, as far as they are known. Those that are not known are left out. */
export async function findWindows(
  models: readonly string[],
  finding: FindingWindows,
): Promise<Readonly<Record<string, number>>> {
  const names = [...new Set(models)];
  const found = await Promise.all(
    names.map(async (model) => [model, await findWindow(model, finding)] as const),
  );
  return Object.fromEntries(
    found.flatMap(([model, window]) => (window === undefined ? [] : [[model, window]])),
  );
}

async function findWindow(model: string, finding: FindingWindows): Promise<number | undefined> {
  const name = splitModel(model);
  if (!name) return undefined;
  const set = finding.set?.[model] ?? finding.set?.[`${name.provider}/*`];
  if (set !== undefined) return set;
  const endpoint = endpointOf(name.provider, finding);
  if (typeof endpoint === "string") return undefined;
  return (await askWindow(endpoint, name.id, finding)) ?? finding.remembered(model);
}
