import { trimInvisible } from "./text-rules.ts";

/**
 * Numbers as people type them: the only place that reads them. A reader returns null for what is no number of its kind
 * or could mean two numbers, since money is never guessed: "1,75" might be £1.75 or £175.
 */

type Read<Value> = (text: string) => Value | null;

/** In pence: "£1,000", "1 000", "1000.5", "GBP 5" and "5 £". */
export const readPounds: Read<number> = (text) => inHundredths(partsOf(text, poundsPattern));

/** Reads pence; below zero with one minus in front: "-£1,000". */
export const readSignedPounds: Read<number> = (text) => signed(text, readPounds);

/** In pounds, for figures without pence: "£120,000" and "120000.00". */
export const readWholePounds: Read<number> = (text) => {
  const pence = readPounds(text);
  return pence === null || pence % 100 !== 0 ? null : pence / 100;
};

/** Pounds with up to six decimals, as text without sign and commas: "£1,240.5" is "1240.5". Never "1.000", but "1.333". */
export const readPrice: Read<string> = (text) => {
  const parts = partsOf(text, pricePattern);
  if (parts === null || isTooHigh(parts) || thousandOrOne(text)) return null;
  return parts.decimals === "" ? parts.whole : `${parts.whole}.${parts.decimals}`;
};

/** A whole number: "1,000". Never "1.000", which is a thousand in other countries. */
export const readCount: Read<number> = (text) => {
  const parts = partsOf(text, countPattern);
  return parts && Number(parts.whole);
};

/** Of shares: Excel shows whole numbers with decimals where a column has two, "1,200.00". */
export const readShares: Read<number> = (text) => readCount(trimmed(text).replace(/\.0{1,2}$/, ""));

export const readYear: Read<number> = (text) => {
  const plain = trimmed(text);
  return /^\d{4}$/.test(plain) ? Number(plain) : null;
};

/** Reads basis points: "12.5", "12.5%" and "12.5 %" are 1250. */
export const readBp: Read<number> = (text) => inHundredths(partsOf(text, percentPattern));

export const readSignedBp: Read<number> = (text) => signed(text, readBp);

/** Reads per cent: "12.5 %" is 12.5. */
export const readPercent: Read<number> = (text) => {
  const bp = readBp(text);
  return bp === null ? null : bp / 100;
};

export const readWholePercent: Read<number> = (text) => {
  const percent = readPercent(text);
  return Number.isInteger(percent) ? percent : null;
};

/** "2.5", "2.5x" and "2.5×", with up to three decimals. */
export const readMultiple: Read<number> = (text) => {
  const plain = trimmed(trimmed(text).replace(/[x×]$/i, ""));
  return /^(\d{1,6}\.?\d{0,3}|\.\d{1,3})$/.test(plain) ? Number(plain) : null;
};

/** "1.000" is a thousand in other countries. @returns how to write what it can mean. */
export function thousandOrOne(text: string): string | undefined {
  const [, whole] = /^(?:(?:£|GBP)\p{Zs}?)?(\d{1,3})\.000(?:\p{Zs}?(?:£|GBP))?$/iu.exec(trimmed(text)) ?? [];
  return whole && (whole.startsWith("0") ? `${Number(whole)}.00` : `${whole},000 or ${whole}.00`);
}

/** What a field takes: its reader, what it says to anything else, and a phone's keyboard, whose numbers have no minus. */
export const numberKinds = {
  pounds: { read: readPounds, problem: "Please enter an amount like 395 or 395.50", keyboard: "decimal" },
  signed_pounds: { read: readSignedPounds, problem: "Please enter an amount like 395 or -395.50", keyboard: "text" },
  whole_pounds: {
    read: readWholePounds,
    problem: "Please enter an amount in whole pounds like 120000 or 120,000",
    keyboard: "decimal",
  },
  price: {
    read: readPrice,
    problem: "Please enter a price with at most six decimals, like 2.50 or 0.8349",
    keyboard: "decimal",
  },
  count: { read: readCount, problem: "Please enter a whole number like 12 or 1,000", keyboard: "numeric" },
  shares: { read: readShares, problem: "Please enter a number of shares like 500 or 1,000", keyboard: "numeric" },
  year: { read: readYear, problem: "Please enter a year like 2019", keyboard: "numeric" },
  percent: { read: readBp, problem: "Please enter a percentage like 4 or 12.5", keyboard: "decimal" },
  signed_percent: { read: readSignedBp, problem: "Please enter a percentage like 62.5 or -4", keyboard: "text" },
  whole_percent: { read: readWholePercent, problem: "Please enter a whole percentage like 50", keyboard: "numeric" },
  multiple: { read: readMultiple, problem: "Please enter a multiple like 2.5", keyboard: "decimal" },
} as const satisfies Record<string, { read: Read<number | string>; problem: string; keyboard: string }>;

export type NumberKind = keyof typeof numberKinds;

/** Checks that nothing is typed that anybody could see. */
export const isBlank = (text: string): boolean => trimmed(text) === "";

/** What a field of this kind says to what is typed; undefined for what can be read, and for nothing. */
export function typedProblem(kind: NumberKind, text: string): string | undefined {
  const { read, problem } = numberKinds[kind];
  if (isBlank(text) || read(text) !== null) return undefined;
  const example = ofPounds[kind] && thousandOrOne(text);
  if (example) return `Please enter ${ofPounds[kind]} like ${example}`;
  if (isTooLong(text, read))
    return kind === "price" ? "Please enter a price below £100,000,000" : `Please enter a smaller ${sizeOf(kind)}`;
  return penceProblem(kind, trimmed(text)) ?? problem;
}

/** Its digits are too many, and nothing else is wrong with it: with fewer it can be read. */
function isTooLong(text: string, read: Read<number | string>): boolean {
  const shorter = trimmed(text).replace(
    /^(\D*)(?:\d{6,}|[1-9]\d{0,2}(?:(?:,\d{3}){2,}|(?:\p{Zs}\d{3}){2,}))(?![\d,])(?!\p{Zs}\d)/u,
    "$11",
  );
  return shorter !== trimmed(text) && read(shorter) !== null;
}

function sizeOf(kind: NumberKind): string {
  if (kind.endsWith("percent")) return "percentage";
  return kind.endsWith("pounds") ? "amount" : "number";
}

const ofPounds: Partial<Record<NumberKind, string>> = {
  pounds: "an amount",
  signed_pounds: "an amount",
  price: "a price",
};

/** Of less than a pound, as people write it: ".75" and "75p". */
function penceProblem(kind: NumberKind, text: string): string | undefined {
  const [, pounds, pence] = /^£?(?:(\.\d{1,6})|(\d{1,6}) ?p)$/i.exec(text) ?? [];
  const example = pence === undefined ? `0${pounds}` : (Number(pence) / 100).toFixed(2);
  if (ofPounds[kind] === undefined || numberKinds[kind].read(example) === null) return undefined;
  return pence === undefined
    ? `Please enter ${ofPounds[kind]} with a figure before the point, like ${example}`
    : `Please enter ${ofPounds[kind]} in pounds, like ${example}`;
}

/** For schemas, which refuse NaN at its field. */
export const orNaN = (value: number | null): number => value ?? Number.NaN;

/** Thousands in threes, all by commas or all by spaces; "0,500" is no thousands. */
const wholePattern = String.raw`(\d{1,13}|[1-9]\d{0,2}(?:,\d{3}){1,4}|[1-9]\d{0,2}(?:\p{Zs}\d{3}){1,4})`;
/** With its sign before or behind it, not both. */
const inPounds = (decimals: string) =>
  new RegExp(
    String.raw`^(?!(?:£|GBP).*(?:£|GBP)$)(?:(?:£|GBP)\p{Zs}?)?${wholePattern}(?:\.${decimals})?(?:\p{Zs}?(?:£|GBP))?$`,
    "iu",
  );
const poundsPattern = inPounds(String.raw`(\d{1,2})`);
const pricePattern = inPounds(String.raw`(\d{1,6})`);
const countPattern = new RegExp(`^${wholePattern}$`, "u");
const percentPattern = /^(\d{1,5})(?:\.(\d{1,2}))?\p{Zs}?%?$/u;

/** Longer texts are no numbers; the pattern below takes the square of their length. */
const longest = 200;

const trimmed = (text: string): string => (text.length > longest ? text : trimInvisible(text));

interface Parts {
  whole: string;
  decimals: string;
}

function partsOf(text: string, pattern: RegExp): Parts | null {
  const [, whole, decimals = ""] = pattern.exec(trimmed(text)) ?? [];
  return whole === undefined ? null : { whole: whole.replace(/[,\p{Zs}]/gu, ""), decimals };
}

/** The limit is for prices: the database keeps those below £100,000,000. */
const isTooHigh = ({ whole }: Parts): boolean => whole.length > 8;

/** Exact: the decimals are digits, never a fraction. */
const inHundredths = (parts: Parts | null): number | null =>
  parts && Number(parts.whole) * 100 + Number(parts.decimals.padEnd(2, "0"));

function signed(text: string, read: Read<number>): number | null {
  const [, minus, rest = ""] = /^([-−]?)(.*)$/s.exec(trimmed(text)) ?? [];
  const value = /^[\s\p{Cf}]/u.test(rest) ? null : read(rest);
  return value === null || !minus || value === 0 ? value : -value;
}
