import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { standingMessages } from "#shared/membership-requests/membership-messages.ts";
import { paths } from "#shared/paths.ts";
import type { PersonDetail } from "#shared/people/people.ts";
import {
  peopleMessages as messages,
  personStatusLabels,
  profileStateLabels,
  refusalsToTell,
  tierLabels,
  tierMessages,
  tierWords,
} from "#shared/people/people-messages.ts";
import { personName } from "#shared/people/person-name.ts";
import { toldWords } from "#web/features/system/system-query.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { formatDateTime, longDate, shortDate } from "#web/lib/format.ts";
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
import { statusTones } from "./person-search.ts";
import { ProfileHiding } from "./profile-hiding.tsx";
import { TierButton } from "./tier-button.tsx";

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
  if (isMissing(error))
    return <EmptyState isCard heading="h1" title="No such person" text="The account may have been deleted." />;
  return <LoadFailed heading="h1" title="Failed to fetch this person." onRetry={onRetry} />;
}

function Shown({ person }: { person: PersonDetail }) {
  return (
    <>
      <div className="flex items-center gap-4">
        <Avatar name={personName(person)} size="small" />
        <div className="grid min-w-0 gap-1">
          <h1 className="d3 wrap-anywhere">{personName(person)}</h1>
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
  const allocated = person.commitments.filter(({ is_allocated }) => is_allocated);
  return (
    <div className="flex flex-wrap items-center gap-2.5 outline-none" tabIndex={-1}>
      <MembershipActions request={person} />
      {person.can.change_tier && <PersonTier person={person} />}
      <AccountActions person={person} actions={["sign_out"]} />
      <AdminRole person={person} />
      {allocated.length > 0 && !person.is_admin && (
        <p className="small basis-full">{standingMessages.inRound(allocated)}</p>
      )}
      {person.status === "pending" && (
        <p className="small basis-full">
          An admin still has to decide on this membership.{" "}
          <InlineLink to={paths.membershipRequests}>Membership Requests</InlineLink>
        </p>
      )}
    </div>
  );
}

/** Where they become an admin, or end being one, and what it takes. */
function AdminRole({ person: { is_admin, status, email_verified } }: { person: PersonDetail }) {
  if (is_admin)
    return (
      <p className="small basis-full">
        <InlineLink to={paths.admins}>End the role of an admin</InlineLink>: you propose it, another person confirms it.
        Only then can they be suspended. An address in the server’s ADMIN_EMAILS is taken out there first.
      </p>
    );
  if (status !== "approved" || !email_verified) return null;
  return (
    <p className="small basis-full">
      <InlineLink to={paths.admins}>Make an admin</InlineLink>: you propose them, and another admin confirms it. They
      sign for money 7 days later. While you are the only one who can confirm, two members do so.
    </p>
  );
}

/** Changes the tier of one person. */
function PersonTier({ person: { user_id, full_name, email, tier, tier_until } }: { person: PersonDetail }) {
  const client = useQueryClient();
  const name = personName({ full_name, email });
  return (
    <TierButton<PersonDetail>
      labelEnd={name}
      title={`${tierMessages.change}: ${name}`}
      text="The plan decides the fee of their next commitments. After its last day they are on Trial."
      tier={tier ?? "trial"}
      until={tier_until ?? ""}
      send={(input) => callApi("PUT", `/people/${user_id}/tier`, input)}
      done={async () => ({
        title: tierMessages.changed,
        description: await toldWords(client, name, standingMessages.toldByEmail),
      })}
      whom={name}
      onDone={(changed) => client.setQueryData(queryKeys.person(user_id), changed)}
      invalidates={[queryKeys.people, queryKeys.audit]}
    />
  );
}

/** The account beside its history: what it is now, and what else can be done. */
function PersonAccount({ person }: { person: PersonDetail }) {
  const { email_verified, last_signed_in_at, has_second_factor, mails_refused, sessions, profile_state, tiers, since } =
    person;
  return (
    <section aria-label={messages.account}>
      <h2 className="d4 block-heading">{messages.account}</h2>
      <dl className="facts">
        <Fact term="Email">
          {email_verified ? "Verified" : "Not verified"}
          {mails_refused >= refusalsToTell && (
            <span className="note block">Mails do not arrive: the last {mails_refused} were refused</span>
          )}
        </Fact>
        <Fact term="Registered">{shortDate(since)}</Fact>
        <Fact term="Last sign-in">
          {last_signed_in_at ? formatDateTime(last_signed_in_at) : messages.neverSignedIn}
        </Fact>
        <Fact term="Second factor">{has_second_factor ? messages.app : messages.noFactor}</Fact>
        <Fact term="Sessions">
          {sessions.length}
          {sessions.map(({ id, device, last_used_at }) => (
            <span key={id} className="note block">
              {device ?? "Unknown device"}, last used {formatDateTime(last_used_at)}
            </span>
          ))}
        </Fact>
        <Fact term="Profile">{profileStateLabels[profile_state]}</Fact>
        {tiers.length > 0 && (
          <Fact term="Plans">
            {tiers.map(({ id, tier, from, until }, index) => (
              <span key={id} className="block">
                {tierLabels[tier]}{" "}
                <span className="note">
                  {daysOf(from, until)}
                  {tiers.slice(0, index).some((later) => later.from <= from) && ", replaced"}
                </span>
              </span>
            ))}
          </Fact>
        )}
      </dl>
      <div className="mt-4 flex flex-wrap gap-2.5 outline-none" tabIndex={-1}>
        <AccountActions person={person} actions={["resend_verification", "lift_sign_in_limit", "reset_two_factor"]} />
        <ProfileHiding user_id={person.user_id} name={personName(person)} can={person.can} />
      </div>
      {Object.values(person.can).includes(true) && (
        <p className="note mt-4">Each of these asks for a reason and leaves an entry in the Audit.</p>
      )}
    </section>
  );
}

const daysOf = (from: string, until: string | null): string =>
  until ? `${shortDate(from)} to ${shortDate(until)}` : `from ${shortDate(from)}`;

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
