/** Apart from the schemas, so that a page can say these words without loading a validator. */
import { counted } from "#shared/counted.ts";
import { formatDay } from "#shared/london-time.ts";
import { formatPence } from "#shared/pence.ts";
import type { Payment } from "./portfolio-figures.ts";
import type { CertificateState, ReliefKind } from "./portfolio-messages.ts";
import { formatTaxYear } from "./tax-dates.ts";

export const reliefKindLabels: Record<ReliefKind, string> = {
  income: "Relief on buying shares",
  loss: "Relief on a loss",
};

/** "Relief on buying shares, carried back to 2024/25" */
export const reliefWords = ({ kind, carried_back_to }: { kind: ReliefKind; carried_back_to: number | null }): string =>
  carried_back_to === null
    ? reliefKindLabels[kind]
    : `${reliefKindLabels[kind]}, carried back to ${formatTaxYear(carried_back_to)}`;

export const yearEndMessages = {
  title: "Year-end summary",
  titleOf: (year: string) => `Tax year ${year}`,
  between: (from: string, until: string) => `${formatDay(from)} to ${formatDay(until)}`,
  soFar: (day: string) => `The year is not over: as of ${formatDay(day)}.`,
  nothing: "Nothing falls in this tax year.",
  notStarted: "Choose this tax year or an earlier one",
  whatItIs:
    "What the club’s records say about these shares, and what was recorded as claimed. It is no advice: whether something may be claimed, and how much, depends on tax that is not known here.",
  reliefsHidden:
    "The member does not show the reliefs that were recorded: they are not listed here, and a loss that they reduce is not worked out. Ask the member before anything is claimed.",
  notShown: "Not shown",
  elsewhere:
    "Shares that were not bought through the club are counted only where their owner entered them, and the club does not check these.",
  pdf: "PDF",
  csv: "CSV",
  total: "Together",
  company: "Company",
  round: "Round",
  scheme: "Scheme",
  none: "None",
  shares: "Shares",
  cost: "Cost",
  fee: "Fee",
  amount: "Amount",
  paid: "Paid",
  paidDay: "Arrived on",
  tooMuch: ({ pence, arrived_pence = pence }: Payment) =>
    arrived_pence > pence
      ? `${formatPence(arrived_pence)} arrived; ${formatPence(arrived_pence - pence)} of it was too much`
      : null,
  unissued: "Paid, shares not issued yet",
  unissuedText: "It counts as paid, in the tax year in which it arrived, once the shares are issued.",
  bought: "Shares bought",
  issuedOn: "Issued on",
  certificate: "Certificate",
  certificateStates: {
    none: "",
    came: "",
    awaited: "Awaited",
    late: "Awaited, late",
    sold_early: "Not awaited: sold within three years",
    nothing_left: "Did not come",
    too_late: "Did not come in time",
  } satisfies Record<CertificateState, string>,
  claimUntil: "Claim until",
  certificates: "Certificates that came",
  certificatesText:
    "For shares of this year or an earlier one. If the conditions are met, relief may be claimed until that day. Relief that is carried back has to be claimed a year earlier: once all of it is recorded so, this is that day.",
  certificateOn: "Came on",
  sold: "What was sold, and dividends",
  soldOn: "Day",
  what: "What",
  proceeds: (shares: number, isHoldback: boolean) => {
    if (shares > 0) return `${counted(shares, "share")} sold`;
    return isHoldback ? "Held back, paid later" : "Dividend";
  },
  gross: "Gross",
  costsOfSale: "Costs",
  paidOn: "Paid out on",
  due: "Still due",
  received: "Received",
  receivedOn: "Paid out on",
  disposals: "Gains and losses",
  disposalsText:
    "What the shares brought after the costs of the sale, less what they cost. A loss is less by the relief that was recorded and is kept. Of shares under a scheme that were sold within three years, what they brought takes relief away at its rate, and only the rest is kept. It may be claimed until that day. Whether a gain is taxed is not known here.",
  goesBack: (name: string, pence: string, day: string) =>
    `${name}, sold on ${day}: ${pence} of the relief may have to go back to HMRC.`,
  disposal: "Disposal",
  disposedOn: "Day",
  how: "How",
  sharesSold: "Sold",
  nothingLeft: "Nothing left",
  reliefKept: "Relief kept",
  brought: "Brought",
  gain: "Gain or loss",
  gains: (pence: string) => `Gains ${pence}`,
  losses: (pence: string) => `Losses ${pence}`,
  /** In one line, on paper. */
  gainsAndLosses: (gains: string, losses: string) => `Gains ${gains}, losses ${losses}`,
  reliefs: "Reliefs recorded",
  reliefsText: "As their owner recorded them, on days of this year. The club does not check them.",
  recordedOn: "Day",
  limits: "Limits of the schemes",
  limitsText:
    "What the shares issued in a year cost, fees left out. Relief that is recorded here as carried back counts for the year before. Under EIS a second million is allowed where everything above the first is in knowledge-intensive companies.",
  limitsHidden:
    "What the shares issued in a year cost, fees left out. Relief that the member recorded as carried back counts for the year before; it is not shown here, so these figures may not be complete.",
  usedIn: (year: string) => `Used in ${year}`,
  limitIn: (year: string) => `Limit in ${year}`,
} as const;
