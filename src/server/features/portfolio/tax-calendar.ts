import { sumOf } from "#shared/group-by.ts";
import { incomeTaxReliefPence } from "#shared/portfolio/deal-result.ts";
import { type LossClaim, lossClaims } from "#shared/portfolio/loss-claims.ts";
import { priceOf, valueOfLot } from "#shared/portfolio/portfolio-figures.ts";
import type { CalendarKind, CertificateState } from "#shared/portfolio/portfolio-messages.ts";
import { keptOf, keptReliefs, reliefKeptOn } from "#shared/portfolio/relief-kept.ts";
import { sharesAfter, splitsBetween } from "#shared/portfolio/share-actions.ts";
import { certificateExpectedBy, heldThreeYearsOn, reliefClaimableUntil } from "#shared/portfolio/tax-dates.ts";
import type { OwnLot, OwnPortfolio } from "./portfolio-queries.ts";

/** What the tax of a lot turns on, on a day. Whether the member qualifies is not known here. */
interface LotTax {
  certificate_on: string | null;
  certificate: CertificateState;
  /** The club took the certificate back, and none has come since. */
  certificate_withdrawn_on: string | null;
  /** The relief is null without a scheme, and where none is kept. */
  relief: { pence: number; until: string; is_recorded: boolean; left_pence: number } | null;
  /** Sold within three years, in the shares of the last sale's day. */
  early_shares: number;
  /** Of the income tax relief that was recorded, what these sales took. */
  relief_withdrawn_pence: number;
  /** The day is null without a scheme, and where the shares were sold or lost. */
  three_years_on: string | null;
  /** What may be set against income or gains: for each sale below cost, and for what was written off. */
  losses: (LossClaim & {
    is_recorded: boolean;
    /** It is false where the loss depends on a relief that its reader is not shown. */
    is_known: boolean;
  })[];
  /** Nothing is left of what is still held, since then. */
  written_off_on: string | null;
}

/** @param own of the lot's company, or of all of them. */
export function taxOfLot(lot: OwnLot, own: OwnPortfolio, day: string): LotTax {
  const reliefs = own.reliefs.filter((relief) => relief.lot_id === lot.id && relief.day <= day);
  const income = reliefs.filter(({ kind }) => kind === "income");
  const sold = own.proceeds.filter(({ lot_id, happened_on }) => lot_id === lot.id && happened_on <= day);
  const sales = sold.filter(({ shares_sold }) => shares_sold > 0);
  const { shares } = valueOfLot(lot, own, day);
  const price = priceOf(lot, own.prices, day);
  const isClaimedAsLost = reliefs.some(({ kind, lost_on }) => kind === "loss" && lost_on === price.as_of);
  const writtenOff = price.basis === "nil" && (shares > 0 || isClaimedAsLost) ? price.as_of : null;
  const lostOn = writtenOff ?? (shares === 0 ? latest(sales) : null);
  const claimed = reliefs.filter(({ kind }) => kind === "loss");
  const losses = lossClaims({ lot, proceeds: sold, reliefs, writtenOffOn: writtenOff }, day);
  const kept = lot.scheme ? keptOf(lot, sold) : { cost_pence: 0, early: [] };
  const heldPence = reliefKeptOn(kept.cost_pence, lot, sold, income);
  const keptPence = sumOf(keptReliefs([lot], sold, income), ({ pence }) => pence);
  const relief = reliefOf(lot.scheme ? incomeTaxReliefPence(lot.scheme, kept.cost_pence) : 0, heldPence, income.length);
  const until = reliefClaimableUntil(lot.issued_on, {
    isCarriedBack: relief.left_pence === 0 && income.length > 0 && income.every((claim) => claim.is_carried_back),
  });
  const certificate_on = lot.certificate_on !== null && lot.certificate_on <= day ? lot.certificate_on : null;
  const isWound = shares === 0 && sales.some(({ is_liquidation }) => is_liquidation);
  const certificate = certificateOf(lot, day, {
    hasCome: certificate_on !== null,
    isKept: kept.cost_pence > 0,
    // A claim may exist where claims are not shown.
    isClaimed: income.length > 0 || (lot.areReliefsHidden ?? false),
    until,
    isWound,
  });
  const withdrawnOn = lot.certificate_withdrawn_on ?? null;
  const scheme = kept.cost_pence > 0 && certificate !== "nothing_left" ? lot.scheme : null;
  return {
    certificate_on,
    certificate,
    certificate_withdrawn_on:
      certificate_on === null && withdrawnOn !== null && withdrawnOn <= day ? withdrawnOn : null,
    relief: scheme && { ...relief, until, is_recorded: income.length > 0 },
    early_shares: earlyShares(kept.early, lot, own),
    relief_withdrawn_pence: sumOf(income, ({ pence }) => pence) - keptPence,
    three_years_on: lot.scheme && lostOn === null ? heldThreeYearsOn(lot.issued_on) : null,
    losses: losses.map((loss) => ({
      ...loss,
      is_recorded: claimed.some((claim) => isClaimOf(claim, loss)),
      is_known: !lot.areReliefsHidden || lot.scheme === null,
    })),
    written_off_on: writtenOff,
  };
}

/** Counts in the shares of the last sale's day: those of before a split and of after it are different ones. */
function earlyShares(early: OwnPortfolio["proceeds"], lot: OwnLot, { actions = [] }: OwnPortfolio): number {
  const last = latest(early);
  if (last === null) return 0;
  return sumOf(early, ({ shares_sold, happened_on }) =>
    sharesAfter(shares_sold, splitsBetween(actions, lot, happened_on, last)),
  );
}

/** A claim without the day of its loss counts for all losses until then. */
export const isClaimOf = (
  { lost_on, claimed_on }: Pick<OwnPortfolio["reliefs"][number], "lost_on" | "claimed_on">,
  loss: Pick<LossClaim, "day">,
): boolean => (lost_on === null ? claimed_on >= loss.day : lost_on === loss.day);

/** The part kept of each claim is rounded down: a penny of each is no relief that is left. */
const reliefOf = (pence: number, recorded: number, claims: number) => ({
  pence,
  left_pence: pence - recorded > claims ? pence - recorded : 0,
});

interface Certified {
  hasCome: boolean;
  isClaimed: boolean;
  /** The relief is kept on some of the shares. */
  isKept: boolean;
  /** The last day of a claim. */
  until: string;
  /** Shares that are worth nothing may still get a certificate; a company that is wound up makes out none. */
  isWound: boolean;
}

function certificateOf(
  { scheme, issued_on, commitment_id }: OwnLot,
  day: string,
  { hasCome, isClaimed, isKept, until, isWound }: Certified,
): CertificateState {
  if (hasCome) return "came";
  if (scheme === null) return "none";
  // Relief is claimed with the certificate in hand; that of a round is the club's to bring all the same.
  const isOver = !isKept || until < day || isWound;
  if (isClaimed && (commitment_id === null || isOver)) return "none";
  if (!isKept) return "sold_early";
  if (until < day) return "too_late";
  if (isWound) return "nothing_left";
  return certificateExpectedBy(issued_on) < day ? "late" : "awaited";
}

interface Entry {
  day: string;
  kind: CalendarKind;
  pence: number | null;
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
        day: effective_on,
        kind: "split" as const,
        pence: null,
        ratio: { new_shares, old_shares },
        is_done: true,
      })),
    ...(tax.certificate_on ? happened("certificate", tax.certificate_on) : []),
    ...own.reliefs
      .filter(({ lot_id }) => lot_id === lot.id)
      .flatMap(({ kind, claimed_on, pence }) =>
        happened(kind === "income" ? "relief_claimed" : "loss_claimed", claimed_on, pence),
      ),
    ...(tax.relief && tax.relief.left_pence > 0
      ? [
          {
            day: tax.relief.until,
            kind: "relief_claim_until" as const,
            pence: tax.relief.left_pence,
            is_done: false,
          },
        ]
      : []),
    ...(tax.three_years_on
      ? [{ day: tax.three_years_on, kind: "three_years" as const, pence: null, is_done: tax.three_years_on <= day }]
      : []),
    ...(tax.written_off_on ? happened("lost", tax.written_off_on) : []),
    ...tax.losses
      .filter(({ is_recorded }) => !is_recorded)
      .map(({ claim_until, loss_pence, is_known }) => ({
        day: claim_until,
        kind: "loss_claim_until" as const,
        is_done: false,
        pence: is_known ? loss_pence : null,
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
