import { oauthReturnMessages } from "#shared/account/oauth-messages.ts";
import { ConfirmDialog } from "#web/ui/dialog.tsx";

export interface AccountChoice {
  /** E-mail of the tokens in the URL. */
  offered: string;
  /** E-mail of the signed-in person. */
  current: string;
  onChoice: (isOffered: boolean) => void;
}

/** Login CSRF: a URL could sign its reader in to a stranger's account. */
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
