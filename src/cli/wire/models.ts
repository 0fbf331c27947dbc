import { Fault } from "../../core/fault.ts";
import type { Models, Wire } from "./wire.ts";

export async function openModels(wire: Wire, env: NodeJS.ProcessEnv): Promise<Models> {
  const { folders, clock } = wire;
  const { readUserConfig } = await import("../../config/user/user-config.ts");
  const { assertModels, modelNamed, modelRoles } = await import("../../config/user/model-named.ts");
  const { openPrices } = await import("../../model/price-table.ts");
  const config = await readUserConfig(folders.config);
  const prices = openPrices(config.prices ?? {}, clock.now().slice(0, 10));
  const meant = (name: string) => modelNamed(name, config);
  const open = async (names: readonly string[]) => {
    const { openGateway } = await import("../../model/gateway/gateway.ts");
    const models = names.map(meant);
    if (models.some((name) => name.startsWith("rehearsal/")))
      throw new Fault("model.missing", "This session is a rehearsal. To continue it: huddle demo --dir .");
    assertModels(models);
    const gateway = openGateway({ env, config, clock, random: Math.random });
    gateway.assertUsable(models);
    return gateway;
  };
  return {
    roles: modelRoles,
    meant,
    price: (name) => prices.priceOf(meant(name)),
    open,
    async check(name, onCase, signal) {
      const { checkModel } = await import("../../model/check/check-model.ts");
      const { ollamaOrigin } = await import("../../model/endpoint.ts");
      const model = meant(name);
      const origin = ollamaOrigin(model, { env, settings: config });
      const ollama = origin === undefined ? {} : { ollama: { origin, fetch, random: Math.random, signal } };
      const found = await checkModel(model, {
        gateway: await open([model]),
        clock,
        signal,
        onCase,
        ...ollama,
      });
      const { rememberModel } = await import("../../config/user/known-models.ts");
      if (!found.unanswered)
        await rememberModel(folders.state, model, { tools: found.can.tools, at: clock.now() });
      return found;
    },
    async set(role, name) {
      const { writeModels } = await import("../../config/user/write-user-config.ts");
      const roles = role === "all" ? modelRoles : modelRoles.filter((one) => one === role);
      return writeModels(folders.config, roles, name);
    },
  };
}
