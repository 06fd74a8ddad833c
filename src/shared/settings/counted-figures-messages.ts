import type { CountedFigure } from "./counted-figures.ts";

export const countedFiguresMessages = {
  heading: "Counted today",
  tooFew: "Too few: the typed figure stays",
  failed: "They could not be counted just now.",
  note: "Rounded down to one digit and zeros, so that no page says more than is true. Members are counted from five on; companies with members’ holdings, and what was invested, from five such companies and five such members on, as less would tell of single people.",
  labels: {
    companies: "Active companies",
    held_companies: "Companies with members’ holdings",
    members: "Approved members",
    invested: "Invested, the cost of all shares",
  } satisfies Record<CountedFigure, string>,
} as const;
