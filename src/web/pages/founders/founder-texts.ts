import type { Club } from "#shared/club-settings.ts";
import { formatPounds } from "#web/lib/format.ts";

export const lookedFor = (club: Pick<Club, "figures">) => [
  "Software that customers already pay for, or are queuing to try; most of it SaaS",
  "Founders who know their market from the inside",
  "Numbers you can explain, the bad ones first",
  "Code and brand that the company owns, not a former contractor",
  "A round with a purpose, and a plan for the next one",
  `Room in it for ${formatPounds(club.figures.cheque_minimum_pence)} to ${formatPounds(club.figures.cheque_maximum_pence)} from us`,
];

export const dataRoom = [
  { title: "Overview", text: "One page on the company, the main figures, and who owns what today." },
  { title: "The company", text: "Articles, registers, board minutes and any shareholders’ agreement." },
  {
    title: "Cap table",
    text: "Fully diluted: options, convertible notes and advance subscriptions counted, with vesting.",
  },
  {
    title: "Money and tax",
    text: "Accounts, management accounts, cash in the bank, a forecast with its assumptions, and S/EIS papers if you have any.",
  },
  { title: "Product and figures", text: "Retention by cohort, churn with its reasons, uptime, and what comes next." },
  { title: "Customers", text: "The largest contracts, the pipeline, and why the last customers left." },
  {
    title: "People and rights",
    text: "Contracts, and a signed assignment of intellectual property from every founder and contractor.",
  },
  { title: "Law and security", text: "Disputes, data protection, security policies, and the papers of this round." },
];

const exampleRoundPence = 400_000_00;

export function founderQuestions(club: Pick<Club, "figures">) {
  const smallest = formatPounds(club.figures.cheque_minimum_pence);
  const largest = formatPounds(club.figures.cheque_maximum_pence);
  const exampleFeePence = (exampleRoundPence * club.figures.founder_success_fee_percent) / 100;
  return [
    {
      question: "What does it cost to pitch?",
      answer: [
        `Nothing. There is no upfront pitch fee. If you raise, the success fee is ${club.figures.founder_success_fee_percent}% of total funds raised; if you do not, you owe us nothing.`,
      ],
    },
    {
      question: "Which money counts as funds raised?",
      answer: [
        `The total raised in the round that we bring to our members: that is what the ${club.figures.founder_success_fee_percent}% is of. If such a round raises ${formatPounds(exampleRoundPence)} in all, the fee is ${formatPounds(exampleFeePence)}.`,
        "Before anything of yours is shown to members, we set it down in writing with the sum worked out for your round.",
      ],
    },
    {
      question: "How much do you invest?",
      answer: [
        `Between ${smallest} and ${largest}, from pre-seed to Series A. Members decide one by one, so nobody can promise you an amount before they have committed. Plan the round so that it works at the lower end.`,
      ],
    },
    {
      question: "How long does it take?",
      answer: [
        `${club.figures.weeks_to_close_for_founders} weeks from the first call. The data room decides which end of that it is. If payroll depends on our money arriving in week four, tell us at the start, and have another plan.`,
      ],
    },
    {
      question: "Who ends up on our cap table?",
      answer: [
        "One special purpose vehicle per deal, so your register of members grows by a line and not by a crowd. How the vehicle votes and who signs for it stands in the papers of the deal.",
      ],
    },
    {
      question: "Who sees our papers?",
      answer: [
        "Those of us who screen and, if you get that far, members. Members agree to keep what they receive confidential, but we cannot watch every screen. Leave out source code, personal data about customers, and anything a competitor must never read.",
      ],
    },
    {
      question: "Do we need SEIS or EIS?",
      answer: [
        "No, but many UK angels ask. If your company may qualify, apply to HMRC for advance assurance early, before anything is signed. It is an opinion and not a promise of relief, so do not call the company approved.",
        "How a vehicle holds the shares matters for the relief. Settle it with your adviser before the shares are issued, because it cannot be mended afterwards.",
      ],
    },
    {
      question: "You said no. Can we come back?",
      answer: [
        "Yes, when something has changed: revenue, the team, the terms. The same deck a month later will get the same answer.",
      ],
    },
  ];
}
