import { type Endpoint, isLoopback } from "../endpoint.ts";
import { tooLong } from "../window/too-long.ts";
import type { PlainError } from "./plain-error.ts";

/** Where the request went; `id` is the model's name at its provider. */
interface Addressee {
  readonly endpoint: Endpoint;
  readonly id: string;
}

/** What a person can do about a request that was refused or never arrived; empty when Huddle does not know. */
export function adviceFor(plain: PlainError, { endpoint, id }: Addressee): string {
  const { name, keyNames, baseUrl } = endpoint;
  const key = `Check ${keyNames.join(" or ")} in the environment, or "keys" in your own config.json.`;
  const about = `${plain.message} ${plain.type ?? ""} ${plain.code ?? ""}`;
  if (plain.codes.some((code) => /CERT|SIGNED|TLS|SSL|UNABLE_TO/.test(code)))
    return "This machine does not trust its certificate. Behind a company proxy, set NODE_EXTRA_CA_CERTS to the proxy's certificate file.";
  if (plain.status === undefined && plain.codes.length > 0) return unreachableAdvice(name, baseUrl);
  if (
    /insufficient_quota|current quota|credit balance|billing|insufficient balance/i.test(about) ||
    plain.status === 402
  )
    return `The account has no credit left. Add some at ${name}, or use another model: huddle model set.`;
  if (tooLong(plain))
    return "Give the model a larger context where it runs, or use a model that has one: huddle model set.";
  if (plain.status === 401 || /authentication|unauthenticated|api key/i.test(about)) return key;
  if (plain.status === 403) return `This key may not use ${id}. ${key}`;
  if (plain.status === 404) return missingModelAdvice(name, id, baseUrl);
  if (plain.status !== undefined && plain.status >= 300 && plain.status < 400)
    return `${baseUrl} redirects requests, and Huddle does not send keys along. Set the address it redirects to.`;
  if (/does not support tools|tool.?choice|tools? (is|are) not supported/i.test(about))
    return "This model cannot use tools. See what it can do: huddle model check.";
  return "";
}

function unreachableAdvice(name: string, baseUrl: string): string {
  if (name === "ollama") return `Nothing answers at ${baseUrl}. Start it with: ollama serve`;
  if (isLoopback(baseUrl))
    return `Nothing answers at ${baseUrl}. Start ${name} there, or correct its address.`;
  return `Nothing answers at ${baseUrl}. Is this machine online?`;
}

function missingModelAdvice(name: string, id: string, baseUrl: string): string {
  if (name === "ollama") return `Get the model with: ollama pull ${id}`;
  return `Either ${name} has no model called ${id}, or ${baseUrl} is not its address. Choose another: huddle model set.`;
}
