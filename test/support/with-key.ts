import { onTestFinished } from "vitest";
import { exampleModel } from "../../src/core/terms/policy.ts";
import { startProviderServer } from "./provider-server/start-provider-server.ts";

const exampleId = exampleModel.slice("anthropic/".length);

/** A key, and a provider on this machine that takes it and has the usual model. */
export async function withKey(): Promise<Record<string, string>> {
  const server = await startProviderServer({ keys: ["sk-of-this-test-only"], models: [{ name: exampleId }] });
  onTestFinished(() => server.close());
  return { ANTHROPIC_API_KEY: "sk-of-this-test-only", ANTHROPIC_BASE_URL: server.origin };
}
