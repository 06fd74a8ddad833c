import { lazy, Suspense, useState } from "react";
import { companyLogoPath } from "#shared/deals/company-logo-rules.ts";
import { companyMessages, dealDeskMessages } from "#shared/deals/deal-desk-messages.ts";
import { completedStates, type DealState, dealStateLabels } from "#shared/deals/deal-messages.ts";
import type { DealRecord } from "#shared/deals/deals.ts";
import { longDate, shortDate } from "#web/lib/format.ts";
import { useSearchState } from "#web/lib/search-state.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { closedDesk, deskSearch } from "../desk-search.ts";
import { NextStep } from "./next-step.tsx";
import { OwnerSelect } from "./owner-select.tsx";
import { ReleaseButton } from "./release-button.tsx";

const CompanyPanel = lazy(() =>
  import("../companies/company-panel.tsx").then((file) => ({ default: file.CompanyPanel })),
);
const MoveDialog = lazy(() => import("../move-dialog.tsx").then((file) => ({ default: file.MoveDialog })));

const tones: Record<DealState, BadgeTone> = {
  enquiry: "upcoming",
  screening: "waiting",
  meeting: "waiting",
  diligence: "waiting",
  preparing: "waiting",
  approved: "pine",
  released: "live",
  closing: "live",
  completed: "live",
  exited: "over",
  declined: "over",
  withdrawn: "over",
  parked: "over",
  cancelled: "refused",
};

const closingStates: readonly DealState[] = ["released", "closing", ...completedStates];

export function DealHead({ deal, userId }: { deal: DealRecord; userId: string }) {
  const { linkTo } = useSearchState(deskSearch);
  const { company, state, state_since, days_overdue, can } = deal;
  const [isEditing, setEditing] = useState<boolean>();
  const [move, setMove] = useState({ key: 0, isOpen: false });
  return (
    // The focus comes here when a move or the release takes its button away.
    <section aria-labelledby="deal" tabIndex={-1} className="grid gap-3 outline-none">
      <div className="desk-deal-head">
        <div className="grid min-w-0 gap-1">
          <div className="flex items-center gap-3">
            {company.logo && (
              <img
                className="logo-ground size-12 shrink-0 object-contain"
                src={companyLogoPath(company.id, company.logo.file_id)}
                alt=""
              />
            )}
            <h2 id="deal" className="d3 wrap-anywhere">
              {deal.company_name}
            </h2>
          </div>
          <p className="small flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="wrap-anywhere">{deal.name}</span>
            <Badge tone={tones[state]}>{dealStateLabels[state]}</Badge>
            <span className="muted num">since {longDate(state_since)}</span>
            {days_overdue !== null && <b className="late num">{dealDeskMessages.daysLate(days_overdue)}</b>}
          </p>
        </div>
        <div className="deal-actions">
          {can.save && <OwnerSelect deal={deal} />}
          {closingStates.includes(state) && (
            <LinkButton to={linkTo({ ...closedDesk, section: "closing", deal: deal.id })} variant="outline" isSmall>
              Closing
            </LinkButton>
          )}
          {can.move_to.length > 0 && (
            <Button variant="outline" isSmall onClick={() => setMove({ key: move.key + 1, isOpen: true })}>
              {dealDeskMessages.move}...
            </Button>
          )}
          {can.release && <ReleaseButton deal={deal} />}
        </div>
      </div>
      {can.save && <NextStep deal={deal} userId={userId} />}
      <dl className="desk-deal-facts" aria-label="Facts">
        {factsOf(deal).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
        <div>
          <dt className="sr-only">{companyMessages.name}</dt>
          <dd>
            <Button variant="ghost" isSmall onClick={() => setEditing(true)}>
              Edit company
            </Button>
          </dd>
        </div>
      </dl>
      <Suspense>
        {isEditing !== undefined && (
          <CompanyPanel
            key={company.updated_at}
            company={company}
            userId={userId}
            isOpen={isEditing}
            onClose={() => setEditing(false)}
          />
        )}
        {move.key > 0 && (
          <MoveDialog
            key={move.key}
            deal={deal}
            to=""
            isOpen={move.isOpen}
            onClose={() => setMove({ ...move, isOpen: false })}
          />
        )}
      </Suspense>
    </section>
  );
}

function factsOf({ enquired_on, reply_due_on, parked_until, released_at, company }: DealRecord) {
  const { one_line, sector, place, founded_year, company_number, website, founders } = company;
  const facts = [
    ["Enquired on", shortDate(enquired_on)],
    ["Reply due", reply_due_on && shortDate(reply_due_on)],
    ["Parked until", parked_until && shortDate(parked_until)],
    ["Released", released_at && longDate(released_at)],
    ["What it does", one_line],
    ["Sector", sector],
    ["Place", place],
    ["Founded in", founded_year],
    ["Company number", company_number],
    ["Website", website && <InlineLink to={website}>{website.replace(/^https?:\/\/|\/$/g, "")}</InlineLink>],
    ["Founders", founders.map(({ name, role }) => (role ? `${name}, ${role}` : name)).join("; ")],
  ] as const;
  return facts.filter(([, value]) => value);
}
