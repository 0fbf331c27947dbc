import type { Request } from "../../core/ports/request.ts";
import type { WireFormat } from "../endpoint.ts";

/** Names as a provider accepts them when a conversation is sent back to it. */
export interface WireNames {
  /** A call always gets the same name on the wire. */
  call(id: string): string;
  tool(name: string): string;
}

/**
 * Our ids go on the wire, never a provider's. Rewrites what a provider would reject: most take letters, digits, `_` and
 * `-`; servers with Mistral's rules take exactly nine letters and digits.
 */
export function wireNames(request: Request, wire: WireFormat): WireNames {
  const taken = new Map<string, string>();
  const calls = new Map<string, string>();
  for (const message of request.messages)
    if (message.role === "assistant") for (const { id } of message.calls) add(id);
  return { call: (id) => calls.get(id) ?? add(id), tool: toolName };

  function add(id: string): string {
    const known = calls.get(id);
    if (known !== undefined) return known;
    let name = wire === "compatible" ? nine(id) : plain(id);
    for (let again = 1; taken.has(name); again++)
      name = wire === "compatible" ? nine(`${id}#${again}`) : `${plain(id).slice(0, 56)}_${again}`;
    taken.set(name, id);
    calls.set(id, name);
    return name;
  }
}

/** A model may have called a tool by a name that no provider accepts. */
function toolName(name: string): string {
  const safe = name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 63);
  return /^[a-zA-Z_]/.test(safe) ? safe : `_${safe}`;
}

function plain(id: string): string {
  const safe = id.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 60);
  return safe === "" ? "call" : safe;
}

/** `c63_2` becomes `0000c63x2`; what does not fit becomes a hash. */
function nine(id: string): string {
  const short = id.replace(/_/g, "x");
  return /^[a-zA-Z][a-zA-Z0-9]{0,8}$/.test(short) ? short.padStart(9, "0") : `z${hash36(id)}`;
}

/** FNV-1a over 41 bits of base 36: eight characters. Only to tell calls of one request apart. */
function hash36(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let at = 0; at < text.length; at++)
    hash = ((hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n) & 0xffffffffffffffffn;
  return (hash % 36n ** 8n).toString(36).padStart(8, "0");
}
