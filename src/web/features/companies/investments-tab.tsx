import { ListView } from "#web/ui/list/list-view.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { InvestmentCard } from "./investment-card.tsx";
import { useInvestments } from "./use-investments.ts";

const emptyTitle = "No investments to show";

export function InvestmentsTab() {
  const list = useInvestments();
  return (
    <section aria-labelledby="portfolio">
      <h2 id="portfolio" className="d2 mb-6">
        Our Investment Portfolio
      </h2>
      <ListView
        list={list}
        noun="investments"
        loading={<InvestmentSkeletons />}
        empty={{ title: emptyTitle, text: "The club’s companies appear here once a deal has closed." }}
        failed={{ title: emptyTitle, text: "The portfolio could not be loaded just now." }}
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
