export const countedFigures = ["companies", "held_companies", "members", "invested"] as const;
export type CountedFigure = (typeof countedFigures)[number];

export interface ClubCounts {
  /** Pages of companies that are active. */
  companies: number;
  members: number;
  /** Companies of which members hold shares that are worth something. */
  held_companies: number;
  /** Members who have had shares. */
  investors: number;
  /** The sum is what all shares cost that members were ever given. */
  invested_pence: number;
}

/** Fewer would tell of single people. */
export const fewestCounted = 5;

/** What pages say of a count, never more than it is; null where it is too small, and the typed figure stays. */
export function countedFigure(figure: CountedFigure, counts: ClubCounts): string | null {
  const { companies, members, held_companies, investors, invested_pence } = counts;
  const hasEnough = held_companies >= fewestCounted && investors >= fewestCounted;
  switch (figure) {
    case "companies":
      return companies.toLocaleString("en-GB");
    case "members":
      return members >= fewestCounted ? atLeast(members) : null;
    case "held_companies":
      return hasEnough ? atLeast(held_companies) : null;
    case "invested":
      return hasEnough && invested_pence >= 1_000_00 ? poundsAtLeast(invested_pence) : null;
  }
}

/** 57 is "50+", 50 is "50", 1,430 is "1,000+". */
function atLeast(count: number): string {
  const step = plainStep(count);
  return `${step.toLocaleString("en-GB")}${count > step ? "+" : ""}`;
}

const thousands = [
  ["B", 1_000_000_000_00],
  ["M", 1_000_000_00],
  ["K", 1_000_00],
] as const;

/** £143,210 is "£100K+", £2,400,000 "£2M+". */
function poundsAtLeast(pence: number): string {
  const step = plainStep(pence);
  const [letter, size] = thousands.find(([, least]) => step >= least) ?? ["", 100];
  return `£${step / size}${letter}${pence > step ? "+" : ""}`;
}

/** Its first digit, and zeros. */
function plainStep(count: number): number {
  const power = 10 ** (String(Math.trunc(count)).length - 1);
  return Math.floor(count / power) * power;
}
