import { club } from "#shared/club.ts";

export const carouselCards = [
  {
    picture: 1,
    title: `The ${club.product} Revolution`,
    text: "Most syndicates earn by keeping a fifth of your profit. We charge once, on the way in, and then we are done: whatever the shares return, gain or loss, is yours.",
  },
  {
    picture: 2,
    title: "Democratising Investment",
    text: "Early rounds used to be closed to anyone without a fund behind them. Here a £500 ticket sees the same deck, the same data room and the same founder on the call as a £50,000 one.",
  },
  {
    picture: 3,
    title: "Community-Driven Learning",
    text: "Founder calls happen with every member in the room. You hear what others ask, see how they weigh the answer, and read the next deck a little better.",
  },
  {
    picture: 4,
    title: "Exclusive Deal Flow",
    text: "We meet about three founders a week and bring six to twelve rounds a year to members. What reaches your inbox has been screened, and comes with a data room.",
  },
  {
    picture: 5,
    title: "Expert Mentorship",
    text: "Ask someone who has done it. Members give their time on pricing, hiring, fundraising and the rest, to the founders we back and to one another.",
  },
] as const;
