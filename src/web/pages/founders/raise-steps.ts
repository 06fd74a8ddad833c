import { plansWith, slack } from "#shared/settings/plan-costs.ts";
import type { Club } from "#shared/settings/settings.ts";

/** From the enquiry to the money. The weeks add up to what the founders' page promises, which a test holds them to. */
export const raiseSteps = ({ deals, links, plans }: RaiseTerms): RaiseStep[] => [
  {
    title: "Write to us",
    weeks: [0, 0],
    text: `Tell us what you make, who pays for it and how much you are raising. ${links.founder_enquiry ? "The form" : "It"} costs nothing and binds nobody.`,
  },
  {
    title: "First call and screening",
    weeks: [1, 1],
    text: "We talk, look at the deck and the main figures, and tell you whether we go on. This is where most companies stop.",
  },
  {
    title: "Data room and due diligence",
    weeks: [1, 4],
    text: "We read what you put in and ask about what is missing. Papers that are ready when you write to us save the most time here.",
  },
  {
    title: "Pitch to members",
    weeks: [1, 1],
    text: `Members get your deck and data room by email${plansWith(plans, slack) && " and in the Slack and WhatsApp community"}, then meet you on one video call: your pitch, then their questions.`,
  },
  {
    title: "Members commit",
    weeks: [1, 1],
    text: "Each member decides alone and registers an amount. Only now do you know how large the cheque will be.",
  },
  {
    title: "Funds and shares",
    weeks: [0, 1],
    text: `The special purpose vehicle is created, members have ${deals.funds_window_hours} hours to transfer, and you issue shares to the vehicle. Certificates and, where they apply, S/EIS forms follow.`,
  },
];

type RaiseTerms = Pick<Club, "deals" | "links" | "plans">;

interface RaiseStep {
  title: string;
  weeks: readonly [shortest: number, longest: number];
  text: string;
}

/** The shortest and the longest time from enquiry to money. */
export const weeksToFunds = (club: RaiseTerms): [shortest: number, longest: number] =>
  raiseSteps(club).reduce<[number, number]>(
    ([shortest, longest], { weeks }) => [shortest + weeks[0], longest + weeks[1]],
    [0, 0],
  );
