import { type NamedKey, type Redaction, redactionOf } from "../../core/text/redaction.ts";
import type { GatewaySettings } from "../../model/endpoint.ts";
import { keysIn } from "../../model/keys-in.ts";

/** Hides the keys of the environment, and those of the settings once these were read. */
export interface KnownKeys extends Redaction {
  learn(settings: GatewaySettings): void;
  /** Variables that the person gives to checks. */
  hide(variables: Readonly<Record<string, string>>): void;
}

export function knownKeys(env: NodeJS.ProcessEnv): KnownKeys {
  let settings: GatewaySettings = {};
  let hidden: readonly NamedKey[] = [];
  let known: Redaction | undefined;
  const now = () => {
    known ??= redactionOf([...keysIn({ env, settings }), ...hidden]);
    return known;
  };
  return {
    redact: (text) => now().redact(text),
    held: (text) => now().held(text),
    find: (text) => now().find(text),
    needles: () => now().needles(),
    learn(now) {
      settings = now;
      known = undefined;
    },
    hide(variables) {
      hidden = Object.entries(variables).map(([name, value]) => ({ name: `the variable ${name}`, value }));
      known = undefined;
    },
  };
}
