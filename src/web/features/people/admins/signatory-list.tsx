import { pageUrl, paths } from "#shared/paths.ts";
import { adminName } from "#shared/people/person-name.ts";
import type { Signatory } from "#shared/people/signatories.ts";
import { capacityLabels, signatoryMessages as messages } from "#shared/people/signatory-messages.ts";
import { ActionButton } from "#web/lib/action-button.tsx";
import { formatDateTime, longDate } from "#web/lib/format.ts";
import { queryKeys } from "#web/lib/query-keys.ts";
import { ReasonButton } from "#web/lib/reason-button.tsx";
import { SecondPersonNote } from "#web/lib/second-person-note.tsx";
import { useList } from "#web/lib/use-list.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { PersonRow } from "#web/ui/person-row.tsx";

export const adminListId = "admins";

/** Restores the focus to the list once the focused row is removed. */
export const focusAdminList = (): void => document.getElementById(adminListId)?.focus({ preventScroll: true });

export function SignatoryList() {
  const list = useList<Signatory>({ path: "/signatories" });
  return (
    <section id={adminListId} tabIndex={-1} className="outline-none" aria-label="Admins">
      <ListView list={list} items={list.items} noun="people" thing="The admins" loading="Loading admins" empty={null}>
        {(signatories) => (
          <ul className="person-rows">
            {signatories.map((signatory) => (
              <li key={signatory.id}>
                <SignatoryRow signatory={signatory} />
              </li>
            ))}
          </ul>
        )}
      </ListView>
    </section>
  );
}

const invalidates = [queryKeys.signatories, queryKeys.admins, queryKeys.waitingCounts, queryKeys.people];

/** How somebody became one of those who sign for money, and what the reader can do about it. */
export function SignatoryRow({ signatory }: { signatory: Signatory }) {
  const { full_name, email, capacity, is_first_admin, is_own, can } = signatory;
  return (
    <PersonRow
      name={full_name ?? email ?? adminName(null)}
      email={full_name && email ? email : undefined}
      notes={<Notes signatory={signatory} />}
      end={
        <>
          {is_own && <Badge tone="pine">You</Badge>}
          {is_first_admin && <Badge tone="over">First admin</Badge>}
          {capacity === "second" && <Badge tone="over">{capacityLabels.second}</Badge>}
          <State signatory={signatory} />
          {can.confirm && <Confirm signatory={signatory} />}
          {can.confirm_end && <ConfirmEnd signatory={signatory} />}
          {can.object && <ObjectTo signatory={signatory} />}
          {can.withdraw_objection && <WithdrawObjection signatory={signatory} />}
          {can.withdraw_end && <WithdrawEnd signatory={signatory} />}
          {can.refuse && <Refuse signatory={signatory} />}
          {can.propose_end && <ProposeEnd signatory={signatory} />}
        </>
      }
    />
  );
}

const nameOf = ({ full_name, email }: Signatory): string => full_name ?? email ?? "this person";

function State({ signatory: { confirmed_at, end_proposed_at, is_objected_to, standing_since } }: Row) {
  if (confirmed_at === null) return <Badge tone="waiting">Proposed</Badge>;
  if (end_proposed_at) return <Badge tone="waiting">To be removed</Badge>;
  if (is_objected_to) return <Badge tone="refused">Objection</Badge>;
  return standing_since ? <Badge tone="live">Standing</Badge> : <Badge tone="upcoming">Announced</Badge>;
}

function Notes({ signatory }: Row) {
  const { origin, proposed_at, proposed_by_name, member_confirmed_by_name, how_known, confirmed_at } = signatory;
  const { confirmed_by_name, stands_from, standing_since, objections, end_proposed_at, needs_members } = signatory;
  const waits = confirmed_at === null || end_proposed_at !== null;
  return (
    <div className="note grid gap-1">
      <p className="num wrap-anywhere">
        {origin === "proposed"
          ? `Proposed by ${adminName(proposed_by_name)}, ${longDate(proposed_at)}`
          : `${messages.origins[origin]} since ${longDate(proposed_at)}`}
        {member_confirmed_by_name && `. Confirmed by ${member_confirmed_by_name}, a member`}
        {confirmed_by_name && confirmed_at && `. Confirmed by ${confirmed_by_name}, ${longDate(confirmed_at)}`}
      </p>
      {how_known && (
        <p className="wrap-anywhere" dir="auto">
          {how_known}
        </p>
      )}
      {standing_since && <p className="num">Standing since {longDate(standing_since)}</p>}
      {confirmed_at && !standing_since && stands_from && (
        <p className="num">Stands from {formatDateTime(stands_from)}, if nobody objects</p>
      )}
      {objections.map(({ id, by_name, reason, objected_at, withdrawn_at }) => (
        <p key={id} className="wrap-anywhere">
          {adminName(by_name)} objected, {longDate(objected_at)}: <span dir="auto">{reason}</span>
          {withdrawn_at && ` (withdrawn, ${longDate(withdrawn_at)})`}
        </p>
      ))}
      {end_proposed_at && (
        <p className="wrap-anywhere">
          {adminName(signatory.end_proposed_by_name)} proposes to remove them, {longDate(end_proposed_at)}:{" "}
          <span dir="auto">{signatory.end_reason}</span>
        </p>
      )}
      {waits && signatory.refusal && needs_members && (
        <p>
          Nobody else is standing. Two members who have been in the club for 7 days confirm this: send them the address
          of Who Signs, <span className="wrap-anywhere">{pageUrl(window.location.origin, paths.signatories)}</span>.
        </p>
      )}
      {waits && !needs_members && <SecondPersonNote record={signatory} />}
    </div>
  );
}

interface Row {
  signatory: Signatory;
}

function Confirm({ signatory }: Row) {
  const name = nameOf(signatory);
  return (
    <ActionButton
      path={`/signatories/${signatory.id}/confirmation`}
      invalidates={invalidates}
      label="Confirm"
      labelEnd={name}
      busy="Confirming..."
      done={(answer: Signatory) =>
        answer.confirmed_at
          ? { title: "Confirmed", description: `${name} is announced.` }
          : "Confirmed. A second member has to confirm it too."
      }
      failed="Not confirmed"
      confirm={{ title: `Confirm ${name}?`, text: messages.confirmText[signatory.capacity] }}
    />
  );
}

function ConfirmEnd({ signatory }: Row) {
  const name = nameOf(signatory);
  return (
    <ActionButton
      path={`/signatories/${signatory.id}/end/confirmation`}
      invalidates={invalidates}
      label="Confirm removal"
      labelEnd={name}
      busy="Confirming..."
      done="Confirmed"
      failed="Not confirmed"
      variant="danger"
      confirm={{ title: `Remove ${name}?`, text: "They stay a member. Everything for admins closes to them at once." }}
    />
  );
}

function ObjectTo({ signatory }: Row) {
  return (
    <ReasonButton
      label="Object"
      labelEnd={`to ${nameOf(signatory)}`}
      look="outline"
      variant="danger"
      to={`/signatories/${signatory.id}/objection`}
      invalidates={invalidates}
      hint="All who see this list read it with your name."
      words={{
        title: `Object to ${nameOf(signatory)}?`,
        text: "They do not sign for money until you withdraw it.",
        submit: "Object",
        done: "Objection recorded",
        failed: "Not recorded",
      }}
    />
  );
}

function WithdrawObjection({ signatory }: Row) {
  return (
    <ActionButton
      path={`/signatories/${signatory.id}/objection`}
      method="DELETE"
      invalidates={invalidates}
      label="Withdraw objection"
      labelEnd={`to ${nameOf(signatory)}`}
      busy="Withdrawing..."
      done="Objection withdrawn"
      failed="Not withdrawn"
    />
  );
}

function WithdrawEnd({ signatory }: Row) {
  return (
    <ActionButton
      path={`/signatories/${signatory.id}/end`}
      method="DELETE"
      invalidates={invalidates}
      label="Keep"
      labelEnd={nameOf(signatory)}
      busy="Saving..."
      done="The removal is taken back"
      failed="Not taken back"
    />
  );
}

function Refuse({ signatory }: Row) {
  return (
    <ReasonButton
      label="Refuse"
      labelEnd={nameOf(signatory)}
      look="outline"
      to={`/signatories/${signatory.id}/refusal`}
      invalidates={invalidates}
      words={{ title: `Refuse ${nameOf(signatory)}?`, submit: "Refuse", done: "Refused", failed: "Not refused" }}
    />
  );
}

function ProposeEnd({ signatory }: Row) {
  const label = signatory.capacity === "admin" ? "Remove admin role" : "Remove second signatory";
  return (
    <ReasonButton
      label={label}
      labelEnd={`of ${nameOf(signatory)}`}
      look="danger"
      variant="danger"
      to={`/signatories/${signatory.id}/end`}
      invalidates={invalidates}
      words={{
        title: `${label}: ${nameOf(signatory)}?`,
        text: "Another person confirms it. They stay a member; everything for admins closes to them.",
        submit: label,
        done: "Proposed. Another person confirms it.",
        failed: "Not proposed",
      }}
    />
  );
}
