import { priceOf } from "#shared/portfolio/portfolio-figures.ts";
import { markedName } from "#shared/portfolio/portfolio-messages.ts";
import { taxYearOf } from "#shared/portfolio/tax-dates.ts";
import { type Loss, shownPayment, yearEnd } from "#shared/portfolio/year-end.ts";
import type { YearEndPack } from "#shared/portfolio/year-end-pack.ts";
import type { OwnLot, OwnPortfolio } from "../portfolio-queries.ts";
import { taxOfLot } from "../tax-calendar.ts";

/** A tax year of what somebody owns, as it is known on a day. */
export function describeYearEnd(own: OwnPortfolio, taxYear: number, today: string): YearEndPack {
  const byId = new Map(own.lots.map((lot) => [lot.id, lot]));
  const named = <Row extends { lot_id: string }>(row: Row) => {
    const { company_id, company_name, origin, deal_name } = byId.get(row.lot_id) as OwnLot;
    return { ...row, company_id, name: markedName({ name: company_name, origin }), deal_name: deal_name ?? "" };
  };
  const year = yearEnd(taxYear, {
    ...own,
    schemeOf: ({ scheme }) => scheme,
    lostOn: (lot) => {
      const { basis, as_of } = priceOf(lot, own.prices, today);
      return basis === "nil" ? as_of : null;
    },
  });
  const shown = (lotId: string, loss: Loss): ShownLoss => {
    const lot = byId.get(lotId);
    return lot?.areReliefsHidden && lot.scheme ? { ...loss, ...unknownLoss } : loss;
  };
  const proceeds = year.proceeds.map((row) => {
    const loss = row.loss && shown(row.lot_id, row.loss);
    const isHidden = byId.get(row.lot_id)?.areReliefsHidden && row.is_early;
    const relief_withdrawn_pence = isHidden ? null : row.relief_withdrawn_pence;
    return { ...row, relief_withdrawn_pence, loss, gain_pence: loss?.allowable_pence === null ? null : row.gain_pence };
  });
  const lost = year.lost.map((row) => ({ ...row, loss: shown(row.lot_id, row.loss) }));
  const losses = [...proceeds, ...lost].flatMap(({ loss }) => (loss ? [loss.allowable_pence] : []));
  const until = `${taxYear + 1}-04-05`;
  return {
    tax_year: taxYear,
    from: `${taxYear}-04-06`,
    until,
    as_of: today,
    is_over: until < today,
    years: yearsOf(own, taxYearOf(today)),
    paid: byDay(year.paid.map(named), ({ day }) => day),
    unissued: byDay(
      (own.unissued ?? []).flatMap(({ commitment_id, company_id, company_name: name, deal_name, payments }) =>
        payments
          .filter(({ day }) => taxYearOf(day) === taxYear)
          .map((payment) => ({ commitment_id, company_id, name, deal_name, ...shownPayment(payment) })),
      ),
      ({ day }) => day,
    ),
    bought: byDay(year.bought, ({ issued_on }) => issued_on).map((row) => {
      const lot = byId.get(row.lot_id) as OwnLot;
      const { certificate, relief } = taxOfLot(lot, own, today);
      return {
        ...named(row),
        claim_until: relief?.until ?? null,
        share_class: lot.share_class,
        certificate_on: lot.certificate_on,
        certificate,
      };
    }),
    certificates: byDay(
      own.lots.flatMap((lot) => {
        const { id, scheme, certificate_on, issued_on } = lot;
        if (!scheme || !certificate_on || taxYearOf(certificate_on) !== taxYear) return [];
        const claim_until = taxOfLot(lot, own, today).relief?.until ?? null;
        return [named({ lot_id: id, scheme, certificate_on, issued_on, claim_until })];
      }),
      ({ certificate_on }) => certificate_on,
    ),
    proceeds: byDay(proceeds.map(named), ({ happened_on }) => happened_on),
    received: byDay(year.received.map(named), ({ day }) => day),
    lost: byDay(lost.map(named), ({ lost_on }) => lost_on),
    reliefs: byDay(year.reliefs.map(named), ({ day }) => day),
    are_reliefs_hidden: own.lots.some(({ areReliefsHidden = false }) => areReliefsHidden),
    totals: {
      paid_pence: sumOf(year.paid, ({ pence }) => pence),
      cost_pence: sumOf(year.bought, ({ cost_pence }) => cost_pence),
      fees_pence: year.fees_pence,
      received_pence: sumOf(year.received, ({ pence }) => pence),
      gains_pence: sumOf(proceeds, ({ gain_pence }) => Math.max(0, gain_pence ?? 0)),
      allowable_loss_pence: losses.includes(null) ? null : sumOf(losses, Number),
      relief_pence: sumOf(year.reliefs, ({ pence }) => pence),
    },
    limits: year.limits,
  };
}

type ShownLoss = YearEndPack["lost"][number]["loss"];
const unknownLoss = { relief_kept_pence: null, allowable_pence: null };

function yearsOf({ lots, unissued = [] }: OwnPortfolio, last: number): number[] {
  const days = [
    ...lots.map(({ issued_on }) => issued_on),
    ...[...lots, ...unissued].flatMap(({ payments }) => payments.map(({ day }) => day)),
  ];
  const first = Math.min(last, ...days.map(taxYearOf));
  return Array.from({ length: last - first + 1 }, (_, back) => last - back);
}

const byDay = <Row>(rows: readonly Row[], dayOf: (row: Row) => string): Row[] =>
  rows.toSorted((one, other) => dayOf(one).localeCompare(dayOf(other)));

const sumOf = <Row>(rows: readonly Row[], penceOf: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + penceOf(row), 0);
