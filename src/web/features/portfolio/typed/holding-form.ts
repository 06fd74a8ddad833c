import { z } from "zod";
import { costPence } from "#shared/commitments/share-costs.ts";
import { plainPounds } from "#shared/pence.ts";
import { type TypedCompany, typedHoldingInputSchema } from "#shared/portfolio/typed-holdings.ts";
import { readCount, readPrice } from "#shared/typed-numbers.ts";
import { count, optionalText, pounds, poundsOrZero, price, typedAs } from "#web/lib/form-codecs.ts";

const fields = z.object({
  company_name: z.string(),
  shares: count,
  share_class: z.string(),
  price,
  cost_pence: pounds,
  fee_pence: poundsOrZero,
  scheme: z.codec(z.enum(["none", "SEIS", "EIS"]), z.enum(["SEIS", "EIS"]).nullable(), {
    decode: (choice) => (choice === "none" ? null : choice),
    encode: (scheme) => scheme ?? "none",
  }),
  issued_on: z.string(),
  certificate_on: optionalText,
  note: optionalText,
});
export type HoldingValues = z.input<typeof fields>;

/** Shares without relief have no certificate. */
export const holdingForm = typedAs(
  fields.transform((input) => ({ ...input, certificate_on: input.scheme && input.certificate_on })),
  typedHoldingInputSchema,
);

export const toHoldingValues = (company_name: string, holding?: TypedCompany["holdings"][number]): HoldingValues =>
  holding ? z.encode(fields, { ...holding, company_name }) : { ...emptyHolding, company_name };

const emptyHolding: HoldingValues = {
  company_name: "",
  shares: "",
  share_class: "Ordinary",
  price: "",
  cost_pence: "",
  fee_pence: "",
  scheme: "none",
  issued_on: "",
  certificate_on: "",
  note: "",
};

/** Shares × price, as the control of the cost holds it; null while one of them cannot be read. */
export function costInPounds({ shares, price }: Pick<HoldingValues, "shares" | "price">): string | null {
  const count = readCount(shares);
  const perShare = readPrice(price);
  if (!count || !perShare || Number(perShare) === 0) return null;
  return plainPounds(costPence(perShare, count));
}
