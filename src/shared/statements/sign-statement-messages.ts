import { roundHalfUp } from "./signed-statement-messages.ts";
import type { StatementKind } from "./statement-messages.ts";

const pounds = (amount: number) => `£${amount.toLocaleString("en-GB")}`;

/** With figures of the form's own: "£123,400 is entered as £120,000. £125,000 would be entered as £130,000." */
export function roundingExample({ least, nearest }: { least: number; nearest: number }): string {
  const rounded = roundHalfUp(least, nearest);
  const example = rounded === least ? Math.round(least + 2.34 * nearest) : least;
  const entered = roundHalfUp(example, nearest);
  const next = entered + nearest / 2;
  return `${pounds(example)} is entered as ${pounds(entered)}. ${pounds(next)} would be entered as ${pounds(roundHalfUp(next, nearest))}.`;
}

/** Of one's own statements, on the account page. */
export const ownStatementMessages = {
  sign: "Sign your statement",
  hash: "Hash",
  withdraw: "Withdraw",
} as const;

export const kindChoices: Record<StatementKind, string> = {
  high_net_worth: "My income is high, or I own a lot besides my home and my pension.",
  self_certified_sophisticated: "I know this kind of investing from my work, or because I have done it.",
};

/** In plain words, beside a condition of this key; they explain it and never replace it. */
export const plainWords: Record<string, readonly string[]> = {
  income: ["Income of the last financial year. Money taken out of a pension in one go does not count."],
  net_assets: [
    "What you own less what you owe, without your home and any loan on it, without pensions, and without what an insurance would pay.",
    "Savings of £180,000 and shares of £150,000, less a loan of £40,000, are £290,000: that is entered as £300,000.",
    "The figure had to hold for the whole year, not on one day of it.",
  ],
  private_equity: ["Work that you were paid for: choosing, funding or lending to companies that are not listed."],
  director: [
    "A director as the companies register has it. The number is on the register and on the company’s letters.",
  ],
  investments: ["Each time you put money into a company that is not listed counts. Say how many times."],
  network: ["A network or syndicate of business angels that you belong to now and have for more than six months."],
};

export const signMessages = {
  loading: "Loading the form",
  back: "Back",
  next: "Continue",
  keptHere:
    "Until you sign, your answers are kept in this tab alone, also if you reload it or sign in again. They are gone once you close it or log out. Your name, date of birth, address and account name are kept as you save them.",
  counted:
    "Some attempts are recorded with their time, without what you typed: a figure below the least that the form asks for, answers that contradict each other, and that no condition applies. An admin may then look at what you sign.",
  plainHeading: "In plain words",
  answered: (isYes: boolean) => (isYes ? "You answered Yes" : "You answered No"),
  refused: "Nothing was signed.",
} as const;

/** Of the admins' register. */
export const statementRegisterMessages = {
  sealed: "Deleted account",
  open: "Open",
  openHint: "Its owner reads it, and admins in the audit.",
  evidence: "Evidence pack",
} as const;
