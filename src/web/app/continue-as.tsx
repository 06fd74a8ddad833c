import { oauthReturnMessages } from "#shared/oauth-return-messages.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";

export interface AccountChoice {
  /** E-mail of the account whose tokens the address carried. */
  offered: string;
  /** E-mail of the signed-in person. */
  current: string;
  onChoice: (isOffered: boolean) => void;
}

/** Anybody can send an address that signs its reader in to an account of theirs. */
export function ContinueAs({ offered, current, onChoice }: AccountChoice) {
  return (
    <ConfirmDialog
      isOpen
      onClose={() => onChoice(false)}
      onConfirm={() => onChoice(true)}
      variant="secondary"
      title={oauthReturnMessages.continueAs(offered)}
      text={oauthReturnMessages.otherAccount(offered, current)}
      confirmLabel={oauthReturnMessages.continueLabel}
      cancelLabel={oauthReturnMessages.stayLabel}
    />
  );
}
