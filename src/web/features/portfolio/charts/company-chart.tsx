import { counted } from "#shared/counted.ts";
import { formatPence } from "#shared/pence.ts";
import type { Portfolio, PortfolioCompany } from "#shared/portfolio/portfolio.ts";
import { markedName } from "#shared/portfolio/portfolio-messages.ts";
import { companyChartMessages as messages, worthWords } from "#shared/portfolio/portfolio-page-messages.ts";
import { classNames } from "#web/ui/class-names.ts";
import { grossOf } from "../company-sums.ts";
import { signedPence } from "../portfolio-words.ts";
import { moneyScale, tickLabel, ticksOf } from "./chart-measures.ts";

/** Two sticks for each company on one scale; names take the lines that they need. */
export function CompanyChart({ portfolio: { companies } }: { portfolio: Portfolio }) {
  const sums = companies.map(grossOf);
  const scale = moneyScale(Math.max(0, ...sums.flatMap(({ cost, most }) => [cost, most])), [0, 1]);
  const countOf = (name: "isAbove" | "isBelow" | "isUnknown") => sums.filter((sum) => sum[name]).length;
  const label = messages.name(companies.length, countOf("isAbove"), countOf("isBelow"), countOf("isUnknown"));
  return (
    <div className="own-bars" role="img" aria-label={label}>
      <div className="own-bars-scale">
        {ticksOf(scale).map((pence) => (
          <span key={pence} className={classNames(pence === 0 && "is-zero")} style={{ left: placeOf(scale(pence)) }}>
            {tickLabel(pence, false)}
          </span>
        ))}
      </div>
      {companies.map((company) => (
        <CompanyRow key={company.company_id} company={company} share={scale} />
      ))}
    </div>
  );
}

/** The end of the track is kept for words. */
const placeOf = (share: number) => `calc((100% - var(--own-words)) * ${share})`;

interface CompanyRowProps {
  company: PortfolioCompany;
  /** Returns the share of the track's width. */
  share: (pence: number) => number;
}

function CompanyRow({ company, share }: CompanyRowProps) {
  const { cost, worth, most, range, isBelow } = grossOf(company);
  return (
    <div className="own-bars-row">
      <div className="own-bars-name">
        <b className="wrap-anywhere">{markedName(company)}</b> <span>{stateOf(company)}</span>
      </div>
      <div>
        <div className="own-bar">
          <Stick className="is-cost" share={share(cost)} />
          <span>{formatPence(cost)} cost</span>
        </div>
        <div className={classNames("own-bar is-value", isBelow && "is-below")}>
          {most === 0 ? (
            <Ring />
          ) : range > 0 ? (
            <Stick className="is-range" share={share(most)} />
          ) : (
            <Stick className={isBelow ? "is-below" : "is-value"} share={share(worth)} />
          )}
          <b>{valueWords(company)}</b>
        </div>
      </div>
    </div>
  );
}

function valueWords(company: PortfolioCompany): string {
  const { worth, range, difference } = grossOf(company);
  const { figures } = company;
  const value = (figures.gross_received_pence > 0 ? messages.valueAndBack : messages.value)(worthWords(worth, range));
  if (range > 0) return `${value}; a price is too old to count`;
  return difference < 0 ? `${value}, ${signedPence(difference)} on cost` : value;
}

function Stick({ className, share }: { className: string; share: number }) {
  return (
    <svg className={`own-stick ${className}`} style={{ width: placeOf(share) }} height={6} aria-hidden="true">
      <rect width="100%" height={6} rx={3} />
    </svg>
  );
}

function Ring() {
  return (
    <svg className="own-ring" width={12} height={12} aria-hidden="true">
      <circle cx={6} cy={6} r={4.5} />
    </svg>
  );
}

function stateOf({ state, price, lots }: PortfolioCompany): string {
  const schemes = [...new Set(lots.flatMap(({ scheme }) => scheme ?? []))].join(" and ");
  if (state !== "active") return messages.state[state];
  return price.basis === "impaired" ? "impaired" : `${counted(lots.length, "lot")}${schemes && `, ${schemes}`}`;
}
