import { formatPounds } from "#shared/format-pounds.ts";
import { paths } from "#shared/paths.ts";
import { feePence } from "#shared/settings/plan-costs.ts";
import type { Plan } from "#shared/settings/settings.ts";
import { useClub } from "#web/lib/use-club.ts";
import { TextLink } from "#web/ui/link.tsx";

/** What is invested in a year, in pence. */
const examplesPence = [2_000_00, 5_000_00, 10_000_00, 20_000_00, 50_000_00];

const yearlyCosts = (plans: readonly Plan[]) =>
  examplesPence.map((investedPence) => {
    const costs = plans.map((plan) => ({
      name: plan.name,
      pence: plan.annual_price_pence + feePence(plan, investedPence),
    }));
    return { investedPence, costs, lowestPence: Math.min(...costs.map(({ pence }) => pence)) };
  });

/** Price and fees of a year together, plan beside plan, so that a reader can find their own row. */
export function YearlyCost() {
  const club = useClub();
  return (
    <>
      <h3 className="d2 mt-20" id="yearly-cost">
        What a year costs you
      </h3>
      <table className="table num mt-7 max-w-4xl sm:table-fixed" aria-labelledby="yearly-cost">
        <thead>
          <tr>
            <th scope="col">Invested in the year</th>
            {club.plans.map(({ name }) => (
              <th key={name} scope="col" className="is-right">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {yearlyCosts(club.plans).map(({ investedPence, costs, lowestPence }) => (
            <tr key={investedPence}>
              <th scope="row">{formatPounds(investedPence)}</th>
              {costs.map(({ name, pence }) => (
                <td key={name} className={pence === lowestPence ? "is-right font-semibold text-pine" : "is-right"}>
                  {formatPounds(pence)}
                  {pence === lowestPence && <span className="block text-note font-medium">lowest</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note mt-3">
        Yearly price and investment fees together. Shares, and what they gain or lose, are not in it.
      </p>
      <TextLink to={paths.calculator} className="mt-2">
        Put in your own figures
      </TextLink>
    </>
  );
}
