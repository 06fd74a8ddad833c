import { times } from "#web/lib/format.ts";
import { type ChartScale, netAt } from "./chart-scale.ts";
import type { DealSums } from "./deal-sums.ts";
import { gain } from "./figures.ts";

export function ChartTable({ sums, scale }: { sums: DealSums; scale: ChartScale }) {
  const { plan, club, syndicate, entry, crossing } = sums;
  const marked = crossing > 0 && crossing <= scale.largestMultiple ? [crossing] : [];
  const multiples = [...new Set([...scale.multipleTicks, ...marked, entry.exitMultiple])].sort((a, b) => a - b);
  return (
    <details className="chart-table">
      <summary>The chart as a table</summary>
      <table className="table num">
        <caption className="sr-only">Net result of a deal by exit multiple</caption>
        <thead>
          <tr>
            <th scope="col">Exit multiple</th>
            <th scope="col" className="is-right">
              {plan.name}
            </th>
            <th scope="col" className="is-right">
              Syndicate
            </th>
          </tr>
        </thead>
        <tbody>
          {multiples.map((multiple) => (
            <tr key={multiple}>
              <th scope="row">
                {times(multiple)}
                {multiple === entry.exitMultiple && ", yours"}
                {multiple === crossing && ", equal"}
              </th>
              <td className="is-right">{gain(wholePounds(netAt(club, multiple)))}</td>
              <td className="is-right">{gain(wholePounds(netAt(syndicate, multiple)))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Rounding would part crossing lines by a penny. */
const wholePounds = (pence: number): number => 100 * Math.round(pence / 100);
