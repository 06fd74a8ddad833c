import { plainPounds } from "#shared/pence.ts";
import { costPence } from "#shared/share-costs.ts";
import type { TypedCompany } from "#shared/typed-holdings.ts";
import { isBlank, orNaN, readCount, readPounds, readPrice } from "#shared/typed-numbers.ts";

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
  const count = readCount(shares);
  const perShare = readPrice(price);
  if (!count || !perShare || Number(perShare) === 0) return null;
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
  shares: orNaN(readCount(values.shares)),
  price: readPrice(values.price) ?? "",
  cost_pence: orNaN(readPounds(values.cost_pence)),
  fee_pence: isBlank(values.fee_pence) ? 0 : orNaN(readPounds(values.fee_pence)),
  scheme: scheme === "none" ? null : scheme,
  certificate_on: certificate_on === "" || scheme === "none" ? null : certificate_on,
});

export const toPriceInput = ({ price, ...values }: PriceValues) => ({ ...values, price: readPrice(price) ?? "" });

export const toSaleInput = ({ sold_on, shares, gross_pence, costs_pence }: SaleValues) => ({
  ...{ sold_on, shares: orNaN(readCount(shares)), gross_pence: orNaN(readPounds(gross_pence)) },
  costs_pence: isBlank(costs_pence) ? 0 : orNaN(readPounds(costs_pence)),
});
