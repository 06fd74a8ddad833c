import { terms } from "#shared/club.ts";
import { formatPounds } from "#web/lib/format.ts";

const smallest = formatPounds(terms.chequeMinimumPence);
const largest = formatPounds(terms.chequeMaximumPence);
const exampleRoundPence = 400_000_00;
const exampleFeePence = (exampleRoundPence * terms.founderSuccessFeePercent) / 100;

export const founderQuestions = [
  {
    question: "What does it cost to pitch?",
    answer: [
      `Nothing. There is no upfront pitch fee. If you raise, the success fee is ${terms.founderSuccessFeePercent}% of total funds raised; if you do not, you owe us nothing.`,
    ],
  },
  {
    question: "Which money counts as funds raised?",
    answer: [
      `The total raised in the round that we bring to our members: that is what the ${terms.founderSuccessFeePercent}% is of. If such a round raises ${formatPounds(exampleRoundPence)} in all, the fee is ${formatPounds(exampleFeePence)}.`,
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
      `${terms.weeksToCloseForFounders} weeks from the first call. The data room decides which end of that it is. If payroll depends on our money arriving in week four, tell us at the start, and have another plan.`,
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
