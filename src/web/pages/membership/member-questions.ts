import type { Club, Plan } from "#shared/club-settings.ts";
import { breakEvenPence, examplePence, feePence, getPlan } from "#shared/plan-costs.ts";
import { planNames } from "#shared/plans.ts";
import { formatPounds } from "#web/lib/format.ts";

export function memberQuestions(club: Club) {
  const minimum = formatPounds(club.minimum_investment_pence);
  const [trial, premium, vip] = planNames.map((name) => getPlan(club.plans, name)) as [Plan, Plan, Plan];
  const fees = club.plans.map(({ name, investment_fee_percent }) => `${investment_fee_percent}% on ${name}`).join(", ");
  const founderFee = club.figures.founder_success_fee_percent;
  return [
    {
      side: "Joining",
      questions: [
        {
          question: "Who can join?",
          answer: [
            "Membership is by application, for UK-based and international investors. Offers are for high-net-worth and sophisticated investors; the page on investor types, linked below, says who that is and what you sign.",
          ],
        },
        {
          question: "What happens after I apply?",
          answer: [
            "We review the application. If it is accepted, you are invited to an onboarding call, and an admin sends an invitation code to your email address. You register with that code and that address.",
          ],
        },
        {
          question: "What has the club done so far?",
          answer: [
            "The club is young and has no exits to show: nobody can say yet what its investments will return. We publish no figure meanwhile, because shares in a private company have no price until somebody buys them.",
          ],
        },
      ],
    },
    {
      side: "Costs",
      questions: [
        {
          question: "What does it cost?",
          answer: [
            `The yearly price of your plan, and one investment fee per deal: ${fees}. The fee is charged on top of what you invest: ${formatPounds(examplePence)} on ${premium.name} takes ${formatPounds(examplePence + feePence(premium, examplePence))} from your account.`,
            "There is no carry, no performance fee and no annual investment fee. The investment fee is paid once, and is not returned if the company fails.",
          ],
        },
        {
          question: "Which plan costs me least?",
          answer: [
            `It depends on what you invest in a year. ${premium.name} costs less than ${trial.name} above about ${formatPounds(breakEvenPence(premium, trial))}, and ${vip.name} less than ${premium.name} if you invest more than ${formatPounds(breakEvenPence(vip, premium))}. If you are not sure that you will invest so much, start with ${trial.name}: the yearly price is due whether or not you find a deal you like.`,
          ],
        },
        {
          question: "What does priority on a deal mean?",
          answer: [
            "When more members want in than a round has room for, those with priority are served first. It is a place in the queue, not a discount and not a promise that there will be shares for you.",
          ],
        },
        {
          question: "Do founders pay you as well?",
          answer: [
            `Yes: ${founderFee}% of total funds raised, if they raise, and nothing to pitch. So we earn when deals close, and you should weigh what we say about a company with that in mind. The club and its founders invest in every opportunity, which puts their own money at the same risk.`,
          ],
        },
      ],
    },
    {
      side: "Your investment",
      questions: [
        {
          question: "How much do I have to invest?",
          answer: [
            `At least ${minimum} per deal, and only in the deals you choose. Nothing obliges you to invest in any.`,
          ],
        },
        {
          question: "When do I pay for a deal?",
          answer: [
            `Once the special purpose vehicle is created, you have ${club.figures.transfer_window_hours} hours to transfer your funds. A share certificate follows, and the S/EIS tax form when the company’s shares qualify and HMRC has authorised it.`,
          ],
        },
        {
          question: "What does vetted mean, and what does it not?",
          answer: [
            "We have met the founders, read the data room and done due diligence before you are asked to commit. We can still be wrong, and founders can leave things out. It is not advice, and not a judgement that a company suits you: read the papers and ask your own questions.",
          ],
        },
        {
          question: "Who holds the shares?",
          answer: [
            "The deal’s special purpose vehicle, which stands as one line in the company’s register for everyone who paid in. On an S/EIS deal it is a nominee, which holds the shares for each member by name. The papers of each deal say how: what form the vehicle has, how many shares are yours, who votes them, and who runs it. Read that part before you send money.",
          ],
        },
        {
          question: "Do I get SEIS or EIS relief?",
          answer: [
            "On some deals, perhaps. It depends on the company, on you, and on how the shares are held: in general a nominee keeps the relief and a company in between breaks it. On an S/EIS deal the shares are held by a nominee for each member by name, and the papers of the deal say how. Your fee earns no relief. Nobody can promise relief, so do not invest for it alone, and ask a tax adviser.",
          ],
        },
        {
          question: "Can I get my money back early?",
          answer: [
            "Usually not. Shares in private companies are hard to sell, and there may be no buyer for years. Invest only what you can do without, and expect some of your companies to fail.",
          ],
        },
        {
          question: `Does ${club.identity.name} invest too?`,
          answer: ["Yes. The club and its founders invest in every opportunity."],
        },
      ],
    },
    {
      side: "If things go wrong",
      questions: [
        {
          question: "Is the club regulated?",
          answer: [
            `${club.identity.regulation} In general that means no claim on the Financial Services Compensation Scheme if you lose money, and no complaint to the Financial Ombudsman Service about the club. You can look up any firm in the Authority’s public register.`,
          ],
        },
        {
          question: "What happens to my shares if the club closes?",
          answer: [
            "Each deal has a vehicle of its own so that its shares are kept apart from the club’s business. But somebody still has to run that vehicle: keep its register, pass on votes and hand out what comes back. Whether and by whom that is secured stands in the papers of each deal. Ask before you invest, because we guarantee nothing here.",
          ],
        },
        {
          question: "How do I leave?",
          answer: [
            "Write to us. Your account is closed, and what we know about you is deleted within three months at most, except what the law makes us keep. Shares you hold through a deal stay yours under its papers. This page promises no refund for the rest of a year already paid; rights that the law gives you as a consumer are untouched.",
          ],
        },
        {
          question: "Whom do I complain to?",
          answer: [
            "To us first, by email or post. If it is about your personal data we acknowledge it within 30 days, and you may go to the Information Commissioner’s Office at any time.",
          ],
        },
      ],
    },
  ];
}
