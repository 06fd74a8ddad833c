import { emailChangeMessages } from "#shared/account/mail-link-messages.ts";
import { signInMessages } from "#shared/account/sign-in-messages.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";

export function MailNotice({ search }: { search: URLSearchParams }) {
  const said = messageIn(search);
  if (!said) return null;
  return (
    <Notice tone="success" title={`${said.title}.`}>
      {said.description}
    </Notice>
  );
}

/** For the signed-in, whom the sign-in page redirects at once. */
export function toastMailNotice(search: URLSearchParams): void {
  const said = messageIn(search);
  if (said === signInMessages.verified || said === signInMessages.verifiedBefore) toast({ title: said.title });
  else if (said) toast(said);
}

function messageIn(search: URLSearchParams): { title: string; description: string } | undefined {
  const verified = search.get("verified");
  if (verified === "1") return signInMessages.verified;
  if (verified === "before") return signInMessages.verifiedBefore;
  const emailChange = search.get("email_change");
  if (emailChange === "confirmed") return emailChangeMessages.confirmed;
  return emailChange === "changed"
    ? {
        title: "Your email address has changed",
        description: "Please sign in with the new one from now on.",
      }
    : undefined;
}
