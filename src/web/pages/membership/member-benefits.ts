import { terms } from "#shared/club.ts";
import { formatPounds } from "#web/lib/format.ts";

export const memberBenefits = [
  {
    title: "Deals that have been screened",
    text: `We meet about ${terms.foundersMetPerWeek} founders a week. ${terms.dealsPerYear} rounds a year go to members, each with a data room and a founder deck.`,
  },
  {
    title: "Your own decision",
    text: `You meet the founders on a call, ask what you like, and invest from ${formatPounds(terms.minimumInvestmentPence)} or not at all.`,
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
