import { londonDate } from "#shared/london-time.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import { markedName, type NextKind, nextKinds } from "#shared/portfolio/portfolio-messages.ts";
import { daysBetween } from "#shared/portfolio/tax-dates.ts";
import type { OwnPortfolio, Task } from "./portfolio-queries.ts";
import { taxOfLot } from "./tax-calendar.ts";

type Next = Portfolio["next"][number];

/** A step is named this many days before its day. */
export const statementDays = 60;
const threeYearsDays = { before: 366, after: 31 };

/** What the member may have to do, by day: of the tasks, and of the dates of each lot on a day. */
export function nextSteps(tasks: readonly Task[], own: OwnPortfolio, day: string): Next[] {
  const asked = tasks.map(({ kind, commitment_id, name, until, pence }) => ({
    kind,
    commitment_id,
    name,
    day: londonDate(until),
    pence,
    at: kind === "statement_ends" ? null : until.toISOString(),
    company_id: null,
    lot_id: null,
    early_shares: 0,
  }));
  const dated = own.lots.flatMap((lot) => {
    const { company_id, id: lot_id } = lot;
    const name = markedName({ name: lot.company_name, origin: lot.origin });
    const step = (kind: NextKind, on: string, pence: number | null, early_shares = 0): Next[] => [
      { kind, company_id, name, commitment_id: null, lot_id, day: on, at: null, pence, early_shares },
    ];
    const { certificate, certificate_withdrawn_on, relief, losses, three_years_on, early_shares } = taxOfLot(
      lot,
      own,
      day,
    );
    const left = three_years_on === null ? Number.NaN : daysBetween(day, three_years_on);
    return [
      ...(relief && certificate === "late" && (!relief.is_recorded || certificate_withdrawn_on !== null)
        ? step("ask_certificate", relief.until, null)
        : []),
      ...(relief && !relief.is_recorded && certificate === "came" && relief.until >= day
        ? step("claim_relief", relief.until, relief.pence, early_shares)
        : []),
      ...losses
        .filter(({ is_recorded, claim_until }) => !is_recorded && claim_until >= day)
        .flatMap(({ claim_until, loss_pence }) => step("loss_claim", claim_until, loss_pence)),
      ...(three_years_on && left <= threeYearsDays.before && left >= -threeYearsDays.after
        ? step("three_years", three_years_on, null)
        : []),
    ];
  });
  return [...asked, ...dated].toSorted(
    (one, other) => one.day.localeCompare(other.day) || nextKinds.indexOf(one.kind) - nextKinds.indexOf(other.kind),
  );
}
