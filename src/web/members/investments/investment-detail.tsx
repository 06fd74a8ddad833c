import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { club } from "#shared/club.ts";
import type { Investment } from "#shared/investments.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { NotFoundPage } from "#web/pages/not-found-page.tsx";
import { Wordmark } from "#web/pictures/wordmark.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton, TextLink } from "#web/ui/link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Rail } from "#web/ui/rail.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { memberAddress } from "../member-tabs.ts";
import { queryKeys } from "../query-keys.ts";
import { hostOf } from "./investment-card.tsx";
import { InvestmentFacts } from "./investment-facts.tsx";

export function InvestmentDetail() {
  const { slug = "" } = useParams();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [...queryKeys.investments, slug],
    queryFn: ({ signal }) => callApi<Investment>("GET", `/investments/${encodeURIComponent(slug)}`, undefined, signal),
  });
  if (error instanceof ApiError && error.problem.status === 404) return <NotFoundPage />;
  return (
    <div className="wrap page page-end">
      {isPending && <DetailSkeleton />}
      {data && <Detail investment={data} />}
      {error && !data && (
        <EmptyState
          isCard
          heading="h1"
          picture="broken"
          title="This company did not load"
          text="Something broke on the way. Trying again often helps."
          action={<Button onClick={() => refetch()}>Try again</Button>}
        />
      )}
    </div>
  );
}

function Detail({ investment: { slug, name, website, status } }: { investment: Investment }) {
  usePageMeta(name, `${name}, a company in the portfolio of ${club.product}.`);
  return (
    <>
      <Rail side="Investments">
        <h1 className="d1 wrap-anywhere">{name}</h1>
        <p className="mt-5">
          <Badge tone="live">Status: {status}</Badge>
        </p>
        <div className="card mt-8 grid max-w-xl place-items-center px-6 py-12">
          <Wordmark slug={slug} name={name} />
        </div>
        <LinkButton to={website} variant="line" className="mt-6">
          {hostOf(website)}
        </LinkButton>
      </Rail>
      <Rail side={<h2 className="font-text font-[550]">What members want to know</h2>} className="mt-14">
        <InvestmentFacts />
        <Notice className="mt-8 max-w-3xl">{club.riskWarning}</Notice>
        <TextLink to={memberAddress("investments")} className="mt-8">
          All investments
        </TextLink>
      </Rail>
    </>
  );
}

function DetailSkeleton() {
  return (
    <Rail side="Investments">
      <div role="status" aria-label="Loading" className="grid gap-6">
        <Skeleton className="h-14 w-72 max-w-full" />
        <Skeleton isRound className="h-6 w-28" />
        <Skeleton className="h-36 max-w-xl" />
      </div>
    </Rail>
  );
}
