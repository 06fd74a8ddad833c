import { roundHalfUp } from "./signed-statement-messages.ts";

const pounds = (amount: number) => `£${amount.toLocaleString("en-GB")}`;

/** With figures of the form's own: "For example, we read £123,400 as £120,000". */
export function roundingExample({ least, nearest }: { least: number; nearest: number }): string {
  const isRounded = least % nearest === 0;
  return `For example, we ${reading(isRounded ? Math.round(least + 2.34 * nearest) : least, nearest)}`;
}

/** Returns what becomes of a figure that is not rounded. */
export const readAs = (amount: number, nearest: number): string => `We ${reading(amount, nearest)}`;

const reading = (amount: number, nearest: number) =>
  `read ${pounds(amount)} as ${pounds(roundHalfUp(amount, nearest))}`;

/** Of one's own statements, on the account page. */
export const ownStatementMessages = {
  sign: "Sign your statement",
  withdraw: "Withdraw",
} as const;

interface Choice {
  label: string;
  hint: string;
}

/** A condition of the high net worth form as an answer to "Which of these is true for you?"; its own words follow. */
export const conditionChoices: Record<string, (least: number) => Choice> = {
  income: (least) => ({
    label: `My income was ${pounds(least)} or more`,
    hint: "In the last financial year",
  }),
  net_assets: (least) => ({
    label: `My net assets are ${pounds(least)} or more`,
    hint: "All year, without your home, pension or life insurance",
  }),
};

/** Conditions of the sophisticated investor's form, in few words. */
const experiences: Record<string, string> = {
  investments: "invest in such companies",
  director: "direct one",
  private_equity: "finance them at work",
  network: "belong to a network of business angels",
};

/** @param conditions keys of those of the form in force. */
export function experienceChoice(conditions: readonly string[]): Choice {
  const known = Object.keys(experiences).filter((key) => conditions.includes(key));
  const words = known.map((key) => experiences[key]);
  const list = words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
  return { label: "I have experience", hint: list ? `I ${list}` : "As an investor in such companies" };
}

export const noChoice: Choice = { label: "None of these", hint: "You stay a member and see no deals" };

export const figureQuestions: Record<string, string> = {
  income: "What was your income?",
  net_assets: "What are your net assets?",
};

/** The words stand beside the condition of their key; they explain it and never replace it. */
export const plainWords: Record<string, readonly string[]> = {
  net_assets: [
    "What you own less what you owe, without your home and any loan on it, without pensions, and without what an insurance would pay.",
    "Savings of £180,000 and shares of £150,000, less a loan of £40,000, are £290,000. We read £290,000 as £300,000.",
    "The figure had to hold for the whole year, not on one day of it.",
  ],
};

export const signMessages = {
  loading: "Loading the form",
  saved: (time: string) => `Saved in this tab at ${time}.`,
  /** @param isSeen whether it was said before what the club does see. */
  unseen: (isSeen: boolean) => `The club sees nothing ${isSeen ? "else " : ""}that you type before you sign.`,
  declining: "The club records the time at which you said so. If you sign later, an admin reads your answers first.",
  refused: "Nothing was signed.",
} as const;

export const statementRegisterMessages = {
  sealed: "Deleted account",
  open: "Open",
  openHint: "Its owner reads it, and admins in the audit.",
  evidence: "Evidence pack",
} as const;
