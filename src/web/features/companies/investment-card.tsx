import type { Investment } from "#shared/companies.ts";
import { paths } from "#shared/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { RouteLink } from "#web/ui/route-link.tsx";
import { hostOf } from "./host-of.ts";
import { InvestmentLogo } from "./investment-logo.tsx";

export function InvestmentCard({ investment }: { investment: Investment }) {
  const { slug, name, website, status } = investment;
  return (
    <RouteLink to={paths.investment(slug)} className="card h-full grid-cols-[minmax(0,1fr)]">
      <div className="investment-logo">
        <InvestmentLogo investment={investment} />
      </div>
      <div className="investment-body">
        <h3 className="d4 wrap-anywhere">{name}</h3>
        <p className="small muted wrap-anywhere">{hostOf(website)}</p>
        <Badge tone="live">Status: {status}</Badge>
      </div>
    </RouteLink>
  );
}
