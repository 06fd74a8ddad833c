import { useParams } from "react-router";
import { portfolio } from "#shared/club.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { NotFoundPage } from "#web/pages/not-found-page.tsx";

export function InvestmentPage() {
  const { slug } = useParams();
  const investment = portfolio.find((candidate) => candidate.slug === slug);
  usePageMeta(investment?.name ?? "Page not found", "A company in the club's portfolio.");
  if (!investment) return <NotFoundPage />;
  return (
    <div className="wrap page page-end">
      <h1 className="d1">{investment.name}</h1>
    </div>
  );
}
