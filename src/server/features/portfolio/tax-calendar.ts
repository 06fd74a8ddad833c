import { incomeTaxReliefPence } from "#shared/deal-result.ts";
import { type LossClaim, lossClaims } from "#shared/loss-claims.ts";
import { priceOf, valueOfLot } from "#shared/portfolio-figures.ts";
import type { CalendarKind } from "#shared/portfolio-messages.ts";
import { heldThreeYearsOn, reliefClaimableUntil } from "#shared/tax-dates.ts";
import type { OwnLot, OwnPortfolio } from "./portfolio-queries.ts";

/** What the tax of a lot turns on, on a day. Whether the member qualifies is not known here. */
interface LotTax {
  certificate_on: string | null;
  /** Null without a scheme. */
  relief: { pence: number; until: string; is_recorded: boolean } | null;
  /** Null without a scheme, and where the shares were sold or lost. */
  three_years_on: string | null;
  /** What may be set against income or gains: for each sale below cost, and for what was written off. */
  losses: (LossClaim & { is_recorded: boolean })[];
  /** Nothing is left of what is still held, since then. */
  written_off_on: string | null;
}

/** @param own of the lot's company, or of all of them. */
export function taxOfLot(lot: OwnLot, own: OwnPortfolio, day: string): LotTax {
  const reliefs = own.reliefs.filter((relief) => relief.lot_id === lot.id && relief.day <= day);
  const income = reliefs.filter(({ kind }) => kind === "income");
  const sold = own.proceeds.filter(({ lot_id, happened_on }) => lot_id === lot.id && happened_on <= day);
  const { shares } = valueOfLot(lot, own, day);
  const price = priceOf(lot, own.prices, day);
  const writtenOff = price.basis === "nil" && shares > 0 ? price.as_of : null;
  const lastSale = shares === 0 ? latest(sold.filter(({ shares_sold }) => shares_sold > 0)) : null;
  const lostOn = writtenOff ?? lastSale;
  const claimed = reliefs.filter(({ kind }) => kind === "loss");
  const losses = lossClaims({ lot, proceeds: sold, reliefs, writtenOffOn: writtenOff }, day);
  return {
    certificate_on: lot.certificate_on !== null && lot.certificate_on <= day ? lot.certificate_on : null,
    relief: lot.scheme && {
      pence: incomeTaxReliefPence(lot.scheme, lot.cost_pence),
      until: reliefClaimableUntil(lot.issued_on, {
        isCarriedBack: income.some(({ is_carried_back }) => is_carried_back),
      }),
      is_recorded: income.length > 0,
    },
    three_years_on: lot.scheme && lostOn === null ? heldThreeYearsOn(lot.issued_on) : null,
    // A claim is recorded of a lot, not of a sale: one on or after the day counts.
    losses: losses.map((loss) => ({
      ...loss,
      is_recorded: claimed.some(({ claimed_on }) => claimed_on >= loss.day),
    })),
    written_off_on: writtenOff,
  };
}

interface Entry {
  day: string;
  kind: CalendarKind;
  pence: number | null;
  /** Of a split. */
  ratio?: { new_shares: number; old_shares: number };
  is_done: boolean;
}

/** What happened in the life of a lot until a day, and what is still open, by day. */
export function calendarOfLot(lot: OwnLot, own: OwnPortfolio, day: string): Entry[] {
  const tax = taxOfLot(lot, own, day);
  const happened = (kind: CalendarKind, on: string, pence: number | null = null): Entry[] =>
    on <= day ? [{ day: on, kind, pence, is_done: true }] : [];
  return [
    ...lot.payments.flatMap((payment) => happened("paid", payment.day, payment.pence)),
    { day: lot.issued_on, kind: "issued" as const, pence: null, is_done: lot.issued_on <= day },
    ...(own.actions ?? [])
      .filter(({ lines, effective_on }) => effective_on <= day && lines.some(({ holding_id }) => holding_id === lot.id))
      .map(({ effective_on, new_shares, old_shares }) => ({
        ...{ day: effective_on, kind: "split" as const, pence: null, ratio: { new_shares, old_shares }, is_done: true },
      })),
    ...(tax.certificate_on ? happened("certificate", tax.certificate_on) : []),
    ...own.reliefs
      .filter(({ lot_id }) => lot_id === lot.id)
      .flatMap(({ kind, claimed_on, pence }) =>
        happened(kind === "income" ? "relief_claimed" : "loss_claimed", claimed_on, pence),
      ),
    ...(tax.relief
      ? [
          {
            ...{ day: tax.relief.until, kind: "relief_claim_until" as const, pence: tax.relief.pence },
            is_done: tax.relief.is_recorded,
          },
        ]
      : []),
    ...(tax.three_years_on
      ? [{ day: tax.three_years_on, kind: "three_years" as const, pence: null, is_done: tax.three_years_on <= day }]
      : []),
    ...(tax.written_off_on ? happened("lost", tax.written_off_on) : []),
    ...tax.losses.map(({ claim_until, loss_pence, is_recorded }) => ({
      ...{ day: claim_until, kind: "loss_claim_until" as const, pence: loss_pence, is_done: is_recorded },
    })),
    ...own.proceeds
      .filter(({ lot_id }) => lot_id === lot.id)
      .flatMap(({ happened_on, shares_sold, gross_pence, costs_pence, paid_on }) => [
        ...(shares_sold > 0 ? happened("sold", happened_on, gross_pence) : []),
        ...(paid_on === null ? [] : happened("paid_out", paid_on, gross_pence - costs_pence)),
      ]),
  ].toSorted((one, other) => one.day.localeCompare(other.day));
}

const latest = (sales: readonly { happened_on: string }[]): string | null =>
  sales
    .map(({ happened_on }) => happened_on)
    .toSorted()
    .at(-1) ?? null;
