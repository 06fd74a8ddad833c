import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Session } from "#shared/account/session.ts";
import { investorRecordMessages as messages } from "#shared/investor-records/investor-record-messages.ts";
import type { OwnInvestorRecord } from "#shared/investor-records/investor-records.ts";
import { adminNameFirst } from "#shared/people/person-name.ts";
import { callApi } from "#web/lib/api.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { AccountSection } from "#web/ui/account-section.tsx";
import { readDraft } from "#web/ui/form/use-draft.ts";
import { ChevronDown } from "#web/ui/icons.generated.ts";
import { SectionFailed } from "#web/ui/section-failed.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { OwnRecordForm } from "./own-record-form.tsx";
import { recordDraftKey } from "./record-draft.ts";

/** For people who cannot save it, only where there is something to read. */
export function OwnRecordSection({ session }: { session: Session }) {
  const {
    data: own,
    isPending,
    refetch,
  } = useQuery({
    queryKey: queryKeys.ownInvestorRecord,
    queryFn: ({ signal }) => callApi<OwnInvestorRecord>("GET", "/investor-records/me", undefined, signal),
  });
  const hasNothing = own && !own.can.save && own.openings.length === 0 && own.retain_until === null;
  if (hasNothing) return null;
  return (
    <AccountSection heading={messages.heading} anchor="record">
      <div className="grid gap-6">
        <p className="muted max-w-(--measure)">
          Who you are to the law when you sign a statement or invest. Members do not see it; an admin can open it only
          with a reason, which you read here.
        </p>
        {isPending && <RecordSkeleton />}
        {!isPending && !own && <RecordFailed onRetry={() => refetch()} />}
        {own?.can.save && <RecordFold userId={session.user.id} own={own} />}
        {own && (
          <div className="grid gap-3">
            <h3 className="d4">Who opened it</h3>
            <RecordOpenings openings={own.openings} />
          </div>
        )}
      </div>
    </AccountSection>
  );
}

/** A complete record is folded, unless something is typed that is not saved. */
function RecordFold({ userId, own }: { userId: string; own: OwnInvestorRecord }) {
  const [isOpenAtFirst] = useState(() => !own.is_complete || readDraft(recordDraftKey(userId)) !== null);
  return (
    <details className="account-fold" open={isOpenAtFirst}>
      <summary>
        <span>
          <b className="font-[550]">{own.record.legal_name ?? "Your details"}</b>
          <span className="note block">
            {own.is_complete
              ? "Your record is complete. Change passport name, address, tax or bank account name"
              : "Something is still missing"}
          </span>
        </span>
        <ChevronDown aria-hidden="true" />
      </summary>
      <OwnRecordForm userId={userId} own={own} />
    </details>
  );
}

function RecordFailed({ onRetry }: { onRetry: () => void }) {
  return <SectionFailed text="Your investor record could not be loaded." onRetry={onRetry} />;
}

function RecordSkeleton() {
  return (
    <Skeletons label="Loading your investor record" count={1} className="grid gap-6">
      <Skeleton className="h-14" />
      <Skeleton className="h-14 w-48" />
    </Skeletons>
  );
}

/** Latest first. */
function RecordOpenings({ openings }: Pick<OwnInvestorRecord, "openings">) {
  if (openings.length === 0) return <p className="muted">No admin has opened it.</p>;
  return (
    <ul className="grid w-full border-t border-line">
      {openings.map(({ id, created_at, reason, opened_by_name }) => (
        <li key={id} className="grid gap-1 border-b border-line py-3">
          <div className="flex flex-wrap justify-between gap-x-6 gap-y-1">
            <span className="min-w-0 wrap-anywhere">{adminNameFirst(opened_by_name)}</span>
            <span className="note num">{formatDateTime(created_at)}</span>
          </div>
          <p className="note whitespace-pre-line wrap-anywhere" dir="auto">
            {reason}
          </p>
        </li>
      ))}
    </ul>
  );
}
