import { club, terms } from "#shared/club.ts";
import { pounds } from "#web/lib/pounds.ts";

const minimum = pounds(terms.minimumInvestmentPence);

export const memberBenefits = [
  {
    title: "Deals that have been screened",
    text: `About ${terms.foundersMetPerWeek} founders a week come to us, and ${terms.dealsPerYear} rounds a year go to members, each with a data room and a founder deck.`,
  },
  {
    title: "Your own decision",
    text: `You meet the founders on a call, ask what you like and invest from ${minimum}, or not at all.`,
  },
  {
    title: "People to think with",
    text: "Members’ events, a directory of who knows what, and on Premium and VIP the Slack community.",
  },
  {
    title: "Learning that goes on",
    text: "The Online Academy on Trial, articles for everyone, and every founder call as a lesson in asking.",
  },
];

export const memberQuestions = [
  {
    question: "Who can join?",
    answer: [
      "Membership is by application, for UK-based and international investors. Offers are for high-net-worth and sophisticated investors; the page on investor types says what that means.",
    ],
  },
  {
    question: "What happens after I apply?",
    answer: [
      "We review the application. If it is accepted, you are invited to an onboarding call, and an admin sends an invitation code to your email address. You register with that code and that address.",
    ],
  },
  {
    question: "How much do I have to invest?",
    answer: [`At least ${minimum} per deal, and only in the deals you choose. Nothing obliges you to invest in any.`],
  },
  {
    question: "What does it cost?",
    answer: [
      "The yearly price of your plan, and one investment fee per deal: 12.5% on Trial, 4% on Premium, nothing on VIP. The fee is charged on top of what you invest: £10,000 on Premium takes £10,400 from your account.",
      "There is no carry, no performance fee and no annual investment fee.",
    ],
  },
  {
    question: "When do I pay for a deal?",
    answer: [
      `Once the special purpose vehicle is created, you have ${terms.transferWindowHours} hours to transfer your funds. A share certificate follows, and the S/EIS tax form when the company’s shares qualify and HMRC has authorised it.`,
    ],
  },
  {
    question: "Can I get my money back early?",
    answer: [
      "Usually not. Shares in private companies are hard to sell, and there may be no buyer for years. Invest only what you can do without, and expect some of your companies to fail.",
    ],
  },
  {
    question: `Does ${club.product} invest too?`,
    answer: ["Yes. The club and its founders invest in every opportunity."],
  },
];
