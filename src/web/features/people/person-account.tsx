import type { ReactNode } from "react";
import type { PersonDetail } from "#shared/people/people.ts";
import {
  peopleMessages as messages,
  profileStateLabels,
  refusalsToTell,
  tierLabels,
} from "#shared/people/people-messages.ts";
import { personName } from "#shared/people/person-name.ts";
import { formatDateTime, shortDate } from "#web/lib/format.ts";
import { AccountActions } from "./account-actions.tsx";
import { ProfileHiding } from "./profile-hiding.tsx";

/** The account beside its history: what it is now, and what else can be done. */
export function PersonAccount({ person }: { person: PersonDetail }) {
  const { email_verified, last_signed_in_at, has_second_factor, mails_refused, sessions, profile_state, tiers, since } =
    person;
  return (
    <section aria-label={messages.account}>
      <h3 className="d4 block-heading">{messages.account}</h3>
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
          <Fact term="Tiers">
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
