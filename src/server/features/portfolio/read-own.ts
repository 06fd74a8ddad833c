import type { Caller } from "../../context.ts";
import { type OwnPortfolio, readPortfolio } from "./portfolio-queries.ts";

/** What the caller holds, with the club's ages of prices. */
export const readOwn = async ({ dependencies, actor }: Pick<Caller, "dependencies" | "actor">): Promise<OwnPortfolio> =>
  readPortfolio(dependencies.readAs(actor), (await dependencies.readClub()).price_ages);
