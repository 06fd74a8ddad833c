import { useState } from "react";
import { type AdminCandidate, userRoleMessages } from "#shared/user-roles.ts";
import { ListView } from "#web/members/list-view.tsx";
import { queryKeys } from "#web/members/query-keys.ts";
import { useList } from "#web/members/use-list.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { PersonRow } from "../person-row.tsx";
import { RowSkeletons } from "../row-skeletons.tsx";
import { useGiveAdminRole } from "./use-admin-role.ts";

const pageSize = "10";

/** Approved members with these words in their name or e-mail. */
export function CandidateList({ words, onGiven }: { words: string; onGiven: () => void }) {
  const list = useList<AdminCandidate>({
    queryKey: [...queryKeys.admins, "candidates"],
    path: "/user-roles/admin-candidates",
    parameters: { q: words, limit: pageSize },
    failureMessage: userRoleMessages.searchFailed,
  });
  return (
    <ListView
      list={list}
      noun="members"
      loading={<RowSkeletons label="Looking for members" count={1} />}
      empty={
        <p className="muted" role="status">
          {userRoleMessages.nobodyFound}
        </p>
      }
    >
      {(people) => (
        <ul className="grid gap-4">
          {people.map((person) => (
            <li key={person.id}>
              <PersonRow
                name={person.full_name ?? person.email}
                notes={person.full_name && <p className="small muted wrap-anywhere">{person.email}</p>}
                end={<GiveRole person={person} onGiven={onGiven} />}
              />
            </li>
          ))}
        </ul>
      )}
    </ListView>
  );
}

function GiveRole({ person, onGiven }: { person: AdminCandidate; onGiven: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useGiveAdminRole(person);
  const name = person.full_name ?? person.email;
  return (
    <>
      <Button variant="line" isSmall onClick={() => setAsking(true)}>
        Make admin<span className="sr-only"> {name}</span>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Make ${name} an admin?`}
        text={`${person.email} can then invite people, decide on memberships and profiles, and make other members admins.`}
        confirmLabel="Make admin"
        cancelLabel="Leave it"
        busyLabel={isPending && "Making admin..."}
        variant="pine"
        onConfirm={() => mutate(undefined, { onSuccess: onGiven, onSettled: () => setAsking(false) })}
      />
    </>
  );
}
