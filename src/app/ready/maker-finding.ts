import { engineersOf, type Policy, providerOf, reviewerOf, type Seat } from "../../core/terms/policy.ts";
import { type Finding, fine, note } from "../look/finding.ts";

/** Providers that serve their own models only. Who made those of the others, a name does not say. */
const makers: ReadonlySet<string> = new Set(["anthropic", "openai", "google"]);

/** Whether work is judged by a model of the maker whose model wrote it. Nothing: nobody judges, or the maker is not known. */
export function makerFinding(seats: readonly Seat[], { review }: Pick<Policy, "review">): readonly Finding[] {
  const pairs = engineersOf(seats).flatMap((author) => {
    const judge = reviewerOf(review?.by === "peers" ? engineersOf(seats) : seats, author.id);
    return judge ? [[author, judge] as const] : [];
  });
  const known = pairs.filter((pair) => pair.every(({ model }) => makers.has(providerOf(model))));
  if (known.length === 0) return [];
  const same = known.filter(([author, judge]) => providerOf(author.model) === providerOf(judge.model));
  if (same.length === 0) return [fine("reviews", "by models of another maker than those that write")];
  const who = same.map(([author, judge]) => `${author.id}'s work by ${judge.id}`);
  return [
    note(
      "reviews",
      `${who.join(", ")}: with models of the same maker, which may miss the same mistakes. A model of another maker: huddle model set <strong|fast|other> <model>`,
    ),
  ];
}
