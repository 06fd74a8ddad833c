import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { paths } from "#shared/paths.ts";
import type { PersonDetail } from "#shared/people/people.ts";
import { peopleMessages as messages, personStatusLabels, tierWords } from "#shared/people/people-messages.ts";
import { personName } from "#shared/people/person-name.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { longDate } from "#web/lib/format.ts";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { useCurrentUserId } from "#web/lib/session.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { BackLink } from "#web/ui/back-link.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { AccountActions } from "./account-actions.tsx";
import { MembershipActions } from "./membership-actions.tsx";
import { PersonAccount } from "./person-account.tsx";
import { statusTones } from "./person-search.ts";
import { PersonTier } from "./person-tier.tsx";

/** With the names of everything that is recorded. */
const PersonHistory = lazy(() => import("./person-history.tsx").then((file) => ({ default: file.PersonHistory })));

interface PersonPageProps {
  id: string;
  /** The list as it was filtered. */
  backTo: string;
}

export function PersonPage({ id, backTo }: PersonPageProps) {
  const {
    data: person,
    error,
    refetch,
  } = useQuery({
    queryKey: queryKeys.person(id),
    queryFn: ({ signal }) => callApi<PersonDetail>("GET", `/people/${id}`, undefined, signal),
    retry: (count, failure) => !isMissing(failure) && count < 3,
  });
  useOpenedTitle(person && personName(person));
  return (
    <div className="grid gap-5">
      <BackLink to={backTo}>{messages.label}</BackLink>
      {person && <Shown person={person} />}
      {!person && !error && <RowSkeletons label="Loading this person" count={2} />}
      {!person && error && <Failed error={error} onRetry={() => void refetch()} />}
    </div>
  );
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.problem.code === "not_found";

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isMissing(error)) return <EmptyState isCard title="No such person" text="The account may have been deleted." />;
  return <LoadFailed title="Failed to fetch this person." onRetry={onRetry} />;
}

function Shown({ person }: { person: PersonDetail }) {
  return (
    <>
      <div className="flex items-center gap-4">
        <Avatar name={personName(person)} size="small" />
        <div className="grid min-w-0 gap-1">
          <h2 className="d3 wrap-anywhere">{personName(person)}</h2>
          <p className="small flex flex-wrap items-center gap-x-3 gap-y-1">
            {person.full_name && <span className="muted wrap-anywhere">{person.email}</span>}
            <Badge tone={statusTones[person.status]}>{personStatusLabels[person.status]}</Badge>
            {person.is_admin && <Badge tone="pine">Admin</Badge>}
            {person.tier && <span>{tierWords(person.tier, person.tier_until, longDate)}</span>}
          </p>
        </div>
      </div>
      <MainActions person={person} />
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Suspense fallback={<RowSkeletons label={messages.history} />}>
          <PersonHistory id={person.user_id} />
        </Suspense>
        <PersonAccount person={person} />
      </div>
    </>
  );
}

/** The row keeps the focus when the button that had it goes. */
function MainActions({ person }: { person: PersonDetail }) {
  const isOwn = useCurrentUserId() === person.user_id;
  if (isOwn) return <p className="note">This is your own account.</p>;
  return (
    <div className="flex flex-wrap items-center gap-2.5 outline-none" tabIndex={-1}>
      <MembershipActions request={person} />
      {person.can.change_tier && <PersonTier person={person} />}
      <AccountActions person={person} actions={["sign_out"]} />
      {person.status === "pending" && (
        <p className="small basis-full">
          An admin still has to decide on this membership.{" "}
          <InlineLink to={paths.membershipRequests}>Membership Requests</InlineLink>
        </p>
      )}
    </div>
  );
}
