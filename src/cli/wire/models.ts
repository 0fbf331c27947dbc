import { Fault } from "../../core/fault.ts";
import type { Models, Wire } from "./wire.ts";

export async function openModels(wire: Wire, env: NodeJS.ProcessEnv): Promise<Models> {
  const { folders, clock, keys } = wire;
  const { readUserConfig } = await import("../../config/user/user-config.ts");
  const { assertModels, modelNamed, modelRoles } = await import("../../config/user/model-named.ts");
  const { openPrices } = await import("../../model/price-table.ts");
  const config = await readUserConfig(folders.config);
  keys.learn(config);
  const prices = openPrices(config.prices ?? {}, clock.now().slice(0, 10));
  const meant = (name: string) => modelNamed(name, config);
  const open = async (names: readonly string[]) => {
    const { openGateway } = await import("../../model/gateway/gateway.ts");
    const models = names.map(meant);
    if (models.some((name) => name.startsWith("rehearsal/")))
      throw new Fault("model.missing", "This session is a rehearsal. To continue it: huddle demo --dir .");
    assertModels(models);
    const gateway = openGateway({ env, config, clock, random: Math.random, redaction: keys });
    gateway.assertUsable(models);
    return gateway;
  };
  const windows = async (names: readonly string[], signal = wire.stop()) => {
    const { findWindows } = await import("../../model/window/find-windows.ts");
    const { readKnownWindows } = await import("../../config/user/known-models.ts");
    const remembered = await readKnownWindows(folders.state);
    const own = { set: config.windows, remembered };
    return findWindows(names.map(meant), { ...own, env, settings: config, fetch, signal });
  };
  return {
    roles: modelRoles,
    meant,
    price: (name) => prices.priceOf(meant(name)),
    open,
    windows,
    async check(name, onCase, signal) {
      const { checkModel } = await import("../../model/check/check-model.ts");
      const { ollamaOrigin } = await import("../../model/endpoint.ts");
      const model = meant(name);
      const origin = ollamaOrigin(model, { env, settings: config });
      const ollama = origin === undefined ? {} : { ollama: { origin, fetch, random: Math.random, signal } };
      const gateway = await open([model]);
      const { [model]: window } = await windows([model], signal);
      const found = await checkModel(model, {
        gateway,
        clock,
        signal,
        onCase,
        ...(window !== undefined && { window }),
        ...ollama,
      });
      if (found.unfinished) return found;
      const { rememberModel } = await import("../../config/user/known-models.ts");
      await rememberModel(folders.state, model, {
        tools: found.can.tools,
        ...(found.window !== undefined && { window: found.window }),
        at: clock.now(),
      });
      return found;
    },
    async offers(signal = wire.stop()) {
      const { offeredModels } = await import("../../model/choice/offered-models.ts");
      return offeredModels({ env, settings: config, prices, fetch, signal });
    },
    async judge(name, signal = wire.stop()) {
      const { judgeModel } = await import("../../model/choice/unknown-model.ts");
      return judgeModel(name, { env, settings: config, prices, fetch, signal });
    },
    async reach(name, signal = wire.stop()) {
      const { reachModel } = await import("../../model/choice/reach-model.ts");
      return reachModel(meant(name), { env, settings: config, fetch, signal });
    },
    async set(role, name) {
      const { writeModels } = await import("../../config/user/write-user-config.ts");
      const roles = role === "all" ? modelRoles : modelRoles.filter((one) => one === role);
      return writeModels(folders.config, roles, name);
    },
  };
}
