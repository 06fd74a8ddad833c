import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { companyLogoPath } from "#shared/deals/company-logo-rules.ts";
import { companyMessages, dealDeskMessages } from "#shared/deals/deal-desk-messages.ts";
import { completedStates, type DealState, dealStateLabels } from "#shared/deals/deal-messages.ts";
import type { DealRecord, DealUpdate } from "#shared/deals/deals.ts";
import { shortMoment } from "#shared/london-time.ts";
import { paths } from "#shared/paths.ts";
import type { Admin } from "#shared/people/people.ts";
import { adminNameFirst, personName } from "#shared/people/person-name.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { callApi } from "#web/lib/api.ts";
import { longDate, shortDate } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useList } from "#web/lib/use-list.ts";
import { replaced, useOptimisticSave } from "#web/lib/use-optimistic-save.ts";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { Field } from "#web/ui/field.tsx";
import { InlineLink, LinkButton } from "#web/ui/link.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { toast, toastFailure } from "#web/ui/toast.ts";
import { useDealChanged, useMoveDeal } from "../deal-queries.ts";
import { NextStep } from "./next-step.tsx";

const CompanyPanel = lazy(() =>
  import("../companies/company-panel.tsx").then((file) => ({ default: file.CompanyPanel })),
);
const AnnounceClosing = lazy(() =>
  import("../announce-closing.tsx").then((file) => ({ default: file.AnnounceClosing })),
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

const closingStates: readonly DealState[] = ["preparing", "approved", "released", "closing", ...completedStates];

interface ClosingProposalProps {
  deal: DealRecord;
  proposal: NonNullable<DealRecord["closing_proposal"]>;
}

function ClosingProposal({ deal, proposal }: ClosingProposalProps) {
  const { id, closes_at, reason, proposed_by_name, can } = proposal;
  return (
    <Notice title={`${adminNameFirst(proposed_by_name)} proposes that commitments end on ${shortMoment(closes_at)}`}>
      <p className="wrap-anywhere">
        Not on {deal.closes_at ? shortMoment(deal.closes_at) : ""}. Reason: {reason}
      </p>
      {can.confirm ? (
        <div className="mt-2">
          <ActionButton
            method="POST"
            path={`/deals/${deal.id}/closing-announcements`}
            body={{ closes_at, reason, expected_proposal_id: id }}
            label="Confirm"
            labelEnd={shortMoment(closes_at)}
            busy="Confirming…"
            done="Confirmed. Everybody who can commit is told."
            failed="Not confirmed"
            invalidates={[queryKeys.deals]}
          />
        </div>
      ) : (
        <p>Another admin confirms it, 24 hours before that time at the latest.</p>
      )}
    </Notice>
  );
}

interface CancellingProposalProps {
  deal: DealRecord;
  proposal: NonNullable<DealRecord["cancelling_proposal"]>;
}

function CancellingProposal({ deal, proposal }: CancellingProposalProps) {
  const { expires_at, reason, proposed_by_name, can } = proposal;
  const { mutateAsync } = useMoveDeal();
  return (
    <Notice tone="warning" title={`${adminNameFirst(proposed_by_name)} proposes to cancel this deal`}>
      <p className="wrap-anywhere">Reason: {reason}</p>
      {can.confirm ? (
        <div className="mt-2">
          <ConfirmButton
            label="Cancel the deal"
            labelEnd={deal.company_name}
            variant="danger"
            title={`Cancel the deal of ${deal.company_name}?`}
            text="It is final. Everybody who has committed is told by email at once, with the reason: they owe nothing, and what they sent comes back in full."
            cancelLabel="Keep it"
            onConfirm={(close) => {
              close();
              mutateAsync({ deal, to: "cancelled", reason, until: null }).catch(() => undefined);
            }}
          />
        </div>
      ) : (
        <p>Another admin confirms it by {shortMoment(expires_at)}. Nobody is told before.</p>
      )}
    </Notice>
  );
}

export function DealHead({ deal, userId }: { deal: DealRecord; userId: string }) {
  const { company, state, state_since, days_overdue, can } = deal;
  const [isEditing, setEditing] = useState<boolean>();
  const [move, setMove] = useState({ key: 0, isOpen: false });
  const [isAnnouncing, setAnnouncing] = useState<boolean>();
  return (
    // The focus comes here when a move takes its button away.
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
            <h1 id="deal" className="d3 wrap-anywhere">
              {deal.company_name}
            </h1>
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
          {(closingStates.includes(state) || deal.is_unsettled) && (
            <LinkButton to={paths.dealClosing(deal.id)} variant="outline" isSmall>
              Closing
            </LinkButton>
          )}
          {can.move_to.length > 0 && (
            <Button variant="outline" isSmall onClick={() => setMove({ key: move.key + 1, isOpen: true })}>
              {dealDeskMessages.move}...
            </Button>
          )}
          {can.announce_closing && (
            <Button variant="outline" isSmall onClick={() => setAnnouncing(true)}>
              Change closing...
            </Button>
          )}
        </div>
      </div>
      {deal.closing_proposal && <ClosingProposal deal={deal} proposal={deal.closing_proposal} />}
      {deal.cancelling_proposal && <CancellingProposal deal={deal} proposal={deal.cancelling_proposal} />}
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
        {isAnnouncing !== undefined && (
          <AnnounceClosing deal={deal} isOpen={isAnnouncing} onClose={() => setAnnouncing(false)} />
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

/** Which admin works on the deal. */
function OwnerSelect({ deal }: { deal: DealRecord }) {
  const { items: admins = [] } = useList<Admin>({ path: "/user-roles/admins" });
  const changed = useDealChanged();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (owner_id: string | null) => {
      const update: DealUpdate = { name: deal.name, owner_id, page: deal.page, expected_version: deal.updated_at };
      return callApi<DealRecord>("PUT", `/deals/${deal.id}`, update);
    },
    onSuccess: ({ owner_name }) =>
      toast({ title: owner_name ? `${owner_name} works on it now` : "Nobody works on it now" }),
    onError: (error) => toastFailure("Not changed", error),
    onSettled: (record) => changed(record),
  });
  const { owner_id, owner_name } = deal;
  const [shownId, choose] = useOptimisticSave(owner_id, replaced, mutateAsync);
  const isListed = admins.some(({ id }) => id === owner_id);
  return (
    <Field label={<span className="sr-only">Who works on it</span>} className="deal-owner">
      <Select value={shownId ?? ""} onChange={({ target }) => isPending || choose(target.value || null)}>
        <option value="">{dealDeskMessages.nobody}</option>
        {owner_id && !isListed && <option value={owner_id}>{owner_name}</option>}
        {admins.map(({ id, full_name, email }) => (
          <option key={id} value={id}>
            {personName({ full_name, email })}
          </option>
        ))}
      </Select>
    </Field>
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
