import { useState } from "react";
import { formerAdmin } from "#shared/decision-words.ts";
import type { Admin } from "#shared/user-roles.ts";
import { longDate } from "#web/lib/dates.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { PersonRow } from "../person-row.tsx";
import { useTakeAdminRole } from "./use-admin-role.ts";

export function AdminRow({ admin, isOwn }: { admin: Admin; isOwn: boolean }) {
  const { full_name, email, is_first_admin, admin_since } = admin;
  const notes = (
    <>
      {full_name && <p className="small muted wrap-anywhere">{email}</p>}
      <p className="note num wrap-anywhere">
        Admin since {longDate(admin_since)}
        {!admin.is_given_by_club && `, by ${admin.given_by_name ?? formerAdmin}`}
      </p>
    </>
  );
  return (
    <PersonRow
      name={full_name ?? email}
      notes={notes}
      end={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          {isOwn && <Badge tone="pine">You</Badge>}
          {is_first_admin && <Badge tone="over">First admin</Badge>}
          {!isOwn && !is_first_admin && <TakeRole admin={admin} />}
        </div>
      }
    />
  );
}

function TakeRole({ admin }: { admin: Admin }) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useTakeAdminRole(admin);
  const person = admin.full_name ?? admin.email;
  return (
    <>
      <Button variant="danger" isSmall onClick={() => setAsking(true)}>
        Take admin role<span className="sr-only"> from {person}</span>
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Take the admin role from ${person}?`}
        text="They stay a member. Everything for admins closes to them at once."
        confirmLabel="Take admin role"
        cancelLabel="Leave it"
        busyLabel={isPending && "Taking..."}
        onConfirm={() => mutate(undefined, { onSettled: () => setAsking(false) })}
      />
    </>
  );
}
