import { z } from "zod";
import { type ExitPreview, exitInputSchema, exitTermsSchema } from "#shared/funds/funds-exits.ts";
import { exitDeskMessages } from "#shared/funds/funds-exits-desk-messages.ts";
import { type ExitKind, exitKinds } from "#shared/funds/funds-exits-messages.ts";
import { optionalText, poundsOrZero, price, sharesOrNull, typedAs } from "#web/lib/form-codecs.ts";

const fields = z.object({
  kind: z.enum(exitKinds),
  earlier_id: optionalText,
  happened_on: z.string(),
  price,
  shares: sharesOrNull,
  costs_pence: poundsOrZero,
  costs_payee: z.string(),
  note: z.string(),
});
type ExitValues = z.input<typeof fields>;

export const emptyExit: ExitValues = {
  kind: "sale",
  earlier_id: "",
  happened_on: "",
  price: "",
  shares: "",
  costs_pence: "",
  costs_payee: "",
  note: "",
};

/** A dividend and a holdback are on every share. */
export const takesShares = (kind: ExitKind): boolean => kind !== "dividend" && kind !== "holdback";

/** What does not belong to the kind is not sent. */
export const exitForm = typedAs(
  fields.transform(({ kind, earlier_id, shares, costs_pence, costs_payee, ...rest }) => ({
    ...rest,
    kind,
    earlier_id: kind === "holdback" ? earlier_id : null,
    shares: takesShares(kind) ? shares : null,
    costs_pence,
    costs_payee: costs_pence === 0 ? null : costs_payee,
  })),
  exitInputSchema,
);

type ExitTerms = z.output<typeof exitTermsSchema>;

/** For the server to work out what it comes to; null while something is missing. */
export function termsOf(values: ExitValues): ExitTerms | null {
  const { kind, earlier_id, happened_on, price, shares, costs_pence } = fields.parse(values);
  const terms = {
    ...{ kind, happened_on, price, costs_pence },
    earlier_id: kind === "holdback" ? earlier_id : null,
    shares: takesShares(kind) ? shares : null,
  };
  return kind === "holdback" && earlier_id === null ? null : (exitTermsSchema.safeParse(terms).data ?? null);
}

/** By the terms that the server worked it out from: what is typed may be "£3" or "2,000". */
export const comesToWords = (sums: ExitPreview, { price, kind }: Pick<ExitTerms, "price" | "kind">): string =>
  exitDeskMessages.comesTo(sums, price, kind);
