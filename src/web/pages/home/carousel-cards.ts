import { club, terms } from "#shared/club.ts";
import { formatPounds } from "#web/lib/format.ts";

export const carouselCards = [
  {
    picture: 1,
    title: `The ${club.product} Revolution`,
    text: "Traditional syndicates keep a fifth of the profit. We keep none: you pay the price of your plan for the year and one fee per deal, and whatever the shares return, gain or loss, is yours.",
  },
  {
    picture: 2,
    title: "Democratising Investment",
    text: `You can put as little as ${formatPounds(terms.minimumInvestmentPence)} into a deal. For that you read the same deck and data room, and question the same founder, as the member with the largest cheque.`,
  },
  {
    picture: 3,
    title: "Community-Driven Learning",
    text: "A founder pitches on a video call and answers members’ questions in front of everyone. You hear what others ask and how they weigh the answer, and take that to the next deck.",
  },
  {
    picture: 4,
    title: "Exclusive Deal Flow",
    text: `We meet about ${terms.foundersMetPerWeek} founders a week and bring ${terms.dealsPerYear} rounds a year to members. What reaches your inbox has been screened, and comes with a data room.`,
  },
  {
    picture: 5,
    title: "Expert Mentorship",
    text: "The member directory shows what each member knows and which services they offer. Look for somebody whose experience fits your question, and ask.",
  },
] as const;
