import { toLondonTime } from "#shared/london-time.ts";
import { starterCoFounders } from "./co-founders.ts";
import { starterCompanies } from "./companies.ts";
import { starterEvents } from "./events.ts";
import type { StarterItem } from "./starter-item.ts";

/** In the order of the site. */
export const starterContent = (now: Date): StarterItem[] => [
  ...starterCoFounders,
  ...starterEvents(toLondonTime(now).date),
  ...starterCompanies,
];
