import { type Redaction, redactionOf } from "../../core/text/redaction.ts";
import type { GatewaySettings } from "../../model/endpoint.ts";
import { keysIn } from "../../model/keys-in.ts";

/** Hides the keys of the environment, and those of the settings once these were read. */
export interface KnownKeys extends Redaction {
  learn(settings: GatewaySettings): void;
}

export function knownKeys(env: NodeJS.ProcessEnv): KnownKeys {
  let known: Redaction | undefined;
  const now = () => {
    known ??= redactionOf(keysIn({ env, settings: {} }));
    return known;
  };
  return {
    redact: (text) => now().redact(text),
    held: (text) => now().held(text),
    find: (text) => now().find(text),
    learn(settings) {
      known = redactionOf(keysIn({ env, settings }));
    },
  };
}
