import { type Endpoint, knownProviders } from "../endpoint.ts";
import { recordOf } from "../record-of.ts";
import { readAnswer, type WindowAsking } from "../window/ask-window.ts";
import { modelList } from "../window/window-shapes.ts";

/** What a server says when it is asked for its list of models. That costs nothing, with every provider. */
export type ModelList =
  | { readonly kind: "listed"; readonly models: readonly ListedModel[] }
  /** It answers, and refuses the key. */
  | { readonly kind: "refused"; readonly status: number }
  /** It answers, and has no such list. */
  | { readonly kind: "unlisted"; readonly status: number }
  | { readonly kind: "away" };

export interface ListedModel {
  readonly id: string;
  readonly window?: number;
}

export type ListedEndpoint = Pick<Endpoint, "name" | "wire" | "baseUrl" | "key" | "bearer">;

export async function askModels(endpoint: ListedEndpoint, asking: WindowAsking): Promise<ModelList> {
  const path = endpoint.wire === "google" ? "/models?pageSize=1000" : "/models";
  const answer = await readAnswer(`${endpoint.baseUrl}${path}`, { headers: headersOf(endpoint) }, asking);
  if (!answer) return { kind: "away" };
  const { status, said } = answer;
  // Google answers 400 to a key that is not one.
  if (status === 401 || status === 403 || (status === 400 && /api.?key/i.test(JSON.stringify(said) ?? "")))
    return { kind: "refused", status };
  const ids = idsIn(said);
  // With a provider on the internet, or a proxy to it, an empty list only says that there is none.
  const isSilent = ids?.length === 0 && knownProviders[endpoint.name]?.local !== true;
  if (status < 200 || status > 299 || ids === undefined || isSilent) return { kind: "unlisted", status };
  return {
    kind: "listed",
    models: ids.map((id) => {
      const window = modelList.read(said, id);
      return { id, ...(window !== undefined && { window }) };
    }),
  };
}

function headersOf({ wire, key, bearer }: ListedEndpoint): Readonly<Record<string, string>> {
  if (wire === "anthropic")
    return {
      "anthropic-version": "2023-06-01",
      ...(key !== undefined && { "x-api-key": key }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    };
  if (key === undefined) return {};
  return wire === "google" ? { "x-goog-api-key": key } : { authorization: `Bearer ${key}` };
}

/** OpenAI and Anthropic have `data`, Google has `models` with a prefix before each name. */
function idsIn(said: unknown): readonly string[] | undefined {
  const { data, models } = recordOf(said);
  const list = Array.isArray(data) ? data : Array.isArray(models) ? models : undefined;
  return list?.flatMap((entry: unknown) => {
    const { id, name } = recordOf(entry);
    const called = typeof id === "string" ? id : name;
    return typeof called === "string" && called !== "" ? [called.replace(/^models\//, "")] : [];
  });
}

/** Whether a list has a model: Ollama lists `qwen3` as `qwen3:latest`. */
export function hasModel(models: readonly ListedModel[], id: string): boolean {
  return models.some((one) => one.id === id || one.id === `${id}:latest`);
}
