/** Apart from the schemas, so that a page can say these words without loading a validator. */
import { counted } from "#shared/counted.ts";
import { formatPence } from "#shared/pence.ts";
import { rangeWords } from "#shared/range-words.ts";
import type { PriceBasis } from "./portfolio-figures.ts";
import type { CalendarKind, CertificateState, holdingStates, ReliefKind } from "./portfolio-messages.ts";
import { yearEndMessages } from "./year-end-messages.ts";

const inWords = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
const several = (count: number, one: string, many = `${one}s`) =>
  `${inWords[count] ?? count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
/** "£10.00", or "£0.00–£17,059.92" where a price is too old for a value. */
export const worthWords = (valuePence: number, rangePence: number): string =>
  rangeWords(formatPence(valuePence), formatPence(valuePence + rangePence));

/** "Paid, shares not issued yet: £80,001.79, Hazel Health." */
export const unissuedWords = (unissued: readonly { name: string; pence: number }[]): string =>
  `${yearEndMessages.unissued}: ${unissued.map(({ name, pence }) => `${formatPence(pence)}, ${name}`).join("; ")}.`;

export const monthsOld = (months: number): string =>
  months < 1 ? "less than a month old" : `${months === 1 ? "1 month" : `${months} months`} old`;

export const ownPortfolioMessages = {
  label: "My Investments",
  today: "Today",
  failedText: "We could not reach the club. Nothing about what you own has changed.",
  figures: "All together",
  export: "Export",
  /** The title is for paper. */
  ofPerson: (name: string) => `Investments of ${name}`,
} as const;

export const figureMessages = {
  payments: (count: number) => `${several(count, "payment")} in all.`,
  sharesAndFees: (cost: string, fees: string | null, borne: string | null) =>
    `Shares ${cost}, ${fees === null ? "no fees" : `fees ${fees}`}${borne === null ? "" : `; the club bore ${borne} of it`}`,
  stillDue: (pence: string) => `${pence} of it is for shares that were sold, still to be paid`,
  stillToCome: (pence: string) => `${pence} still to be paid out, counted in the value`,
  value: "Value",
  atLastPrices: (day: string) => `At ${day}, from the last prices`,
  restsOn: (day: string, age: string) => `The value is at a price of ${day}, ${age}.`,
  oldest: (day: string, age: string) => `The oldest price in the value is of ${day}, ${age}.`,
  range: (pence: string) => `Up to ${pence} of it is at a price that is too old to count`,
  noneLeft: "None of the shares are left",
  priceRange: (low: string, high: string) => `From ${low} to ${high} a share`,
  priceOf: (price: string, day: string) => `${price} a share, ${day}`,
  priceGiven: (price: string, given: string, { splits, day }: { splits: string; day: string }) =>
    `${price} a share, after ${splits}; ${given} before, ${day}`,
  return: "Return so far",
  beforeFees: (multiple: string) => `Before fees ${multiple}`,
  partAtIssue: (part: string, year: string | null) =>
    `${part} at issue${year === null ? "" : `, before the round of ${year}`}`,
} as const;

/** Where words depend on who reads: the member, or an adviser of theirs. */
export interface ReaderWords {
  paidIn: string;
  received: string;
  paid: string;
  backFor: (multiple: string) => string;
  part: string;
  whatItIs: string;
  whatItIsLowered: string;
  ownWord: (pence: string) => string;
  /** @param rate "46.1%" a year; null where there is none. */
  withReliefs: (reliefs: string, multiple: string, rate: string | null) => string;
  value: string;
  valueName: (day: string, value: string, paidIn: string, difference: string, isBelow: boolean) => string;
  /** The name applies while a price is too old for a value. */
  valueRangeName: (day: string, range: string, paidIn: string) => string;
  valueCaption: string;
  calendarNote: string;
  claimRemark: string;
  holdingsCaption: string;
  held: (shares: string, day: string) => string;
  figures: string;
  noPrice: string;
  lots: string;
  lotsCaption: string;
  claimed: (pence: string) => string;
  lossClaimed: (pence: string) => string;
  splits: string;
  splitShares: string;
  splitsNote: string;
}

export const memberWords: ReaderWords = {
  paidIn: "You paid in",
  received: "You received",
  paid: "You paid",
  backFor: (multiple) => `${multiple} of what you paid in`,
  part: "Your part",
  whatItIs: "The value is what was last paid for such shares, not what you could sell for today.",
  whatItIsLowered:
    "The value is what was last paid for such shares, or less where the club thinks that less is left; not what you could sell for today.",
  ownWord: (pence) => `${pence} of it is as you entered it.`,
  withReliefs: (reliefs, multiple, rate) =>
    `With the reliefs you recorded and keep, ${reliefs}, it is ${multiple} for each £1${rate === null ? "" : `, ${rate} a year`}.`,
  value: "Value against what you paid in",
  valueName: (day, value, paidIn, difference, isBelow) =>
    `On ${day} what you own is worth ${value}, ${difference} ${isBelow ? "less" : "more"} than the ${paidIn} you paid in.`,
  valueRangeName: (day, range, paidIn) =>
    `On ${day} what you own is worth ${range}, as a price is too old to count. You paid in ${paidIn}.`,
  valueCaption: "What you paid in and what it is worth, from each day on which one of them changed",
  calendarNote: "If you qualify; this is a calendar, not advice.",
  claimRemark: "If you qualify; a year earlier if carried back",
  holdingsCaption: "Your holdings, each with its last price, and their total",
  held: (shares, day) => `${shares} shares, held for you by the nominee since ${day}`,
  figures: "Your figures",
  noPrice: "No price yet: a share counts at the price that you paid.",
  lots: "Your lots",
  lotsCaption: "The shares you bought, lot by lot",
  claimed: (pence) => `You claimed ${pence}`,
  lossClaimed: (pence) => `You claimed a loss, which saved ${pence} of tax`,
  splits: "How the number of your shares changed, newest first",
  splitShares: "Your shares",
  splitsNote:
    "What your shares cost and the day you bought them stay the same. A price from before a split is for one share as it was then.",
};

export const toDoMessages = {
  nothing: "None of your dates is within 90 days.",
  endsWithoutCertificate: (company: string, day: string) =>
    `${company}: the time to claim the relief ends on ${day}, and its certificate has not come.`,
  after: (what: string, day: string) => `Next: ${what}, ${day}.`,
  /** "All 21 dates, 2027 to 2032" */
  all: (count: number, first: string, last: string) =>
    `${count === 1 ? "1 date" : `All ${count.toLocaleString("en-GB")} dates`}, ${first === last ? first : `${first} to ${last}`}`,
} as const;

export const valueChartMessages = {
  valueAndBack: "Value and back",
  paidIn: "Paid in",
  tooOld: "Price too old",
  priced: (name: string, price: string) => `${name}: ${price} a share`,
  othersPay: (name: string, price: string) => `${name}: others pay ${price} a share`,
} as const;

export const companyChartMessages = {
  name: (companies: number, above: number, below: number, open: number) =>
    `Of ${counted(companies, "holding")}, ${above} worth more than the cost, ${below} worth less, ${companies - above - below - open} the same${open > 0 ? `, ${open} with a price that is too old to say` : ""}.`,
  value: (pence: string) => `${pence} value`,
  valueAndBack: (pence: string) => `${pence} value and proceeds`,
  state: { active: null, sold: "sold", written_off: "written off" } satisfies Record<
    (typeof holdingStates)[number],
    string | null
  >,
  note: "Sorted by value; losses are never left out. One scale, from £0. Before fees and the costs of sales.",
} as const;

export const calendarMessages = {
  name: (count: number, next: string | null) =>
    next === null
      ? `${counted(count, "date")}, none of them still to come.`
      : `${counted(count, "date")}. The next that is open: ${next}.`,
  all: (count: number) => `All ${count.toLocaleString("en-GB")} lots`,
  what: {
    paid: () => "Paid",
    issued: () => "Shares issued",
    split: () => "Shares split",
    certificate: (scheme) => `${scheme}3 came`,
    relief_claimed: (scheme) => `${scheme} relief claimed`,
    relief_claim_until: (scheme) => `Last day of the ${scheme} claim`,
    three_years: () => "Three years",
    lost: () => "Written off",
    loss_claim_until: () => "Last day to claim the loss",
    loss_claimed: () => "Loss claimed",
    sold: () => "Sold",
    paid_out: () => "Paid out",
  } satisfies Record<CalendarKind, (scheme: string) => string>,
  /** In the drawing, with the day and the amount. */
  short: {
    paid: (day, pence) => `Paid ${day}${pence}`,
    issued: (day) => `Issued ${day}`,
    split: (day) => `Shares split ${day}`,
    certificate: (day) => `Certificate ${day}`,
    relief_claimed: (day, pence) => `Claimed ${day}${pence}`,
    relief_claim_until: (day) => `Claim open until ${day}`,
    three_years: (day) => `Three years, ${day}`,
    lost: () => "Written off",
    loss_claim_until: (day, pence) => `Loss claim${pence}, until ${day}`,
    loss_claimed: (day, pence) => `Loss claimed ${day}${pence}`,
    sold: (day, pence) => `Sold ${day}${pence}`,
    paid_out: (day, pence) => `Paid out ${day}${pence}`,
  } satisfies Record<CalendarKind, (day: string, pence: string) => string>,
  remark: {
    three_years: "After this day the relief may no longer depend on keeping the shares",
    loss_claim_until: "May be set against income or gains",
  } as Partial<Record<CalendarKind, string>>,
} as const;

export const ownCompanyMessages = {
  loading: "Loading the company",
  failed: "The company could not be loaded",
  missing: "You hold no shares of this company",
  missingText: "Its address may not be complete.",
  status: { active: "Status: Active", sold: "Status: Sold", written_off: "Status: Written off" } satisfies Record<
    (typeof holdingStates)[number],
    string
  >,
  heldByOneself: (shares: string, day: string) => `${shares} shares, issued on ${day}`,
  lot: (shares: string, day: string) => `${shares} shares of ${day}`,
  shareCount: (shares: number) => counted(shares, "share"),
  shares: "Shares",
  sharesLeft: (left: string, bought: string) => `${left} of ${bought}`,
  boughtAs: (bought: string) => `bought as ${bought}`,
  sold: (shares: string, day: string) => `${shares} sold ${day}`,
  /** The words stand beside the cost of the shares that are held. */
  costOf: (all: string) => `of ${all} for all`,
  cost: "Cost",
  from: "From",
  price: "Price",
  source: "Source",
  twoAdmins: "Two admins",
  replaced: "Replaced by another price of this day",
  oneAdmin: "One admin",
  papers: "Documents",
} as const;

export const reliefMessages = {
  record: { income: "Record income tax relief", loss: "Record loss relief" } satisfies Record<ReliefKind, string>,
  titleOf: {
    income: "Record the income tax relief you claimed",
    loss: "Record the loss relief you claimed",
  } satisfies Record<ReliefKind, string>,
  kinds: { income: "Income tax relief", loss: "Loss relief" },
  certificate: (scheme: string) => `${scheme}3 came`,
  withdrawn: (scheme: string, day: string) => `The club withdrew the ${scheme}3 on ${day}`,
  restsOnWithdrawn: (scheme: string, day: string) =>
    `The ${scheme}3 that it rests on was withdrawn on ${day}. HMRC or a tax adviser can say what to do`,
  certificateStates: {
    none: null,
    came: null,
    awaited: (scheme) => `${scheme}3 is awaited`,
    late: (scheme) => `${scheme}3 is late`,
    sold_early: (scheme) =>
      `No ${scheme}3 is awaited: the shares were sold within three years, so no relief is kept on them`,
    nothing_left: (scheme) => `No ${scheme}3 came before the company was wound up. No relief can be claimed without it`,
    too_late: (scheme) => `No ${scheme}3 is awaited: the last day to claim has passed`,
  } satisfies Record<CertificateState, ((scheme: string) => string) | null>,
} as const;

/** With the basis that others set; where nothing is left, what says so. */
export const restsOnLabel = (basis: PriceBasis, source: string | null, label: string): string =>
  basis === "nil" && source !== null ? source : label;
