import { type FormEvent, useState } from "react";
import type { AdminCandidate } from "#shared/people/people.ts";
import { personName } from "#shared/people/person-name.ts";
import { maximumLineLength } from "#shared/text-rules.ts";
import { useFocusOnLeaving } from "#web/lib/decisions.ts";
import { useCurrentUserId } from "#web/lib/session.ts";
import { useList } from "#web/lib/use-list.ts";
import { useSessionStorage } from "#web/lib/use-session-storage.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { ListView } from "#web/ui/list/list-view.tsx";
import { RowSkeletons } from "#web/ui/list/row-skeletons.tsx";
import { PersonRow } from "#web/ui/person-row.tsx";
import { focusAdminList, useGiveAdminRole, usePendingGrants } from "./use-admin-role.ts";

export function FindCandidates() {
  const [typed, setTyped] = useSessionStorage(`admin-search:${useCurrentUserId()}`);
  const [words, setWords] = useState("");
  const find = (event: FormEvent) => {
    event.preventDefault();
    setWords(typed.trim());
  };
  return (
    <div className="grid gap-4 outline-none" tabIndex={-1}>
      <form onSubmit={find} className="flex flex-wrap items-end gap-2.5">
        <Field label="Make a member an admin" className="max-w-104 flex-[1_1_16rem]">
          <Input
            type="search"
            placeholder="Name or email"
            maxLength={maximumLineLength}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
        <Button type="submit" variant="outline">
          Find member
        </Button>
      </form>
      {words && (
        <CandidateList
          words={words}
          onGiven={() => {
            setTyped("");
            setWords("");
          }}
        />
      )}
    </div>
  );
}

const pageSize = "10";

function CandidateList({ words, onGiven }: { words: string; onGiven: () => void }) {
  const list = useList<AdminCandidate>({
    path: "/user-roles/admin-candidates",
    parameters: { q: words, limit: pageSize },
    failureMessage: "Failed to search for members.",
  });
  const given = usePendingGrants();
  const candidates = list.items?.filter(({ id }) => !given.some((person) => person.id === id));
  return (
    <ListView
      list={list}
      items={candidates}
      noun="members"
      loading={<RowSkeletons label="Looking for members" count={1} />}
      empty={
        list.items?.length === 0 && (
          <p className="muted" role="status">
            No approved member has that in their name or email address.
          </p>
        )
      }
    >
      {(people) => (
        <ul className="person-rows">
          {people.map((person) => (
            <li key={person.id}>
              <PersonRow
                name={person.full_name}
                email={person.email}
                end={person.can.give_admin_role && <GiveRole person={person} onGiven={onGiven} />}
              />
            </li>
          ))}
        </ul>
      )}
    </ListView>
  );
}

function GiveRole({ person, onGiven }: { person: AdminCandidate; onGiven: () => void }) {
  const name = personName(person);
  const { mutate } = useGiveAdminRole(onGiven);
  const focusOnLeaving = useFocusOnLeaving();
  const give = (close: () => void) => {
    focusOnLeaving(focusAdminList);
    close();
    mutate(person);
  };
  return (
    <ConfirmButton
      label="Make admin"
      labelEnd={name}
      title={`Make ${name} an admin?`}
      text={`${person.email} can then invite people, decide on memberships and profiles, and make other members admins.`}
      cancelLabel="Leave it"
      variant="secondary"
      onConfirm={give}
    />
  );
}
