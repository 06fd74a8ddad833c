import { Fragment } from "react";
import type { ShownSection } from "#shared/content/site-pages.ts";
import { formatPounds } from "#shared/format-pounds.ts";
import { paths } from "#shared/paths.ts";
import {
  breakEvenPence,
  examplePence,
  feeComparison,
  feePence,
  getPlan,
  largestOutlayPence,
} from "#shared/settings/plan-costs.ts";
import { featuresOfAllPlans } from "#shared/settings/plans.ts";
import type { Plan } from "#shared/settings/settings.ts";
import { Words } from "#web/lib/site-page.tsx";
import { useClub } from "#web/lib/use-club.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Check } from "#web/ui/icons.generated.ts";
import { LinkButton } from "#web/ui/link.tsx";

const leadsToForm = ({ application_url }: Plan): boolean => application_url !== null;

export function Plans() {
  const club = useClub();
  const differ = new Set(club.plans.map(leadsToForm)).size > 1;
  const vip = getPlan(club.plans, "VIP");
  const premium = getPlan(club.plans, "Premium");
  const breakEven = breakEvenPence(vip, premium);
  return (
    <>
      <div className="plans">
        {club.plans.map((plan) => (
          <PlanCard key={plan.name} plan={plan} saysWhere={differ} />
        ))}
      </div>
      <p className="note mt-4">
        Bars show what a {formatPounds(examplePence)} investment takes: the fee, charged on top, and the investment
        itself, on one scale.
        {breakEven !== null && (
          <>
            {" "}
            The break-even compares the yearly price and fees of VIP with Premium:{" "}
            <span className="whitespace-nowrap">
              ({formatPounds(vip.annual_price_pence)} − {formatPounds(premium.annual_price_pence)}) ÷{" "}
              {feeDifference(premium, vip)} = {formatPounds(breakEven)}
            </span>
            .
          </>
        )}
      </p>
    </>
  );
}

function PlanCard({ plan, saysWhere }: { plan: Plan; saysWhere: boolean }) {
  return (
    <article className={classNames("plan", plan.is_highlighted && "plan-highlighted on-dark")}>
      <div className="plan-head">
        <h3 className="d3">{plan.name}</h3>
        <span className="plan-price num">
          {plan.price} {plan.period}
        </span>
      </div>
      <div className="plan-fee">
        <p className="figure">{plan.investment_fee_percent}%</p>
        <p className="muted">investment fee</p>
      </div>
      <FeeStick plan={plan} />
      {plan.is_highlighted && <BreakEven plan={plan} />}
      <ul>
        {[...featuresOfAllPlans, ...plan.features].map((feature) => (
          <li key={feature}>
            <Check />
            {feature}
          </li>
        ))}
      </ul>
      <LinkButton
        to={plan.application_url ?? paths.contact}
        variant={plan.is_highlighted ? "primary" : "outline"}
        isFull
      >
        {plan.button_label}
      </LinkButton>
      {saysWhere && <p className="note">{leadsToForm(plan) ? "A form, in a new tab" : "You write to us"}</p>}
    </article>
  );
}

function FeeStick({ plan }: { plan: Plan }) {
  const { plans } = useClub();
  const fee = feePence(plan, examplePence);
  const width = (pence: number) => ({ width: `${(100 * pence) / largestOutlayPence(plans)}%` });
  return (
    <div>
      <div className="fee-stick" aria-hidden="true">
        {fee > 0 && <b style={width(fee)} />}
        <i style={width(examplePence)} />
      </div>
      <p className="fee-stick-note num">
        <span>Fee {formatPounds(fee)}</span>
        <span>on {formatPounds(examplePence)}</span>
      </p>
    </div>
  );
}

function BreakEven({ plan }: { plan: Plan }) {
  const premium = getPlan(useClub().plans, "Premium");
  const breakEven = breakEvenPence(plan, premium);
  if (breakEven === null) return null;
  return (
    <p className="plan-break-even">
      Costs less than {premium.name} once you invest more than {formatPounds(breakEven)} in a year.
    </p>
  );
}

/** "4%", or "(5% − 1%)". */
const feeDifference = (cheaper: Plan, dearer: Plan): string =>
  dearer.investment_fee_percent === 0
    ? `${cheaper.investment_fee_percent}%`
    : `(${cheaper.investment_fee_percent}% − ${dearer.investment_fee_percent}%)`;

export function FeeComparison({ words }: { words: ShownSection }) {
  const club = useClub();
  const rows = feeComparison(club).map((row, index) => {
    const { title, text } = words.points[index] as ShownSection["points"][number];
    return { ...row, fee: title, meaning: text };
  });
  return (
    <>
      <h3 className="d2 mt-20" id="fee-comparison">
        {words.title}
      </h3>
      <table className="table comparison mt-7" aria-labelledby="fee-comparison">
        <thead>
          <tr>
            <th scope="col">Fee Type</th>
            <th scope="col" className="is-ours">
              {club.identity.name}
            </th>
            <th scope="col">Traditional Syndicates</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.fee}>
              <th scope="row">{breakable(row.fee)}</th>
              <td className="is-ours">
                <p className="value">{row.club}</p>
                <RangeBar range={row.clubRange} maximum={row.scaleMaximum} />
              </td>
              <td>
                <p className="value">{row.syndicates}</p>
                <RangeBar range={row.syndicatesRange} maximum={row.scaleMaximum} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note mt-3">Percentage bars share one scale, 0 to 20%. The last row runs from £0 to £10,000.</p>
      <dl className="glossary">
        {rows.map(({ fee, meaning }) => (
          <div key={fee}>
            <dt>{fee}</dt>
            <dd>
              <Words text={meaning} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** May be broken after a slash, where the column is narrow. */
const breakable = (words: string) =>
  words.split("/").map((part, index) => (
    <Fragment key={part}>
      {index > 0 && "/"}
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));

function RangeBar({ range: [from, to], maximum }: { range: readonly [number, number]; maximum: number }) {
  const percent = (value: number) => `${(100 * value) / maximum}%`;
  return (
    <div className="range-bar" aria-hidden="true">
      {to === 0 ? <span className="is-nothing" /> : <i style={{ left: percent(from), width: percent(to - from) }} />}
    </div>
  );
}
