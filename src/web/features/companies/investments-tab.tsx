import type { Investment } from "#shared/companies/companies.ts";
import { paths } from "#shared/paths.ts";
import { Badge, ExampleMark } from "#web/ui/badge.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { hostOf, InvestmentLogo, statusTones, useInvestments } from "./investments.tsx";

export function InvestmentsTab() {
  const list = useInvestments();
  return (
    <section aria-labelledby="portfolio">
      <div className="grid gap-1 pb-4">
        <h2 id="portfolio" className="d3">
          Our Investment Portfolio
        </h2>
        <p className="note">
          Companies the club has backed. What you hold yourself is in{" "}
          <InlineLink to={paths.myInvestments}>My Investments</InlineLink>.
        </p>
      </div>
      <ListView
        list={list}
        noun="companies of our public portfolio"
        loading={<InvestmentSkeletons />}
        empty={{
          title: "No investments to show",
          text: "A company is shown here once its deal is completed.",
        }}
      >
        {(investments) => (
          <ul className="investment-cards">
            {investments.map((investment) => (
              <li key={investment.slug}>
                <InvestmentCard investment={investment} />
              </li>
            ))}
          </ul>
        )}
      </ListView>
    </section>
  );
}

const InvestmentSkeletons = () => (
  <Skeletons label="Loading the portfolio" className="investment-cards">
    <div className="card">
      <div className="investment-logo">
        <Skeleton className="h-8 w-36" />
      </div>
      <div className="investment-body gap-3!">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-3 w-32" />
        <Skeleton isRound className="h-6 w-28" />
      </div>
    </div>
  </Skeletons>
);

function InvestmentCard({ investment }: { investment: Investment }) {
  const { slug, name, website, status, is_example } = investment;
  return (
    <RouteLink to={paths.investment(slug)} className="card h-full grid-cols-1">
      <div className="investment-logo">
        <InvestmentLogo investment={investment} />
      </div>
      <div className="investment-body">
        <div className="min-w-0">
          <h3 className="d4 wrap-anywhere">{name}</h3>
          {website && <p className="small muted wrap-anywhere">{hostOf(website)}</p>}
        </div>
        <p className="flex flex-wrap gap-1.5">
          <Badge tone={statusTones[status]}>Status: {status}</Badge>
          {is_example && <ExampleMark />}
        </p>
      </div>
    </RouteLink>
  );
}
