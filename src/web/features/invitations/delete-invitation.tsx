import type { Invitation } from "#shared/invitations.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";
import { useDeleteInvitation } from "./use-invitations.ts";

interface DeleteInvitationProps {
  invitation: Invitation;
  isOpen: boolean;
  onClose: () => void;
}

export function DeleteInvitation({ invitation, isOpen, onClose }: DeleteInvitationProps) {
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
