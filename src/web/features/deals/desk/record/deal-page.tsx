import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { counted } from "#shared/counted.ts";
import { companyLogoPath } from "#shared/deals/company-logo-rules.ts";
import { dealDeskMessages, dealRecordMessages as messages } from "#shared/deals/deal-desk-messages.ts";
import { completedStates, type DealState, dealSchemeLabels, dealStateLabels } from "#shared/deals/deal-messages.ts";
import type { DealRecord } from "#shared/deals/deals.ts";
import { shortMoment } from "#shared/london-time.ts";
import { formatPrice } from "#shared/pence.ts";
import { adminNameFirst } from "#shared/people/person-name.ts";
import { closingBoardQuery } from "#web/features/funds/closing-queries.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { ApiError, callApi } from "#web/lib/api.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { BackLink } from "#web/ui/back-link.tsx";
import { Badge, type BadgeTone } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { useSectionOfAddress } from "#web/ui/use-section-of-address.ts";
import { NextCard } from "../../next-card.tsx";
import { useMoveDeal } from "../deal-queries.ts";
import { type Answer, useAnswers } from "../enquiries/use-answers.tsx";
import { RecordParts } from "./record-parts.tsx";

const dealClosing = lazyPage(() => import("../../closing/deal-closing.tsx").then((file) => file.DealClosing));

interface DealPageProps {
  id: string;
  userId: string;
  backTo: string;
}

/** One deal on one page, from its enquiry to an account at £0.00 and the tax certificates. */
export function DealPage({ id, userId, backTo }: DealPageProps) {
  const {
    data: deal,
    error,
    refetch,
  } = useQuery({
    queryKey: queryKeys.deal(id),
    queryFn: ({ signal }) => callApi<DealRecord>("GET", `/deals/${id}`, undefined, signal),
    retry: (count, failure) => !isMissing(failure) && count < 3,
  });
  return (
    <div className="grid gap-4">
      <BackLink to={backTo} className="pt-2">
        Back to Deals
      </BackLink>
      {deal && <Shown deal={deal} userId={userId} />}
      {!deal && !error && <RowSkeletons label={messages.loading} count={4} />}
      {!deal && error && isMissing(error) && (
        <EmptyState
          isCard
          heading="h1"
          title="There is no such deal"
          text="It may have been opened with an old link."
        />
      )}
      {!deal && error && !isMissing(error) && (
        <LoadFailed heading="h1" title="This deal could not be loaded" onRetry={refetch} />
      )}
    </div>
  );
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.problem.code === "not_found";

function Shown({ deal, userId }: { deal: DealRecord; userId: string }) {
  const hasClosing = closingStates.includes(deal.state) || deal.is_unsettled;
  const { answersTo, dialog } = useAnswers();
  const answers = answersTo(deal);
  useOpenedTitle(deal.company_name);
  return (
    <div ref={useSectionOfAddress()} className="grid gap-9">
      <div className="grid gap-4">
        <DealHead deal={deal} />
        {(hasClosing || !overStates.includes(deal.state)) && (
          <NextCard key={deal.id} dealId={deal.id}>
            {answers.length > 0 && <Answers answers={answers} founders={deal.company.founders} />}
          </NextCard>
        )}
        {dialog}
      </div>
      {hasClosing ? (
        <Suspense fallback={<RowSkeletons label={messages.loading} count={4} />}>
          <Page page={dealClosing} deal={deal} userId={userId} />
        </Suspense>
      ) : (
        <section aria-label={messages.record}>
          <h2 className="sr-only">{messages.record}</h2>
          <RecordParts deal={deal} userId={userId} isEarly />
        </section>
      )}
    </div>
  );
}

function Answers({ answers, founders }: Pick<DealRecord["company"], "founders"> & { answers: Answer[] }) {
  return (
    <div className="grid gap-2">
      <div className="button-row">
        {answers.map(({ label, give }, index) => (
          <Button key={label} variant={index === 0 ? "secondary" : "outline"} onClick={give}>
            {label}
          </Button>
        ))}
      </div>
      <p className="note wrap-anywhere">{dealDeskMessages.founderNotTold(founders)}</p>
      {founders
        .filter(({ email }) => email)
        .map(({ email }) => (
          <InlineLink key={email} to={`mailto:${email}`} className="wrap-anywhere">
            {email}
          </InlineLink>
        ))}
    </div>
  );
}

const closingStates: readonly DealState[] = ["preparing", "approved", "released", "closing", ...completedStates];
const overStates: readonly DealState[] = ["declined", "withdrawn", "parked", "cancelled"];

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

/** In which shares are asked for, or were. */
const sharedStates: readonly DealState[] = ["released", "closing", ...completedStates];

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
      {can.withdraw && (
        <ActionButton<DealRecord>
          method="DELETE"
          path={`/deals/${deal.id}/cancelling-proposal`}
          label="Withdraw the proposal"
          busy="Withdrawing…"
          variant="outline"
          failed="Not withdrawn"
          invalidates={[queryKeys.deals]}
        />
      )}
    </Notice>
  );
}

/** What the deal is, what state it is in, and what somebody proposes about it. */
function DealHead({ deal }: { deal: DealRecord }) {
  const { company, state, days_overdue, can, is_unsettled } = deal;
  const { data: board } = useQuery({
    ...closingBoardQuery(deal.id),
    enabled: sharedStates.includes(state) || is_unsettled,
  });
  const [terms] = deal.terms;
  const [move, setMove] = useState({ key: 0, isOpen: false });
  const [isAnnouncing, setAnnouncing] = useState<boolean>();
  const facts = [
    deal.name,
    terms && dealSchemeLabels[terms.scheme],
    terms && `${formatPrice(terms.price)} a share`,
    board && board.shares > 0 && counted(board.shares, "share"),
  ];
  return (
    // The focus comes here when a move takes its button away.
    <section aria-labelledby="deal" tabIndex={-1} className="grid gap-3 outline-none">
      <PartHead
        isRecord
        id="deal"
        title={deal.company_name}
        above={
          <>
            {company.logo && (
              <img
                className="logo-ground size-8 shrink-0 object-contain"
                src={companyLogoPath(company.id, company.logo.file_id)}
                alt=""
              />
            )}
            <Badge tone={tones[state]}>{dealStateLabels[state]}</Badge>
            <span className="wrap-anywhere">{facts.filter(Boolean).join(", ")}</span>
            {days_overdue !== null && <b className="late">{dealDeskMessages.daysLate(days_overdue)}</b>}
          </>
        }
      >
        {can.announce_closing && (
          <Button variant="outline" isSmall onClick={() => setAnnouncing(true)}>
            Change closing...
          </Button>
        )}
        {can.move_to.length > 0 && (
          <Button variant="outline" isSmall onClick={() => setMove({ key: move.key + 1, isOpen: true })}>
            {dealDeskMessages.move}...
          </Button>
        )}
      </PartHead>
      {deal.closing_proposal && <ClosingProposal deal={deal} proposal={deal.closing_proposal} />}
      {deal.cancelling_proposal && <CancellingProposal deal={deal} proposal={deal.cancelling_proposal} />}
      <Suspense>
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
