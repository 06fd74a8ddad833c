import { formatPounds } from "#shared/format-pounds.ts";
import type { Club } from "#shared/settings.ts";

export const memberBenefits = (club: Club) => [
  {
    title: "Deals that have been screened",
    text: `We meet about ${club.figures.founders_met_per_week} founders a week. ${club.figures.deals_per_year} rounds a year go to members, each with a data room and a founder deck.`,
  },
  {
    title: "Your own decision",
    text: `You meet the founders on a call, ask what you like, and invest from ${formatPounds(club.minimum_investment_pence)} or not at all.`,
  },
  {
    title: "People to think with",
    text: "Members’ events, a directory of who knows what, and on Premium and VIP the Slack community.",
  },
  {
    title: "Learning that goes on",
    text: "The Online Academy on Trial, articles for everyone, and founder calls on which you hear what experienced members ask.",
  },
];
