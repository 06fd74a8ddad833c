import { terms } from "#shared/club.ts";
import { pounds } from "#web/lib/pounds.ts";

export const founderQuestions = [
  {
    question: "What does it cost to pitch?",
    answer: [
      `Nothing. There is no upfront pitch fee. If you raise, the fee is ${terms.founderSuccessFeePercent}% of the total funds raised through the club.`,
    ],
  },
  {
    question: "How much do you invest?",
    answer: [
      `Between ${pounds(terms.chequeMinimumPence)} and ${pounds(terms.chequeMaximumPence)}, from pre-seed to Series A. Members decide one by one, so the amount is known once they have committed.`,
    ],
  },
  {
    question: "How long does it take?",
    answer: [
      `${terms.weeksToCloseForFounders} weeks. The data room decides which end of that it is: accounts, cap table, contracts and who owns the code.`,
    ],
  },
  {
    question: "Who ends up on our cap table?",
    answer: ["One special purpose vehicle per deal, so your members’ register grows by a line and not by a crowd."],
  },
  {
    question: "Do we need SEIS or EIS?",
    answer: [
      "No, but many UK angels ask. If your company may qualify, apply to HMRC for advance assurance early, before anything is signed. It is an opinion and not a promise of relief.",
    ],
  },
];
