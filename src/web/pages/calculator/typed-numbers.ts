import { calculatorLimits } from "#shared/deal-result.ts";
import { parsePounds } from "#shared/pence.ts";
import { times } from "#web/lib/format.ts";
import { money } from "./figures.ts";

const { investmentPence, dealsPerYear, exitMultiple } = calculatorLimits;

type ParseNumber = (text: string) => number | null;

/** In pence; null unless it can be invested. */
export const amountParser =
  (minimumPence: number): ParseNumber =>
  (text) => {
    const pence = parsePounds(text);
    return pence === null ? null : within({ least: minimumPence, most: investmentPence.most }, pence);
  };

export const parseCount = (text: string): number | null =>
  /^\s*\d+\s*$/.test(text) ? within(dealsPerYear, Number(text)) : null;

/** "2.5", "2.5x" or "2.5×". A comma is not taken for a point, since "1,5" might have been meant as 15. */
export function parseMultiple(text: string): number | null {
  const plain = text.trim().replace(/[x×]$/i, "").trimEnd();
  return /^(\d+\.?\d{0,3}|\.\d{1,3})$/.test(plain) ? within(exitMultiple, Number(plain)) : null;
}

/** The fields that are typed into: which figure of the deal each holds, and how it is written out. */
export const numberFields = {
  amount: { key: "investmentPence", write: money },
  deals: { key: "dealsPerYear", write: String },
  multiple: { key: "exitMultiple", write: times },
} as const;

export type NumberField = keyof typeof numberFields;

interface TypedNumber {
  parse: ParseNumber;
  hint: string;
  /** What the field says when what was typed cannot be used. */
  error: string;
}

/** @param minimumPence the least that can be invested. */
export const typedNumbers = (minimumPence: number): Record<NumberField, TypedNumber> => ({
  amount: {
    parse: amountParser(minimumPence),
    hint: `${money(minimumPence)} to ${money(investmentPence.most)} a deal`,
    error: `Enter an amount from ${money(minimumPence)} to ${money(investmentPence.most)}.`,
  },
  deals: {
    parse: parseCount,
    hint: `${dealsPerYear.least} to ${dealsPerYear.most}`,
    error: `Enter a whole number from ${dealsPerYear.least} to ${dealsPerYear.most}.`,
  },
  multiple: {
    parse: parseMultiple,
    hint: `${exitMultiple.least} to ${exitMultiple.most}; ${exitMultiple.least} is a total loss`,
    error: `Enter a number from ${exitMultiple.least} to ${exitMultiple.most}, such as 2.5.`,
  },
});

const within = ({ least, most }: { least: number; most: number }, value: number): number | null =>
  value >= least && value <= most ? value : null;
