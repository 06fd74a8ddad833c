import { Fragment } from "react";
import { feeComparison } from "#shared/settings/plan-costs.ts";
import { useClub } from "#web/lib/use-club.ts";

export function FeeComparison() {
  const club = useClub();
  const rows = feeComparison(club);
  return (
    <>
      <h3 className="d2 mt-20" id="fee-comparison">
        How We Compare to Traditional Syndicates
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
            <dd>{meaning}</dd>
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
