import type { ToolChoice, ToolSet } from "ai";
import type { Request } from "../../core/ports/request.ts";
import type { Endpoint } from "../endpoint.ts";
import { thinksByItself } from "./claude.ts";

/**
 * How the demanded tool is asked for, beyond the words that ask for it anyway. Undefined: the model would refuse, or
 * nobody knows that it would not.
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
