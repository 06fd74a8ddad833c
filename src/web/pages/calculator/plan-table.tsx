import type { DealSums } from "./deal-sums.ts";
import { dealCount, money } from "./figures.ts";

/** What each plan costs over the year, the cheapest first. */
export function PlanTable({ sums }: { sums: DealSums }) {
  const { memberships, entry } = sums;
  const least = memberships[0]?.totalPence;
  return (
    <table className="table plan-table num">
      <caption className="sr-only">Price and fees of each plan over a year, the cheapest first</caption>
      <thead>
        <tr>
          <th scope="col">Plan</th>
          <th scope="col" className="is-right">
            Membership
          </th>
          <th scope="col" className="is-right">
            Fees on {dealCount(entry.dealsPerYear)}
          </th>
          <th scope="col" className="is-right">
            Together
          </th>
        </tr>
      </thead>
      <tbody>
        {memberships.map(({ name, pricePence, feesPence, totalPence }) => (
          <tr key={name} className={name === entry.plan ? "is-chosen" : undefined}>
            <th scope="row">
              {name}
              <span className="note">{notes(name === entry.plan, totalPence === least)}</span>
            </th>
            <td className="is-right">{money(pricePence)}</td>
            <td className="is-right">{money(feesPence)}</td>
            <td className="is-right">{money(totalPence)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function notes(isChosen: boolean, isCheapest: boolean): string {
  if (isChosen) return isCheapest ? "Your plan, costs least" : "Your plan";
  return isCheapest ? "Costs least" : "";
}
