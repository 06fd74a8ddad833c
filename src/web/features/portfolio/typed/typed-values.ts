import { parsePounds, plainPounds } from "#shared/pence.ts";
import { costPence } from "#shared/share-costs.ts";
import type { TypedCompany } from "#shared/typed-holdings.ts";

type Holding = TypedCompany["holdings"][number];

/** What the controls hold. */
export interface HoldingValues {
  company_name: string;
  shares: string;
  share_class: string;
  price: string;
  cost_pence: string;
  fee_pence: string;
  scheme: "none" | "SEIS" | "EIS";
  issued_on: string;
  certificate_on: string;
  note: string;
}

export interface PriceValues {
  as_of: string;
  price: string;
  source: string;
}

export interface SaleValues {
  sold_on: string;
  shares: string;
  gross_pence: string;
  costs_pence: string;
}

/** Shares × price, as the control of the cost holds it; null while one of them cannot be read. */
export function costInPounds({ shares, price }: Pick<HoldingValues, "shares" | "price">): string | null {
  const count = toCount(shares);
  const perShare = toPrice(price);
  if (!(count > 0) || !/^\d{1,8}(\.\d{1,6})?$/.test(perShare) || Number(perShare) === 0) return null;
  return plainPounds(costPence(perShare, count));
}

export const toHoldingValues = (company_name: string, holding?: Holding): HoldingValues => ({
  company_name,
  shares: holding ? String(holding.shares) : "",
  share_class: holding?.share_class ?? "Ordinary",
  price: holding?.price ?? "",
  cost_pence: holding ? plainPounds(holding.cost_pence) : "",
  fee_pence: holding && holding.fee_pence > 0 ? plainPounds(holding.fee_pence) : "",
  scheme: holding?.scheme ?? "none",
  issued_on: holding?.issued_on ?? "",
  certificate_on: holding?.certificate_on ?? "",
  note: holding?.note ?? "",
});

/** What cannot be read becomes a value that the schema refuses at its field. */
export const toHoldingInput = ({ scheme, certificate_on, ...values }: HoldingValues) => ({
  ...values,
  shares: toCount(values.shares),
  price: toPrice(values.price),
  cost_pence: toPence(values.cost_pence),
  fee_pence: values.fee_pence.trim() === "" ? 0 : toPence(values.fee_pence),
  scheme: scheme === "none" ? null : scheme,
  certificate_on: certificate_on === "" || scheme === "none" ? null : certificate_on,
});

export const toPriceInput = ({ price, ...values }: PriceValues) => ({ ...values, price: toPrice(price) });

export const toSaleInput = ({ sold_on, shares, gross_pence, costs_pence }: SaleValues) => ({
  ...{ sold_on, shares: toCount(shares), gross_pence: toPence(gross_pence) },
  costs_pence: costs_pence.trim() === "" ? 0 : toPence(costs_pence),
});

/** "£1,240.5" is "1240.5". */
const toPrice = (typed: string): string => typed.replaceAll(/[\s,£]/g, "");

const toPence = (typed: string): number => parsePounds(typed) ?? Number.NaN;

function toCount(typed: string): number {
  const digits = typed.replaceAll(/[\s,]/g, "");
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}
