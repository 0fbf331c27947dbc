import type { LanguageModelV3ToolChoice } from "@ai-sdk/provider";
import type { Request } from "../../core/ports/request.ts";
import type { Endpoint } from "../endpoint.ts";
import { thinksByItself } from "./claude.ts";

/**
 * How the request demands a tool, in addition to the words that ask for it. `auto`: it does not, or the model would
 * reject that, or might.
 */
export function toolChoice(
  { demand, tools }: Pick<Request, "demand" | "tools">,
  { wire, toolChoice: kind }: Pick<Endpoint, "wire" | "toolChoice">,
  id: string,
): LanguageModelV3ToolChoice {
  if (demand === undefined || !tools.some((tool) => tool.name === demand)) return { type: "auto" };
  if (wire === "anthropic" && thinksByItself(id)) return { type: "auto" };
  if (kind === "name") return { type: "tool", toolName: demand };
  return { type: kind === "required" ? "required" : "auto" };
}
