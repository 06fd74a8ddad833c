import { calculatorLimits } from "./deal-result.ts";
import { money, times } from "./figures.ts";

const { investmentPence, dealsPerYear, exitMultiple } = calculatorLimits;

/** Pounds as people type them ("£10,000", "1500.50"), in pence; null unless they can be invested. */
export function parseAmount(text: string): number | null {
  const plain = text.replace(/^\s*£/, "").replace(/\s/g, "");
  if (!/^(\d+|\d{1,3}(,\d{3})+)(\.\d{1,2})?$/.test(plain)) return null;
  return within(investmentPence, Math.round(Number(plain.replaceAll(",", "")) * 100));
}

export const parseCount = (text: string): number | null =>
  /^\s*\d+\s*$/.test(text) ? within(dealsPerYear, Number(text)) : null;

/** "2.5", "2.5x" or "2.5×". A comma is not taken for a point, since "1,5" might have been meant as 15. */
export function parseMultiple(text: string): number | null {
  const plain = text.trim().replace(/[x×]$/i, "").trimEnd();
  return /^(\d+\.?\d{0,3}|\.\d{1,3})$/.test(plain) ? within(exitMultiple, Number(plain)) : null;
}

export const numberFields = {
  amount: { key: "investmentPence", parse: parseAmount, write: money },
  deals: { key: "dealsPerYear", parse: parseCount, write: String },
  multiple: { key: "exitMultiple", parse: parseMultiple, write: times },
} as const;

export type NumberField = keyof typeof numberFields;

export const numberHints: Record<NumberField, string> = {
  amount: `${money(investmentPence.least)} to ${money(investmentPence.most)} a deal`,
  deals: `${dealsPerYear.least} to ${dealsPerYear.most}`,
  multiple: `${exitMultiple.least} to ${exitMultiple.most}; ${exitMultiple.least} is a total loss`,
};

export const numberErrors: Record<NumberField, string> = {
  amount: `Enter an amount from ${money(investmentPence.least)} to ${money(investmentPence.most)}.`,
  deals: `Enter a whole number from ${dealsPerYear.least} to ${dealsPerYear.most}.`,
  multiple: `Enter a number from ${exitMultiple.least} to ${exitMultiple.most}, such as 2.5.`,
};

const within = ({ least, most }: { least: number; most: number }, value: number): number | null =>
  value >= least && value <= most ? value : null;
