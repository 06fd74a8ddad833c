import { useState } from "react";
import { invitationMessages } from "#shared/invitation-messages.ts";
import type { Invitation } from "#shared/invitations.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { IconButton } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { Copy, Send, Trash2 } from "#web/ui/icons.generated.ts";
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
        <IconButton label={`Copy code for ${email}`} onClick={() => copy(code)}>
          <Copy />
        </IconButton>
      )}
      {can.resend && (
        <IconButton
          label={`Send invitation to ${email} again`}
          aria-busy={isSending}
          onClick={() => isSending || resend()}
        >
          <Send />
        </IconButton>
      )}
      {can.delete && (
        <IconButton label={`Delete invitation for ${email}`} isRemoval onClick={() => setDeleting(true)}>
          <Trash2 />
        </IconButton>
      )}
      <DeleteInvitation invitation={invitation} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </>
  );
}

const copy = (code: string) =>
  copyText(code, "The code", { title: invitationMessages.copied, description: "The code is on your clipboard." });

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
