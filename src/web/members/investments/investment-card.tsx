import { Link } from "react-router";
import type { Investment } from "#shared/investments.ts";
import { paths } from "#shared/paths.ts";
import { Wordmark } from "#web/pictures/wordmark.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { hostOf } from "./host-of.ts";

export function InvestmentCard({ investment: { slug, name, website, status } }: { investment: Investment }) {
  return (
    <Link to={paths.investment(slug)} className="card h-full grid-cols-[minmax(0,1fr)]">
      <div className="investment-logo">
        <Wordmark slug={slug} name={name} />
      </div>
      <div className="investment-body">
        <h3 className="d4 wrap-anywhere">{name}</h3>
        <p className="small muted wrap-anywhere">{hostOf(website)}</p>
        <Badge tone="live">Status: {status}</Badge>
      </div>
    </Link>
  );
}
