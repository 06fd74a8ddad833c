import { partOf } from "#shared/part-of.ts";
import { formatPence, plainPounds } from "#shared/pence.ts";
import type { Portfolio } from "#shared/portfolio/portfolio.ts";
import type { ChartTable } from "#web/lib/chart-figure.tsx";

interface Part {
  name: string;
  pence: number;
}

/** What the shares cost, by sector and by the year of their purchase. */
export function Splits({ portfolio }: { portfolio: Portfolio }) {
  return (
    <div className="grid grid-cols-1 gap-x-10 gap-y-7 lg:grid-cols-2">
      <Split heading={messages.sector} parts={sectorParts(portfolio)} />
      <Split heading={messages.year} parts={yearParts(portfolio.years, yearOf(portfolio))} />
    </div>
  );
}

interface SplitProps {
  heading: string;
  parts: readonly Part[];
}

function Split({ heading, parts }: SplitProps) {
  const whole = parts.reduce((sum, { pence }) => sum + pence, 0);
  return (
    <section className="own-part" aria-label={heading}>
      <h2 className="d4">{heading}</h2>
      <dl className="num">
        {parts.map(({ name, pence }) => (
          <div key={name} className="flex justify-between gap-4 border-b border-line py-[0.45rem] text-small">
            <dt className="wrap-anywhere text-ink-2">{name}</dt>
            <dd className="flex-none">
              {pence === 0 ? formatPence(pence) : `${formatPence(pence)}, ${partOf(pence, whole)}`}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const messages = { sector: "By sector, at cost", year: "By year of purchase, at cost" } as const;

const yearOf = ({ as_of }: Portfolio): number => Number(as_of.slice(0, 4));

const sectorParts = ({ sectors }: Portfolio): Part[] =>
  sectors.map(({ name, cost_pence }) => ({ name: name ?? "No sector named", pence: cost_pence }));

export const sectorTable = (portfolio: Portfolio) => splitTable(messages.sector, "Sector", sectorParts(portfolio));

export const yearTable = (portfolio: Portfolio) =>
  splitTable(messages.year, "Year", yearParts(portfolio.years, yearOf(portfolio)));

const splitTable = (caption: string, column: string, parts: readonly Part[]): ChartTable<Part> => ({
  caption,
  rows: parts,
  rowKey: ({ name }: Part) => name,
  columns: [
    { header: column, cell: ({ name }) => name, value: ({ name }) => name },
    {
      header: "Cost",
      unit: "GBP",
      cell: ({ pence }) => formatPence(pence),
      value: ({ pence }) => plainPounds(pence),
    },
  ],
});

/** Years without a purchase are said too, those that follow each other together. */
function yearParts(years: Portfolio["years"], until: number): Part[] {
  const first = Math.min(...years.map(({ year }) => year));
  const parts: Part[] = [];
  for (let year = first; year <= until; year++) {
    const bought = years.find((one) => one.year === year);
    if (bought && bought.cost_pence > 0) parts.push({ name: `${year}`, pence: bought.cost_pence });
    else {
      let last = year;
      while (last < until && !years.some((one) => one.year === last + 1 && one.cost_pence > 0)) last++;
      parts.push({
        name: last === year ? `${year}` : last === year + 1 ? `${year} and ${last}` : `${year} to ${last}`,
        pence: 0,
      });
      year = last;
    }
  }
  return parts;
}
