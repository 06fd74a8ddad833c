import { plainPounds, withTwoDecimals } from "#shared/pence.ts";
import { bornePence, priceCountsUntil, type SharePrice, valueOfLot } from "#shared/portfolio/portfolio-figures.ts";
import {
  lotOriginLabels,
  markedName,
  priceBasisLabels,
  splitNames,
  splitWords,
} from "#shared/portfolio/portfolio-messages.ts";
import { priceAfter, ratioBetween, type ShareAction, splitsBetween } from "#shared/portfolio/share-actions.ts";
import { yearEndMessages } from "#shared/portfolio/year-end-messages.ts";
import type { CsvFile } from "../../platform/http/csv-stream.ts";
import type { OwnLot, OwnPortfolio } from "./portfolio-queries.ts";

/** Together these files hold what every figure of the dashboard follows from, as known on a day. Amounts are in pounds; what goes out is negative. */
export const portfolioFiles = {
  holdings: (own: OwnPortfolio, day: string): CsvFile => ({
    name: "holdings",
    columns: [
      ...["Lot", "Company", "Sector", "Round", "Shares bought", `Shares held on ${day}`, "Share class", "Price (GBP)"],
      ...["Cost (GBP)", "Fee (GBP)", "Borne by the club (GBP)", "Paid in (GBP)"],
      ...["Scheme", "Company paid on", "Issued on", "Certificate on", "Bought"],
      ...splitColumns,
    ],
    rows: own.lots.map((lot) => [
      ...[lot.id, nameOf(lot), lot.sector ?? "", lot.deal_name ?? "", String(lot.shares)],
      ...[String(valueOfLot(lot, own, day).shares), lot.share_class],
      ...[withTwoDecimals(lot.price), plainPounds(lot.cost_pence), plainPounds(lot.fee_pence)],
      ...[plainPounds(bornePence(lot)), plainPounds(lot.cost_pence + lot.fee_pence - bornePence(lot))],
      ...[lot.scheme ?? "", lot.wired_on, lot.issued_on, lot.certificate_on ?? "", lotOriginLabels[lot.origin]],
      ...countedIn({ ...lot, as_of: lot.issued_on }, own.actions ?? []),
    ]),
  }),
  flows: ({ lots, proceeds, reliefs, actions = [], unissued = [] }: OwnPortfolio): CsvFile => {
    const lotOf = new Map(lots.map((lot) => [lot.id, lot]));
    const row = (day: string, lotId: string, kind: string, amounts: Amounts): string[] => [
      ...[day, lotId, nameOf(lotOf.get(lotId) as OwnLot), kind, amount(amounts.net), amount(amounts.gross)],
      ...[amount(amounts.costs), amount(amounts.relief), count(amounts.shares), count(amounts.added)],
    ];
    const rows = [
      ...lots.flatMap(({ id, payments, wired_on, cost_pence }) => [
        ...payments.map(({ day, pence }) => row(day, id, "Paid in", { net: -pence })),
        row(wired_on, id, "Paid to the company", { gross: -cost_pence }),
      ]),
      // Gross alone: what is net is what the yearly rate is worked out from.
      ...unissued.flatMap(({ company_name, payments }) =>
        payments.map(({ day, pence }) => [
          ...[day, "", company_name, yearEndMessages.unissued, "", amount(-pence), "", "", "", ""],
        ]),
      ),
      ...proceeds.flatMap(({ lot_id, happened_on, shares_sold, is_holdback, gross_pence, costs_pence, paid_on }) => [
        row(happened_on, lot_id, shares_sold > 0 ? "Sold" : is_holdback ? "Held back, paid later" : "Dividend", {
          gross: gross_pence,
          costs: costs_pence,
          shares: shares_sold,
        }),
        ...(paid_on === null ? [] : [row(paid_on, lot_id, "Paid out", { net: gross_pence - costs_pence })]),
      ]),
      ...reliefs.map(({ day, lot_id, kind, pence }) =>
        row(day, lot_id, kind === "income" ? "Relief recorded" : "Loss relief recorded", { relief: pence }),
      ),
      ...actions.flatMap((action) =>
        action.lines
          .filter(({ holding_id }) => lotOf.has(holding_id))
          .map(({ holding_id, shares_before, shares_after }) =>
            row(action.effective_on, holding_id, splitWords(action), { added: shares_after - shares_before }),
          ),
      ),
    ];
    return {
      name: "payments",
      columns: [
        ...["Day", "Lot", "Company", "What", "Net (GBP)", "Gross (GBP)", "Costs (GBP)", "Relief (GBP)", "Shares sold"],
        "Shares added",
      ],
      rows: rows.toSorted(([one = ""], [other = ""]) => one.localeCompare(other)),
    };
  },
  /**
   * Those that count, oldest first. Until the first of them a share is worth what it cost. A split has no price: what was given before
   * its day is worth the old shares for the new ones.
   */
  valuations: ({ lots, prices, actions = [], ages }: OwnPortfolio): CsvFile => {
    const names = new Map(lots.map((lot) => [lot.company_id, nameOf(lot)]));
    const classes = new Map(lots.map((lot) => [lot.company_id, lot.share_class]));
    return {
      name: "prices",
      columns: [
        "Company",
        "Share class",
        "From",
        "Price (GBP)",
        "Basis",
        "Source",
        "Counts until",
        "New shares",
        "Old shares",
        ...splitColumns,
      ],
      rows: [
        ...actions.map((action) => [
          ...[names.get(action.company_id) ?? "", action.share_class ?? "", action.effective_on, ""],
          ...[splitWords(action), action.source, "", String(action.new_shares), String(action.old_shares)],
          ...["", ""],
        ]),
        ...prices.map((given) => [
          ...[names.get(given.company_id) ?? "", given.share_class ?? "", given.as_of, withTwoDecimals(given.price)],
          ...[priceBasisLabels[given.basis], given.source ?? "", priceCountsUntil(given, ages) ?? "", "", ""],
          ...countedIn({ ...given, share_class: given.share_class ?? classes.get(given.company_id) ?? null }, actions),
        ]),
      ].toSorted(([, , one = ""], [, , other = ""]) => one.localeCompare(other)),
    };
  },
};

const nameOf = ({ company_name, origin }: OwnLot): string => markedName({ name: company_name, origin });

const splitColumns = ["Counted in", "Price after splits (GBP)"];

/** Which shares a price is of, and what it comes to for one of now. */
function countedIn(
  given: Pick<SharePrice, "company_id" | "share_class" | "as_of" | "price">,
  actions: readonly ShareAction[],
) {
  const splits = splitsBetween(actions, given, given.as_of, lastDay);
  if (splits.length === 0) return ["Shares of now", withTwoDecimals(given.price)];
  const price = priceAfter(given.price, ratioBetween(actions, given, given.as_of, lastDay));
  return [`Shares before ${splitNames(splits)}`, withTwoDecimals(price)];
}

/** Splits are recorded once they happened. */
const lastDay = "9999-12-31";

interface Amounts {
  net?: number;
  gross?: number;
  costs?: number;
  relief?: number;
  shares?: number;
  added?: number;
}

const count = (shares: number | undefined): string => (shares === undefined ? "" : String(shares));
const amount = (pence: number | undefined): string => (pence === undefined ? "" : plainPounds(pence));
