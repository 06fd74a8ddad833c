import type { SitePageSlug } from "#shared/content/site-page-layouts.ts";

/** Words of /setup, which the first admin's link opens. */
export const setupMessages = {
  title: "Set up your club",
  step: (number: number, label: string) => `Step ${number} of 4: ${label}`,
  steps: ["Your account", "Your club", "Claims on the public site", "Emails and next steps"],
  loading: "Loading the setup",
  required: "Please fill this in",
  signIn: "Sign in",
  madeFor: (email: string) => `This link was made for ${email} and works once.`,
  alreadyRegistered: "Already registered?",
  finishFailed: "The club was not set up",
  skipping: "Skipping...",
  closed: "The club is set up already, or another admin is doing it.",
  mails: "Emails",
  next: "What comes next",
  toMembers: "Go to the members area",
} as const;

/** A section of a page of the site, or one of its points, by their places in the words that a club of its own starts with. */
type ClaimPlace = [page: SitePageSlug, section: string, point?: number];

/** What only the operator can say of the club. Each stays off the public pages until the setup’s tick, or Admin → Content, shows it. */
export const siteClaims: Record<Exclude<SiteClaim, "regulation">, { words: string; places: readonly ClaimPlace[] }> = {
  beside_you: {
    words: "The club and its founders put their own money into every opportunity that they show.",
    places: [["home", "philosophy", 0]],
  },
  software: {
    words: "The club backs early-stage technology, mostly SaaS, from pre-seed to Series A.",
    places: [["home", "philosophy", 1]],
  },
  deals: {
    words:
      "The club meets about {founders_met} founders a week, brings {deals_per_year} rounds a year to members and closes one in {weeks_to_close} weeks.",
    places: [
      ["home", "stats"],
      ["about", "mission"],
      ["founders", "if_no"],
    ],
  },
  terms_for_founders: {
    words:
      "A company receives {cheque_minimum} to {cheque_maximum} within {weeks_to_close_for_founders} weeks, and pays {founder_fee} of the funds raised.",
    places: [
      ["home", "philosophy", 2],
      ["founders", "figures"],
      ["founders", "looked_for"],
      ["founders", "how_it_goes"],
    ],
  },
  screening: {
    words: "Every deal has been screened, and comes with a data room, a founder deck and a call with the founders.",
    places: [
      ["home", "carousel"],
      ["membership", "benefits"],
    ],
  },
  community: {
    words: "Members have networking events, industry experts, a support system and resources.",
    places: [["home", "why_join"]],
  },
  syndicates: {
    words: "Traditional syndicates charge 2-15% to invest, 20% of the profit and up to 10% a year.",
    places: [
      ["home", "comparison"],
      ["membership", "comparison"],
    ],
  },
  values: {
    words: "All returns stay with the members, and every fee that a member pays is on the membership page.",
    places: [
      ["about", "vision"],
      ["about", "values"],
    ],
  },
};

/** In the order of the setup; what the operator is to the regulator is asked last. */
export const siteClaimKeys = [
  "beside_you",
  "software",
  "deals",
  "terms_for_founders",
  "screening",
  "community",
  "syndicates",
  "values",
  "regulation",
] as const;
export type SiteClaim = (typeof siteClaimKeys)[number];

/** Stands where the operator has neither typed nor confirmed what it is to the regulator. */
export const askRegulation = (operator: string, email: string): string =>
  `Ask ${operator} at ${email} what it is to the Financial Conduct Authority.`;

export const defaultRegulation = (operator: string): string =>
  `${operator} is not authorised or regulated by the Financial Conduct Authority.`;
