import { useParams } from "react-router";
import type { Investment } from "#shared/companies/companies.ts";
import { paths } from "#shared/paths.ts";
import { NotFoundPage } from "#web/lib/not-found-page.tsx";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Badge } from "#web/ui/badge.tsx";
import { LinkButton, TextLink } from "#web/ui/link.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { InvestmentFacts } from "./investment-facts.tsx";
import { hostOf, InvestmentLogo, statusTones, useInvestments } from "./investments.tsx";

export function InvestmentDetail() {
  const { slug } = useParams();
  const { items, isPending, refetch } = useInvestments();
  const investment = items?.find((candidate) => candidate.slug === slug);
  if (isPending) return <DetailSkeleton />;
  if (!items) return <DetailFailed onRetry={() => refetch()} />;
  return investment ? <Detail investment={investment} /> : <NotFoundPage />;
}

function Detail({ investment }: { investment: Investment }) {
  const { name, website, status } = investment;
  const club = useClub();
  usePageMeta(`${name}, Investments`, `${name}, a company in the portfolio of ${club.identity.name}.`);
  return (
    <div className="wrap page page-end">
      <Rail side="Our Investment Portfolio">
        <h1 className="d1 wrap-anywhere">{name}</h1>
        <p className="mt-5">
          <Badge tone={statusTones[status]}>Status: {status}</Badge>
        </p>
        <div className="card mt-8 grid max-w-xl place-items-center px-6 py-12">
          <InvestmentLogo investment={investment} />
        </div>
        {website && (
          <LinkButton to={website} variant="outline" className="mt-6">
            {hostOf(website)}
          </LinkButton>
        )}
      </Rail>
      <div className="mt-14 grid gap-12">
        <InvestmentFacts investment={investment} />
        <Rail side="Risk">
          <p className="small muted max-w-(--measure)">{club.warnings.risk_warning}</p>
          <TextLink to={paths.portfolio} className="mt-8">
            All investments
          </TextLink>
        </Rail>
      </div>
    </div>
  );
}

function DetailSkeleton() {
  usePageMeta("Investment", "A company in the club’s portfolio.");
  return (
    <div className="wrap page page-end">
      <Rail side="Our Investment Portfolio">
        <div role="status" aria-label="Loading" className="grid gap-6">
          <Skeleton className="h-14 w-72 max-w-full" />
          <Skeleton isRound className="h-6 w-28" />
          <Skeleton className="h-36 max-w-xl" />
        </div>
      </Rail>
    </div>
  );
}

function DetailFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="wrap page page-end">
      <LoadFailed
        heading="h1"
        title="This company did not load"
        text="Something broke on the way. Trying again often helps."
        onRetry={onRetry}
      />
    </div>
  );
}
