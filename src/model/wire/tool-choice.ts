import type { ToolChoice, ToolSet } from "ai";
import type { Request } from "../../core/ports/request.ts";
import type { Endpoint } from "../endpoint.ts";
import { thinksByItself } from "./claude.ts";

/**
 * How the request demands a tool, in addition to the words that ask for it. Undefined: the model would reject that, or
 * might.
 */
export function toolChoice(
  { demand, tools }: Pick<Request, "demand" | "tools">,
  { wire, toolChoice: kind }: Pick<Endpoint, "wire" | "toolChoice">,
  id: string,
): ToolChoice<ToolSet> | undefined {
  if (demand === undefined || !tools.some((tool) => tool.name === demand)) return undefined;
  if (wire === "anthropic" && thinksByItself(id)) return undefined;
  if (kind === "name") return { type: "tool", toolName: demand };
  return kind === "required" ? "required" : undefined;
}
