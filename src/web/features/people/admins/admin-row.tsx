import type { Admin } from "#shared/people/people.ts";
import { adminName, personName } from "#shared/people/person-name.ts";
import { useFocusOnLeaving } from "#web/lib/decisions.ts";
import { longDate } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ConfirmButton } from "#web/ui/confirm-button.tsx";
import { PersonRow } from "#web/ui/person-row.tsx";
import { focusAdminList, useTakeAdminRole } from "./use-admin-role.ts";

export function AdminRow({ admin, isYou }: { admin: Admin; isYou: boolean }) {
  const { full_name, email, is_first_admin, admin_since } = admin;
  return (
    <PersonRow
      name={full_name}
      email={email}
      notes={
        <p className="note num wrap-anywhere">
          Admin since {longDate(admin_since)}
          {!admin.is_given_by_club && `, by ${adminName(admin.given_by_name)}`}
        </p>
      }
      end={
        <>
          {isYou && <Badge tone="pine">You</Badge>}
          {is_first_admin && <Badge tone="over">First admin</Badge>}
          {admin.can.take_admin_role && <TakeRole admin={admin} />}
        </>
      }
    />
  );
}

function TakeRole({ admin }: { admin: Admin }) {
  const person = personName(admin);
  const { mutate } = useTakeAdminRole();
  const focusOnLeaving = useFocusOnLeaving();
  const take = (close: () => void) => {
    focusOnLeaving(focusAdminList);
    close();
    mutate(admin);
  };
  return (
    <ConfirmButton
      label="Remove admin role"
      labelEnd={`from ${person}`}
      title={`Remove the admin role from ${person}?`}
      text="They stay a member. Everything for admins closes to them at once."
      cancelLabel="Cancel"
      variant="danger"
      onConfirm={take}
    />
  );
}
