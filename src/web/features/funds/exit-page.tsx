import "./funds.css";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { counted } from "#shared/counted.ts";
import { announcedMessages } from "#shared/funds/announced-messages.ts";
import type { ExitDetails } from "#shared/funds/funds-exits.ts";
import { exitDeskMessages as messages } from "#shared/funds/funds-exits-desk-messages.ts";
import { exitKindLabels } from "#shared/funds/funds-exits-messages.ts";
import { formatPence, formatPrice } from "#shared/pence.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { formatDateTime, longDate } from "#web/lib/format.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { AnnouncedNote } from "#web/lib/second-person-note.tsx";
import { BackLink } from "#web/ui/back-link.tsx";
import { BlockHead } from "#web/ui/block-head.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { PartHead } from "#web/ui/part-head.tsx";
import { ExitActions } from "./exits/exit-actions.tsx";
import { ExitDeals } from "./exits/exit-deals.tsx";
import { ExitStateBadge } from "./exits/exit-state-badge.tsx";
import { ExitStatement } from "./exits/exit-statement.tsx";

const exitQuery = (id: string) =>
  queryOptions({
    queryKey: ["exits", "one", id],
    queryFn: ({ signal }) => callApi<ExitDetails>("GET", `/exits/${id}`, undefined, signal),
  });

const OutsidePayment = lazy(() =>
  import("./exits/outside-payment.tsx").then((file) => ({ default: file.OutsidePayment })),
);

interface ExitPageProps {
  id: string;
  linkToCompany: (company: string) => string;
}

/** What members get for their shares, lot by lot, before it is confirmed and after, and how far the money is. */
export function ExitPage({ id, linkToCompany }: ExitPageProps) {
  const { data: exit, error, isPending, refetch } = useQuery(exitQuery(id));
  const isMissing = error instanceof ApiError && error.problem.code === "not_found";
  useOpenedTitle(exit && messages.name(exitKindLabels[exit.kind], exit.company_name));
  if (isPending) return <RowSkeletons label={messages.loading} count={4} />;
  if (isMissing)
    return <EmptyState isCard heading="h1" title="There is no such exit" text="Its address may not be complete." />;
  if (!exit) return <LoadFailed heading="h1" title="The exit could not be loaded" onRetry={refetch} />;
  return (
    // The focus comes here when an action takes its button away.
    <div className="grid gap-8 outline-none" tabIndex={-1}>
      <div>
        <BackLink to={linkToCompany(exit.company_id)} className="mb-2">
          {exit.company_name}
        </BackLink>
        <PartHead
          isRecord
          id="exit"
          title={messages.name(exitKindLabels[exit.kind], exit.company_name)}
          above={
            <>
              <ExitStateBadge exit={exit} />
              {stateWords(exit)}
            </>
          }
        >
          <ExitActions exit={exit} />
        </PartHead>
        <p className="muted num">
          {longDate(exit.happened_on)}, {formatPrice(exit.price)} a share, {counted(exit.shares, "share")}
          of {counted(exit.members, "member")}
        </p>
        {exit.withdrawn_because !== null && <p className="small">Because: {exit.withdrawn_because}</p>}
        {exit.note !== null && <p className="small max-w-(--measure) whitespace-pre-line wrap-anywhere">{exit.note}</p>}
        <AnnouncedNote record={exit} end="withdraws" />
        {exit.state === "proposed" && !exit.can.confirm && exit.takes_effect_at === null && (
          <p className="note">A second person has to confirm this: another admin, who may hold some of the shares.</p>
        )}
      </div>
      <Sums exit={exit} />
      {exit.outside && (
        <Suspense>
          <OutsidePayment exit={exit} outside={exit.outside} />
        </Suspense>
      )}
      {exit.state === "confirmed" && exit.deals.length > 0 && (
        <section aria-labelledby="exit-deals">
          <BlockHead id="exit-deals" title="Money, deal by deal" />
          <ExitDeals exit={exit} />
        </section>
      )}
      <section aria-labelledby="exit-statement">
        <BlockHead id="exit-statement" title="Statement, member by member" />
        <ExitStatement exit={exit} />
      </section>
    </div>
  );
}

function stateWords(exit: ExitDetails): string {
  if (exit.withdrawn_at !== null)
    return `Withdrawn ${formatDateTime(exit.withdrawn_at)}${exit.withdrawn_by_name === null ? "" : ` by ${exit.withdrawn_by_name}`}`;
  if (exit.confirmed_at !== null)
    return `Confirmed ${formatDateTime(exit.confirmed_at)}${exit.confirmed_by_name === null ? "" : ` by ${exit.confirmed_by_name}`}${effectWords(exit)}`;
  return `Proposed ${formatDateTime(exit.proposed_at)}${exit.proposed_by_name === null ? "" : ` by ${exit.proposed_by_name}`}`;
}

/** It takes effect a day later where it was announced. */
const effectWords = ({ confirmed_at, in_effect_at }: ExitDetails): string =>
  in_effect_at === null || in_effect_at === confirmed_at
    ? ""
    : `, ${announcedMessages.inEffect(formatDateTime(in_effect_at))}`;

function Sums({ exit: { gross_pence, costs_pence, costs_payee, paid_pence } }: { exit: ExitDetails }) {
  const rows = [
    { label: messages.gross, pence: gross_pence, note: null },
    { label: messages.costs, pence: costs_pence, note: costs_payee && `Costs to ${costs_payee}` },
    { label: messages.paid, pence: paid_pence, note: null },
  ];
  return (
    <dl className="closing-counts num" aria-label="What it comes to">
      {rows.map(({ label, pence, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <b>{formatPence(pence)}</b>
          </dd>
          {note && <dd className="note order-3 wrap-anywhere">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
