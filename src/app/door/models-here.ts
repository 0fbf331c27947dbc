import type { ModelsHere } from "../../core/views/choice/model-offers.ts";
import type { Project } from "../project.ts";
import type { Hands } from "./hands.ts";

/** Who uses which model, and what can be chosen here. */
export async function modelsHere(
  project: Pick<Project, "readTeam">,
  hands: Pick<Hands, "choices">,
): Promise<ModelsHere> {
  const models = await hands.choices();
  const [offers, { seats }] = await Promise.all([models.offers(), project.readTeam()]);
  const members = seats.map(({ id, role, model }) => {
    const price = models.price(model);
    return { member: id, role, model: models.meant(model), ...(price && { price }) };
  });
  return { roles: models.roles, members, offers };
}
