import { emailTitles } from "#shared/tables/person-titles.ts";
import { type ColumnMatch, type ColumnSpec, plainTitle } from "#shared/tables/titles.ts";
import { type HoldingColumn, holdingColumns } from "./holding-imports-messages.ts";

/** Registers that clubs and nominees keep use these titles; the column's own name is accepted too. */
const otherTitles: Record<HoldingColumn, readonly string[]> = {
  kind: ["kind of line", "line type"],
  email: emailTitles,
  company: ["company name", "investee", "investee company", "portfolio company", "issuer"],
  share_class: ["class", "class of share", "class of shares", "share type", "type of share"],
  shares: [
    ...["number of shares", "no of shares", "no shares", "shares held", "quantity", "qty", "shares issued"],
    ...["shares acquired", "number of shares issued"],
  ],
  price: ["share price", "price per share", "unit price", "issue price", "subscription price", "price paid per share"],
  cost: [
    "total cost",
    "amount invested",
    "invested",
    "amount subscribed",
    "subscription amount",
    "total invested",
    "total paid",
  ],
  fee: ["fees"],
  acquired_on: [
    ...["acquired", "date acquired", "acquisition date", "date of acquisition", "date of issue", "issue date"],
    ...[
      "share issue date",
      "date shares issued",
      "allotment date",
      "date of allotment",
      "purchase date",
      "investment date",
      "date",
    ],
  ],
  scheme: ["scheme", "tax relief", "tax scheme", "eis seis", "seis eis", "seis or eis", "eis or seis", "relief type"],
  uir: ["uir number", "uir no", "unique investment reference", "unique investment reference number"],
  certificate_on: ["certificate date", "date of certificate", "eis3 date", "seis3 date"],
  gross: ["gross amount", "gross proceeds"],
  costs: ["costs of payment"],
  paid_on: ["date paid", "payment date", "paid"],
};

/** "Price per share (£)" */
const sums: readonly HoldingColumn[] = ["price", "cost", "fee", "gross", "costs"];
const names = Object.keys(holdingColumns) as HoldingColumn[];

export const holdingColumnSpecs: readonly ColumnSpec<HoldingColumn>[] = names.map((name) => ({
  name,
  label: holdingColumns[name],
  titles: [plainTitle(holdingColumns[name]), ...otherTitles[name]].flatMap((title) =>
    sums.includes(name) ? [title, `${title} £`, `${title} gbp`, `${title} in £`] : [title],
  ),
}));

const ofHolding: readonly HoldingColumn[] = ["shares", "price", "cost", "acquired_on"];
const ofDistribution: readonly HoldingColumn[] = ["gross", "paid_on"];

/** Every line has a member and a company; then what a holding has, or what a distribution has. */
export function missingHoldingColumns(columns: ColumnMatch<HoldingColumn>): HoldingColumn[] {
  const lacks = (some: readonly HoldingColumn[]) => some.filter((name) => columns[name] === undefined);
  return [...lacks(["email", "company"]), ...(lacks(ofDistribution).length === 0 ? [] : lacks(ofHolding))];
}
