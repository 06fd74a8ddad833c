import { calculatorLimits } from "#shared/portfolio/deal-result.ts";
import { readCount, readMultiple, readPounds, typedProblem } from "#shared/typed-numbers.ts";
import { times } from "#web/lib/format.ts";
import { money } from "./figures.ts";

const { investmentPence, dealsPerYear, exitMultiple } = calculatorLimits;

type ParseNumber = (text: string) => number | null;

/** Returns pence; null unless it can be invested. */
export const amountParser =
  (minimumPence: number): ParseNumber =>
  (text) =>
    within({ least: minimumPence, most: investmentPence.most }, readPounds(text));

export const parseCount: ParseNumber = (text) => within(dealsPerYear, readCount(text));

export const parseMultiple: ParseNumber = (text) => within(exitMultiple, readMultiple(text));

/** The fields that are typed into: which figure of the deal each holds, and how it is written out. */
export const numberFields = {
  amount: { key: "investmentPence", kind: "pounds", write: money },
  deals: { key: "dealsPerYear", kind: "count", write: String },
  multiple: { key: "exitMultiple", kind: "multiple", write: times },
} as const;

export type NumberField = keyof typeof numberFields;

interface TypedNumber {
  parse: ParseNumber;
  hint: string;
  /** Returns the field's message for text that cannot be used. */
  problemOf: (text: string) => string;
}

/** @param minimumPence the least that can be invested. */
export const typedNumbers = (minimumPence: number): Record<NumberField, TypedNumber> => ({
  amount: {
    parse: amountParser(minimumPence),
    hint: `${money(minimumPence)} to ${money(investmentPence.most)} a deal`,
    // Who types "10k" or "1,75" is within the range, as they see it.
    problemOf: (text) =>
      typedProblem("pounds", text) ?? `Enter an amount from ${money(minimumPence)} to ${money(investmentPence.most)}.`,
  },
  deals: {
    parse: parseCount,
    hint: `${dealsPerYear.least} to ${dealsPerYear.most}`,
    problemOf: () => `Enter a whole number from ${dealsPerYear.least} to ${dealsPerYear.most}.`,
  },
  multiple: {
    parse: parseMultiple,
    hint: `${exitMultiple.least} to ${exitMultiple.most}; ${exitMultiple.least} is a total loss`,
    problemOf: () => `Enter a number from ${exitMultiple.least} to ${exitMultiple.most}, such as 2.5.`,
  },
});

const within = ({ least, most }: { least: number; most: number }, value: number | null): number | null =>
  value !== null && value >= least && value <= most ? value : null;
