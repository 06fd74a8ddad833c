import { formatPounds } from "#shared/format-pounds.ts";
import { plansWith, slack } from "#shared/settings/plan-costs.ts";
import type { Club } from "#shared/settings/settings.ts";

export function memberBenefits(club: Club) {
  const withSlack = plansWith(club.plans, slack);
  const withAcademy = plansWith(club.plans, /\bonline academy\b/i);
  return [
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
      text: withSlack
        ? `Members’ events, a directory of who knows what, and on ${withSlack} the Slack community.`
        : "Members’ events, and a directory of who knows what.",
    },
    {
      title: "Learning that goes on",
      text: `${withAcademy ? `The Online Academy on ${withAcademy}, articles for everyone,` : "Articles for everyone"} and founder calls on which you hear what experienced members ask.`,
    },
  ];
}
