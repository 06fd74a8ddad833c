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
      title={`Continue as ${offered}?`}
      text={`You are signed in as ${current}. The link you opened signs in ${offered} instead. Continue only if that is your account.`}
      confirmLabel="Change account"
      cancelLabel="Stay signed in"
    />
  );
}
