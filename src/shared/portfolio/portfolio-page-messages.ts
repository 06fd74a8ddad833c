/** Apart from the schemas, so that a page can say these words without loading a validator. */
import { counted } from "#shared/counted.ts";
import { formatPence } from "#shared/pence.ts";
import type { PriceBasis } from "./portfolio-figures.ts";
import type { CalendarKind, CertificateState, holdingStates, NextKind, ReliefKind } from "./portfolio-messages.ts";

const inWords = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten"];
const several = (count: number, one: string, many = `${one}s`) =>
  `${inWords[count] ?? count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
/** "£10.00", or "£0.00–£17,059.92" where a price is too old for a value. */
export const worthWords = (valuePence: number, rangePence: number): string =>
  rangePence > 0 ? `${formatPence(valuePence)}–${formatPence(valuePence + rangePence)}` : formatPence(valuePence);

export const monthsOld = (months: number): string =>
  months < 1 ? "less than a month old" : `${months === 1 ? "1 month" : `${months} months`} old`;

export const ownPortfolioMessages = {
  label: "My Investments",
  asOf: (day: string) => `As of ${day}`,
  asOfLabel: "As of",
  tooEarly: (earliest: string) => `Choose ${earliest} or a later day`,
  today: "Today",
  loading: "Loading your investments",
  failed: "Your investments could not be loaded",
  failedText: "We could not reach the club. Nothing about what you own has changed.",
  empty: "You hold nothing yet.",
  emptyThen: "You held nothing then.",
  emptyText: "Deals you join appear here.",
  commitmentsToday: "What you committed to and do not hold yet is shown as of today alone.",
  toDeals: "See open deals",
  add: "Add a holding of your own",
  figures: "All together",
  parts: {
    documents: "Documents",
    "year-end": "Year-end pack",
    "if-we-vanish": "Export everything",
    advisers: "Adviser access",
  },
} as const;

export const figureMessages = {
  paidIn: "Paid in",
  payments: (count: number, fees: string | null) =>
    `${several(count, "payment")}, ${fees === null ? "no fees" : `${fees} of it fees`}`,
  costAndFee: (cost: string, fee: string, borne: string | null) =>
    `Cost ${cost}, fee ${fee}${borne === null ? "" : `; the club bore ${borne} of it`}`,
  back: "Back so far",
  nothingBack: "No sale, no dividend yet",
  valueNow: "Value now",
  valueOn: (day: string) => `Value on ${day}`,
  value: "Value",
  restsOn: (day: string, age: string) => `At a price of ${day}, ${age}`,
  oldest: (day: string, age: string) => `The oldest price in it is of ${day}, ${age}`,
  noPrice: "No recent price",
  range: (pence: string) => `Up to ${pence} of it is at a price that is too old to count`,
  noneLeft: "None of the shares are left",
  nothingLeft: "All shares are sold or written off",
  priceOf: (price: string, day: string) => `${price} a share, ${day}`,
  priceGiven: (price: string, given: string, { splits, day }: { splits: string; day: string }) =>
    `${price} a share, after ${splits}; ${given} before, ${day}`,
  forEachPound: "For each £1 paid in",
  forEach: "For each £1",
  rate: (rate: string, since: string) => `${rate} a year since ${since}.`,
  underAYear: "Less than a year: no yearly rate yet.",
  feeIsWhy: "The fee is why it starts under 1.",
  notMeaningful: "No yearly rate: money went in and out in a way that no single rate describes.",
  priceTooOld: "No rate: a price is too old.",
  rateHow:
    "The yearly rate counts each payment on its day at the bank and the value at the end, with the days between them over 365. XIRR in a spreadsheet gives the same from the files below.",
  noRate: "Nothing paid in yet.",
  beforeFees: (multiple: string) => `Before fees ${multiple}`,
  partAtIssue: (part: string, year: string | null) =>
    `${part} at issue${year === null ? "" : `, before the round of ${year}`}`,
  partAsAtIssue: "As at issue",
  partUnknown: "Not known",
  partUnknownText: "We do not know how many shares the company has in all",
} as const;

/** Where words depend on who reads: the member, or an adviser of theirs. */
export interface ReaderWords {
  backFor: (multiple: string) => string;
  part: string;
  whatItIs: string;
  whatItIsLowered: string;
  ownWord: (pence: string) => string;
  /** @param rate "46.1%" a year; null where there is none. */
  withReliefs: (reliefs: string, multiple: string, rate: string | null) => string;
  value: string;
  valueName: (day: string, value: string, paidIn: string, difference: string, isBelow: boolean) => string;
  /** While a price is too old for a value. */
  valueRangeName: (day: string, range: string, paidIn: string) => string;
  valueCaption: string;
  valueNote: string;
  calendarNote: string;
  claimRemark: string;
  holdingsCaption: string;
  held: (shares: string, day: string) => string;
  figures: string;
  lots: string;
  lotsCaption: string;
  claimed: (pence: string) => string;
  lossClaimed: (pence: string) => string;
  splits: string;
  splitShares: string;
  splitsNote: string;
}

export const memberWords: ReaderWords = {
  backFor: (multiple) => `${multiple} of what you paid in`,
  part: "Your part",
  whatItIs: "The value is what was last paid for such shares, not what you could sell for today.",
  whatItIsLowered:
    "The value is what was last paid for such shares, or less where the club thinks that less is left; not what you could sell for today.",
  ownWord: (pence) => `${pence} of it is as you entered it.`,
  withReliefs: (reliefs, multiple, rate) =>
    `With the reliefs you recorded, ${reliefs}, it is ${multiple} for each £1${rate === null ? "" : `, ${rate} a year`}.`,
  value: "Value against what you paid in",
  valueName: (day, value, paidIn, difference, isBelow) =>
    `On ${day} what you own is worth ${value}, ${difference} ${isBelow ? "less" : "more"} than the ${paidIn} you paid in.`,
  valueRangeName: (day, range, paidIn) =>
    `On ${day} what you own is worth ${range}, as a price is too old to count. You paid in ${paidIn}.`,
  valueCaption: "What you paid in and what it is worth, from each day on which one of them changed",
  valueNote:
    "Each stick is the gap between the two lines: pine where value is above what you paid in, ember where below.",
  calendarNote: "If you qualify; this is a calendar, not advice.",
  claimRemark: "If you qualify; a year earlier if carried back",
  holdingsCaption: "Your holdings, each with its last price, and their total",
  held: (shares, day) => `${shares} shares, held for you by the nominee since ${day}`,
  figures: "Your figures",
  lots: "Your lots",
  lotsCaption: "The shares you bought, lot by lot",
  claimed: (pence) => `You claimed ${pence}`,
  lossClaimed: (pence) => `You claimed a loss, ${pence}`,
  splits: "How the number of your shares changed, newest first",
  splitShares: "Your shares",
  splitsNote:
    "What your shares cost and the day you bought them stay the same. A price from before a split is for one share as it was then.",
};

export const nextMessages = {
  heading: "What needs doing next",
  nothing: "Nothing needs doing now.",
  all: (count: number) => `All ${count.toLocaleString("en-GB")}`,
  until: (day: string) => `Until ${day}`,
  from: (day: string) => `From ${day}`,
  title: {
    reconsent: (name) => `${name}: the terms changed`,
    pay: (name, pence) => `${name}: ${pence} to pay`,
    top_up: (name) => `${name}: shares became free`,
    statement_ends: () => "Sign your statement again",
    ask_certificate: (name) => `${name}: ask for your certificate`,
    claim_relief: (name, pence) => `${name}: you may claim ${pence} of relief`,
    loss_claim: (name, pence) => `${name}: you may claim a loss of ${pence}`,
    three_years: (name) => `${name}: three years are up`,
  } satisfies Record<NextKind, (name: string, pence: string) => string>,
  text: {
    reconsent: "Please say whether you still want to invest. Without an answer your commitment ends",
    pay: "Your payment has to arrive by this day",
    top_up: "First come, first served. You owe nothing if you take none",
    statement_ends: "It ends on this day. What you own stays yours either way",
    ask_certificate: "It usually comes within six months of the shares. No relief can be claimed without it",
    claim_relief: "If you qualify. The company’s certificate has what HMRC asks for",
    loss_claim: "What you lost may lower your tax, if you paid any",
    three_years: "Selling after that day may no longer cost you the relief",
  } satisfies Record<NextKind, string>,
  withoutEarly: (shares: string) =>
    `If you qualify. Without ${shares} that were sold within three years: relief on these is withdrawn`,
  action: {
    reconsent: "Answer",
    pay: "Pay",
    top_up: "See them",
    statement_ends: "Sign",
    ask_certificate: "See its dates",
    claim_relief: "Claim and record",
    loss_claim: "What you can claim",
    three_years: null,
  } satisfies Record<NextKind, string | null>,
} as const;

export const showAllMessages = { fewer: "Show fewer" } as const;

export const chartMessages = {
  asTable: "As a table",
  hideTable: "Hide the table",
  csv: "CSV",
  failed: "The chart could not be drawn",
  failedText: "The figures above and the table below are complete and come from the same numbers.",
  retry: "Try again",
  loading: "Drawing the chart",
} as const;

export const valueChartMessages = {
  value: "Value",
  valueAndBack: "Value and back",
  paidIn: "Paid in",
  tooOld: "Price too old",
  atMost: "At most, where a price is too old",
  feeNote: "It starts below by the fee.",
  from: "From",
  difference: "Difference",
  happened: "What happened",
  paid: (name: string, pence: string) => `${name}, ${pence}`,
  priced: (name: string, price: string) => `${name}: ${price} a share`,
  othersPay: (name: string, price: string) => `${name}: others pay ${price} a share`,
  before: (day: string, price: string) => `${day}, ${price} before`,
  afterSplit: (price: string) => `${price} after the split`,
  afterSplits: (price: string, splits: string) => `${price} after ${splits}`,
  writtenOff: (name: string) => `${name} written off`,
  sold: (name: string) => `${name} sold`,
  paidOut: (name: string) => `${name}: paid out`,
  amount: (day: string, pence: string) => `${day}, ${pence}`,
} as const;

export const companyChartMessages = {
  heading: "Cost against value, by company",
  name: (companies: number, above: number, below: number, open: number) =>
    `Of ${counted(companies, "holding")}, ${above} worth more than the cost, ${below} worth less, ${companies - above - below - open} the same${open > 0 ? `, ${open} with a price that is too old to say` : ""}.`,
  cost: (pence: string) => `${pence} cost`,
  value: (pence: string) => `${pence} value`,
  valueAndBack: (pence: string) => `${pence} value and proceeds`,
  onCost: (difference: string) => `${difference} on cost`,
  tooOld: "a price is too old to count",
  lots: (count: number, schemes: string) => `${counted(count, "lot")}${schemes && `, ${schemes}`}`,
  state: { active: null, sold: "sold", written_off: "written off" } satisfies Record<
    (typeof holdingStates)[number],
    string | null
  >,
  impaired: "impaired",
  note: "Sorted by value; losses are never left out. One scale, from £0. Before fees and the costs of sales.",
  median: (median: string, all: string) =>
    `The median company stands at ${median} of its cost, all the money together at ${all}.`,
  caption: "What each company’s shares cost and are worth, by value",
  company: "Company",
  costColumn: "Cost",
  valueColumn: "Value and proceeds",
  differenceColumn: "On cost",
  atMost: "At most, where a price is too old",
  multiple: "Before fees",
} as const;

export const calendarMessages = {
  heading: "Tax and cash dates",
  name: (count: number, next: string | null) =>
    next === null
      ? `${counted(count, "date")}, none of them still to come.`
      : `${counted(count, "date")}. The next that is open: ${next}.`,
  marks: "Filled: done. Ring: still open.",
  none: "No dates yet.",
  today: "today",
  caption: "Dates of tax and cash, the earliest first",
  day: "Day",
  company: "Company",
  whatColumn: "What",
  amount: "Amount",
  state: "State",
  done: "Done",
  open: "Open",
  shares: (shares: string) => `${shares} shares`,
  all: (count: number) => `All ${count.toLocaleString("en-GB")} lots`,
  allDates: (count: number) => `All ${count.toLocaleString("en-GB")} dates`,
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
    split: (day) => `Split ${day}`,
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
  ticked: "Ticked as claimed",
} as const;

export const holdingsMessages = {
  heading: "Holdings",
  company: "Company",
  shares: "Shares",
  cost: "Cost",
  paidIn: "Paid in",
  back: "Back",
  value: "Value",
  restsOn: "Last price",
  sold: "Sold, nothing is left",
  beforeSplits: (price: string, splits: string) => `${price} before ${splits}`,
  tax: "Tax",
  issued: (day: string) => `Issued ${day}`,
  issuedFirst: (day: string, lots: number) => `${counted(lots, "lot")} from ${day}`,
  total: (count: number) => (count === 2 ? "Both" : `All ${count.toLocaleString("en-GB")}`),
  stale: (months: number) => `Stale, ${months} months`,
  ageing: (months: number) => `${months} months old`,
  tooOld: (months: number) => `Too old to count, ${months} months`,
  files: "All of it as CSV:",
  file: { holdings: "Holdings", flows: "Payments", valuations: "Prices" },
  asCsv: "as CSV",
  fileFailed: "The file was not saved",
} as const;

export const taxStateMessages = {
  lossToClaim: "Loss to claim",
  lossClaimed: "Loss claimed",
  toClaim: (scheme: string) => `${scheme} to claim`,
  claimed: (scheme: string) => `${scheme} claimed`,
  awaited: (scheme: string) => `${scheme}3 awaited`,
  late: (scheme: string) => `${scheme}3 is late`,
  soldEarly: "No relief, sold within three years",
  nothingLeft: (scheme: string) => `No ${scheme}3 came`,
  tooLate: "Too late to claim",
  none: "No relief",
} as const;

export const splitMessages = {
  sector: "By sector, at cost",
  noSector: "No sector named",
  year: "By year of purchase, at cost",
  sectorColumn: "Sector",
  yearColumn: "Year",
  cost: "Cost",
  years: (first: number, last: number) => (last === first + 1 ? `${first} and ${last}` : `${first} to ${last}`),
} as const;

export const ownCompanyMessages = {
  loading: "Loading the company",
  failed: "The company could not be loaded",
  missing: "You hold no shares of this company",
  missingThen: "You held no shares of this company then",
  asOf: (day: string) => `Figures, prices and dates as of ${day}.`,
  missingText: "Its address may not be complete.",
  status: { active: "Status: Active", sold: "Status: Sold", written_off: "Status: Written off" } satisfies Record<
    (typeof holdingStates)[number],
    string
  >,
  heldByOneself: (shares: string, day: string) => `${shares} shares, issued on ${day}`,
  heldUntil: (shares: string, day: string) => `${shares} shares, issued on ${day}. None are left`,
  lot: (shares: string, day: string) => `${shares} shares of ${day}`,
  shareCount: (shares: number) => counted(shares, "share"),
  shares: "Shares",
  sharesLeft: (left: string, bought: string) => `${left} of ${bought}`,
  boughtAs: (bought: string) => `bought as ${bought}`,
  priceNow: (price: string, splits: string) => `${price} after ${splits}`,
  cost: "Cost",
  prices: "Prices of a share",
  pricesCaption: "Prices of a share, newest first",
  from: "From",
  price: "Price",
  basis: "Basis",
  source: "Source",
  ourSource: "The terms",
  importSource: "What it cost",
  confirmedBy: "Confirmed by",
  twoAdmins: "Two admins",
  oneAdmin: "One admin",
  neverRaises: "The club never raises a price by itself; it may lower one.",
  papers: "Papers",
} as const;

export const reliefMessages = {
  heading: "Tax",
  none: "No dates of tax.",
  record: { income: "Record income tax relief", loss: "Record loss relief" } satisfies Record<ReliefKind, string>,
  recordAny: "Record a claim",
  title: "Record what you claimed",
  titleOf: {
    income: "Record the income tax relief you claimed",
    loss: "Record the loss relief you claimed",
  } satisfies Record<ReliefKind, string>,
  text: "For your own figures: only you see it. To claim, you write to HMRC yourself.",
  lot: "Of which shares",
  offer: "What you claimed",
  offerOf: (kind: string, lot: string) => `${kind}, ${lot}`,
  kinds: { income: "Income tax relief", loss: "Loss relief" },
  day: "On which day",
  dayHint: "The day you sent the claim",
  amount: "How much tax",
  amountHint: (percent: string, pence: string) => `${percent} of the cost is ${pence}; the fee does not count`,
  amountLeft: (pence: string) =>
    `${pence} can still be recorded; shares sold within three years and the fee do not count`,
  carriedBack: "Carried back to the year before",
  save: "Record it",
  saving: "Recording…",
  cancel: "Cancel",
  saved: "Recorded. Your figures with reliefs include it.",
  failed: "Not recorded",
  remove: "Remove",
  removeOf: (what: string) => `the claim of ${what}`,
  removeTitle: "Remove this claim from your figures?",
  removeText: "What you told HMRC does not change.",
  keep: "Keep it",
  removing: "Removing…",
  removed: "Removed from your figures",
  removeFailed: "Not removed",
  amountWrong: "Please enter an amount such as £4,264.98",
  dayWrong: "Please enter the day",
  certificate: (scheme: string) => `${scheme}3 came`,
  certificateStates: {
    none: null,
    came: null,
    awaited: (scheme) => `${scheme}3 is awaited`,
    late: (scheme) => `${scheme}3 is awaited, and late: ask for it`,
    sold_early: (scheme) =>
      `No ${scheme}3 is awaited: the shares were sold within three years, so no relief is kept on them`,
    nothing_left: (scheme) =>
      `No ${scheme}3 came before nothing was left of the shares. No relief can be claimed without it`,
    too_late: (scheme) => `No ${scheme}3 is awaited: the last day to claim has passed`,
  } satisfies Record<CertificateState, ((scheme: string) => string) | null>,
  soldEarly: (shares: string) => `${shares} sold within three years: relief on these is withdrawn`,
  claimUntil: "Claim open until",
  untilCarriedBack: (day: string) => `${day} if carried back to the year before`,
  lossUntil: (pence: string) => `Loss claim open until, ${pence}`,
} as const;

/** With the basis that others set; where nothing is left, what says so. */
export const restsOnLabel = (basis: PriceBasis, source: string | null, label: string): string =>
  basis === "nil" && source !== null ? source : label;

export const ownSplitMessages = {
  heading: "Splits and consolidations",
  from: "From",
  what: "What",
  source: "Source",
  confirmedBy: "Confirmed by",
} as const;
