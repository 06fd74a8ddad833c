import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense } from "react";
import { adminPaths } from "#shared/admin-paths.ts";
import { commitmentStateLabels, endedStates } from "#shared/commitments/commitment-messages.ts";
import { myInvestmentsMessages } from "#shared/commitments/own-commitment-messages.ts";
import { standingMessages } from "#shared/membership-requests/membership-messages.ts";
import { formatPence } from "#shared/pence.ts";
import type { Investing, PersonDetail } from "#shared/people/people.ts";
import {
  type AccountAction,
  accountActionMessages,
  peopleMessages as messages,
  ownTierMessages,
  personStatusLabels,
  profileStateLabels,
  tierLabels,
  tierMessages,
  tierWords,
} from "#shared/people/people-messages.ts";
import { personName } from "#shared/people/person-name.ts";
import type { Signatory } from "#shared/people/signatories.ts";
import { signatoryCapacities } from "#shared/people/signatory-messages.ts";
import { statementStateLabels } from "#shared/statements/signed-statement-messages.ts";
import { statementKindLabels } from "#shared/statements/statement-messages.ts";
import { commitmentTones, inThousands, isClosedWithout } from "#web/features/commitments/commitment-words.ts";
import { toldWords } from "#web/features/system/system-query.ts";
import { ApiError, callApi } from "#web/lib/api.ts";
import { formatDateTime, longDate, shortDate } from "#web/lib/format.ts";
import { OpenFile } from "#web/lib/open-file.tsx";
import { useOpenedTitle } from "#web/lib/page-meta.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { useCurrentUserId } from "#web/lib/session.ts";
import { useList } from "#web/lib/use-list.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { BackLink } from "#web/ui/back-link.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { InlineLink } from "#web/ui/link.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { Propose } from "./admins/find-candidates.tsx";
import { SignatoryRow } from "./admins/signatory-list.tsx";
import { MembershipActions } from "./membership-actions.tsx";
import { ProfileHiding } from "./profile-hiding.tsx";
import { statusTones, TierButton } from "./tier-button.tsx";

/** The history loads lazily, as it brings the names of everything that is recorded. */
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
  const isOwn = useCurrentUserId() === person.user_id;
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
      {isOwn && <p className="note">This is your own account.</p>}
      {!isOwn && person.status === "pending" && (
        <p className="small">
          An admin still has to decide on this membership.{" "}
          <InlineLink to={adminPaths.membershipRequests}>Membership Requests</InlineLink>
        </p>
      )}
      <PersonInvesting person={person} />
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Suspense fallback={<RowSkeletons label={messages.history} />}>
          <PersonHistory id={person.user_id} />
        </Suspense>
        <div className="grid gap-8">
          <PersonAccount person={person} />
          {!isOwn && <PersonMembership person={person} />}
        </div>
      </div>
    </>
  );
}

/** What is done seldom is last. The row keeps the focus when the button that had it goes. */
function PersonMembership({ person }: { person: PersonDetail }) {
  const allocated = person.commitments.filter(({ is_allocated }) => is_allocated);
  const { suspend, end, reinstate } = person.can;
  return (
    <div className="grid gap-8">
      <AdminRole person={person} />
      {(suspend || end || reinstate || (allocated.length > 0 && !person.is_admin)) && (
        <section aria-label={ownTierMessages.heading}>
          <h2 className="d4 block-heading">{ownTierMessages.heading}</h2>
          {allocated.length > 0 && !person.is_admin && <p className="small">{standingMessages.inRound(allocated)}</p>}
          <div className="mt-4 flex flex-wrap items-center gap-2.5 outline-none" tabIndex={-1}>
            <MembershipActions request={person} />
          </div>
        </section>
      )}
    </div>
  );
}

/** How they are an admin, or become one, and what it takes. */
function AdminRole({ person }: { person: PersonDetail }) {
  const { is_admin, status, email_verified, user_id } = person;
  const { items } = useList<Signatory>({ path: "/signatories", parameters: { limit: "100" } });
  const own = items?.filter((signatory) => signatory.user_id === user_id) ?? [];
  const canBecome = !is_admin && status === "approved" && email_verified;
  if (!items || (own.length === 0 && !canBecome)) return null;
  return (
    <section aria-label="Admin role" className="grid gap-2">
      <h2 className="d4 block-heading">Admin role</h2>
      {own.map((signatory) => (
        <SignatoryRow key={signatory.id} signatory={signatory} />
      ))}
      {own.length === 0 && (
        <div className="flex flex-wrap gap-2.5">
          {signatoryCapacities.map((capacity) => (
            <Propose key={capacity} person={{ ...person, id: user_id }} capacity={capacity} />
          ))}
        </div>
      )}
      <p className="small">
        {is_admin
          ? "You propose to remove the admin role, another person confirms it. Only then can they be suspended. An address in the server’s ADMIN_EMAILS is taken out there first."
          : "You propose them, and another admin confirms it. They sign for money 7 days later. While you are the only one who can confirm, two members do so."}
      </p>
    </section>
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
  const {
    email_verified,
    last_signed_in_at,
    has_second_factor,
    mails_refused,
    mail_answer,
    sessions,
    profile_state,
    tiers,
    since,
  } = person;
  return (
    <section aria-label={messages.account}>
      <h2 className="d4 block-heading">{messages.account}</h2>
      <dl className="facts">
        <Fact term="Email">
          {email_verified ? "Verified" : "Not verified"}
          {mails_refused > 0 && (
            <span className="note block">
              Emails do not arrive: the mail server refused the last {mails_refused === 1 ? "one" : mails_refused}
              {mail_answer && ` (${mail_answer})`}. Only service emails go to this address
            </span>
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
        {person.can.change_tier && <PersonTier person={person} />}
        <AccountActions
          person={person}
          actions={["sign_out", "resend_verification", "reset_mail_refusals", "lift_sign_in_limit", "reset_two_factor"]}
        />
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

interface AccountActionsProps {
  person: PersonDetail;
  /** Of these, those that can be done now. */
  actions: readonly AccountAction[];
}

function AccountActions({ person, actions }: AccountActionsProps) {
  const possible = actions.filter((action) => person.can[action]);
  return possible.map((action) => <ActionButton key={action} person={person} action={action} />);
}

const paths: Record<AccountAction, string> = {
  reset_two_factor: "reset-two-factor",
  sign_out: "sign-out",
  resend_verification: "resend-verification",
  lift_sign_in_limit: "lift-sign-in-limit",
  reset_mail_refusals: "reset-mail-refusals",
};

function ActionButton({ person, action }: { person: PersonDetail; action: AccountAction }) {
  const { label, text, hint, done, failed } = accountActionMessages[action];
  const name = personName(person);
  const client = useQueryClient();
  return (
    <ReasonButton<PersonDetail>
      to={`/people/${person.user_id}/${paths[action]}`}
      labelEnd={name}
      words={{ title: `${label}: ${name}?`, text, submit: label, done: { title: done, description: name }, failed }}
      whom={name}
      hint={hint}
      variant={action === "reset_two_factor" ? "danger" : "secondary"}
      look="outline"
      onDone={(changed) => client.setQueryData(queryKeys.person(changed.user_id), changed)}
      invalidates={[queryKeys.people, queryKeys.audit]}
    />
  );
}

/** What somebody is as an investor: their statement, what they committed and what they hold. */
function PersonInvesting({ person: { email, investing } }: { person: PersonDetail }) {
  const { statement, commitments, holdings } = investing;
  return (
    <section aria-label="Investing" className="grid gap-4">
      <h2 className="d4 block-heading">Investing</h2>
      <p className="small">
        {statementWords(statement)}{" "}
        <InlineLink to={`${adminPaths.statementRegister}&${new URLSearchParams({ q: email })}`}>Statements</InlineLink>
      </p>
      {commitments.length > 0 && (
        <RecordTable
          isDense
          caption="Commitments, newest first"
          columns={commitmentColumns}
          rows={commitments}
          rowKey={({ id }) => id}
        />
      )}
      {holdings.length > 0 && (
        <RecordTable
          isDense
          caption="Shares, newest first"
          columns={holdingColumns}
          rows={holdings}
          rowKey={({ id }) => id}
        />
      )}
      {commitments.length === 0 && <p className="note">No commitment is open or has ended without shares.</p>}
      {holdings.length === 0 && <p className="note">No shares are held through the club.</p>}
    </section>
  );
}

function statementWords(statement: Investing["statement"]): string {
  if (!statement) return "No investor statement is signed.";
  const { kind, state, valid_through } = statement;
  const of = statementKindLabels[kind];
  if (state === "live") return `${of}: the statement is valid until ${longDate(valid_through)}.`;
  if (state === "in_review") return `${of}: the statement is signed, and an admin has to read it.`;
  if (state === "expired") return `${of}: the statement ended on ${longDate(valid_through)}. A new one is missing.`;
  return `${of}: the statement is ${statementStateLabels[state].toLowerCase()}. A new one is missing.`;
}

type Commitment = Investing["commitments"][number];
type Holding = Investing["holdings"][number];

const isOver = (commitment: Commitment): boolean =>
  endedStates.includes(commitment.state) || isClosedWithout(commitment);

interface OfDealProps {
  row: Pick<Holding, "company_name" | "deal_id" | "deal_name">;
}

/** Leads to who takes part in the deal. */
const OfDeal = ({ row: { company_name, deal_id, deal_name } }: OfDealProps) => (
  <div className="grid gap-0.5 wrap-anywhere">
    {deal_id ? (
      <InlineLink to={adminPaths.dealPart(deal_id, "people")} isQuiet>
        {company_name}
        <span className="sr-only">, {deal_name}</span>
      </InlineLink>
    ) : (
      company_name
    )}
    <span className="note">{deal_name ?? "Imported"}</span>
  </div>
);

const commitmentColumns: RecordColumn<Commitment>[] = [
  { header: "Commitment", className: "@min-[40rem]:w-1/3", cell: (row) => <OfDeal row={row} /> },
  {
    header: "State",
    isBeside: true,
    cell: (row) => (
      <Badge tone={isOver(row) ? "over" : commitmentTones[row.state]} isPlain>
        {isClosedWithout(row) ? myInvestmentsMessages.noShares : commitmentStateLabels[row.state]}
      </Badge>
    ),
  },
  { header: "Shares", isRight: true, className: "num", cell: ({ shares }) => inThousands(shares) },
  {
    header: "Cost and fee",
    isRight: true,
    className: "num",
    cell: (row) => (isOver(row) ? <span className="muted">Nothing owed</span> : formatPence(row.due_pence)),
  },
];

const holdingColumns: RecordColumn<Holding>[] = [
  { header: "Holding", className: "@min-[40rem]:w-1/3", cell: (row) => <OfDeal row={row} /> },
  { header: "Issued", className: "num whitespace-nowrap", cell: ({ issued_on }) => shortDate(issued_on) },
  {
    header: "Certificates",
    isActions: true,
    isBeside: true,
    cell: (row) => <Certificates row={row} />,
  },
  {
    header: "Shares",
    isRight: true,
    className: "num",
    cell: ({ shares }) => (shares === 0 ? "Sold" : inThousands(shares)),
  },
  { header: "Cost", isRight: true, className: "num", cell: ({ cost_pence }) => formatPence(cost_pence) },
];

const notOpened = "The document was not opened";

function Certificates({ row }: { row: Holding }) {
  const { company_name, deal_name, scheme, certificate_id, certificate_on, beneficial_id } = row;
  const whose = `${company_name}, ${deal_name}`;
  return (
    <>
      {certificate_id && (
        <OpenFile
          path={`/papers/${certificate_id}`}
          label={`${scheme}3`}
          labelEnd={`certificate, ${whose}`}
          failed={notOpened}
        />
      )}
      {!certificate_id && scheme && (
        <span className="note num">
          {certificate_on ? `${scheme}3 of ${shortDate(certificate_on)}` : `${scheme}3 not delivered yet`}
        </span>
      )}
      {beneficial_id && (
        <OpenFile
          path={`/papers/${beneficial_id}`}
          label="Ownership"
          labelEnd={`certificate, ${whose}`}
          failed={notOpened}
        />
      )}
    </>
  );
}
