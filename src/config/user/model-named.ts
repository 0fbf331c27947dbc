import { Fault } from "../../core/fault.ts";
import { waysToAModel } from "../../core/views/choice/ways-to-a-model.ts";
import type { UserConfig } from "./user-config.ts";

/** The names a team may use for models: what they are for. */
export const modelRoles = ["strong", "fast", "other"] as const;
export type ModelRole = (typeof modelRoles)[number];

/**
 * A team names models by what they are for; the person's settings say which model that is. One model is enough: it is
 * used wherever no other is named. A name without a meaning stays as it is.
 */
export function modelNamed(name: string, { models = {} }: Pick<UserConfig, "models">): string {
  return isModelRole(name) ? (models[name] ?? models.strong ?? name) : name;
}

/** Throws a Fault that says how to get a model if one of these names has none. */
export function assertModels(names: readonly string[]): void {
  const missing = [...new Set(names.filter((name) => isModelRole(name)))];
  if (missing.length > 0) throw missingModel(missing);
}

/** The three ways to get a model. */
function missingModel(missing: readonly string[]): Fault {
  const what = missing.length === 0 ? "" : ` for ${missing.map((name) => `"${name}"`).join(" and ")}`;
  return new Fault(
    "model.missing",
    [`No model is set${what}. ${waysToAModel[0]}`, ...waysToAModel.slice(1)].join("\n"),
  );
}

function isModelRole(name: string): name is ModelRole {
  return modelRoles.some((role) => role === name);
}
