import type { StarterItem } from "./starter-item.ts";

export const starterCoFounders: StarterItem[] = [
  {
    kind: "co_founder",
    slug: "eleanor-marsh",
    content: {
      name: "Eleanor Marsh",
      role: "Co-founder, deals",
      text: "Meets the founders, runs the screening and leads due diligence. Asks about churn before anything else.",
    },
  },
  {
    kind: "co_founder",
    slug: "daniel-achebe",
    content: {
      name: "Daniel Achebe",
      role: "Co-founder, members",
      text: "Looks after members from the onboarding call to the share certificate, and runs the learning sessions.",
    },
  },
];
