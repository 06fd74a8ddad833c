import { useState } from "react";
import type { Invitation } from "#shared/invitations/invitations.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { RowAction } from "#web/ui/row-action.tsx";
import { isExpired, useDeleteInvitation, useResendInvitation } from "./use-invitations.ts";

/** None for a used invitation. */
export function InvitationActions({ invitation }: { invitation: Invitation }) {
  const { email, code, can } = invitation;
  const [isDeleting, setDeleting] = useState(false);
  const { mutate: resend, isPending: isSending } = useResendInvitation(invitation);
  if (!can.resend && !can.delete) return null;
  return (
    <>
      {!isExpired(invitation) && (
        <RowAction labelEnd={`for ${email}`} onClick={() => copy(code)}>
          Copy code
        </RowAction>
      )}
      {can.resend && (
        <RowAction labelEnd={`to ${email}`} aria-busy={isSending} onClick={() => isSending || resend()}>
          Send again
        </RowAction>
      )}
      {can.delete && (
        <RowAction labelEnd={`invitation for ${email}`} isRemoval onClick={() => setDeleting(true)}>
          Delete
        </RowAction>
      )}
      <DeleteInvitation invitation={invitation} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </>
  );
}

const copy = (code: string) =>
  copyText(code, "The code", { title: "Copied", description: "The code is on your clipboard." });

interface DeleteInvitationProps {
  invitation: Invitation;
  isOpen: boolean;
  onClose: () => void;
}

function DeleteInvitation({ invitation, isOpen, onClose }: DeleteInvitationProps) {
  const { mutate } = useDeleteInvitation();
  const confirm = () => {
    onClose();
    mutate(invitation);
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete this invitation?"
      text={`${invitation.email} can no longer register with the code ${invitation.code}.`}
      confirmLabel="Delete invitation"
      cancelLabel="Keep it"
      onConfirm={confirm}
    />
  );
}
