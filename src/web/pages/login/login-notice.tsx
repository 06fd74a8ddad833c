import { useEffect } from "react";
import { useLocation } from "react-router";
import { emailChangeMessages } from "#shared/email-change-messages.ts";
import { signInMessages } from "#shared/sign-in-messages.ts";
import { currentSession } from "#web/lib/session.ts";
import { useSession } from "#web/lib/use-session.ts";
import { isSentHere } from "#web/lib/wanted-page.ts";
import { Notice } from "#web/ui/notice.tsx";
import { toast } from "#web/ui/toast.ts";

/** Why somebody is here: a link in a mail brought them, their session is over, or the page they wanted is for members. */
export function LoginNotice({ search }: { search: URLSearchParams }) {
  const state = useSession();
  const isSent = isSentHere(useLocation().state);
  const said = messageIn(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for whoever is signed in on arrival, since the page leads on at once
  useEffect(() => {
    if (said && currentSession().status === "signed-in") toast(said);
  }, []);

  if (said) {
    return (
      <Notice tone="success" title={said.title}>
        {said.description}
      </Notice>
    );
  }
  const hasEnded = state.status === "signed-out" && state.hasEnded;
  if (hasEnded) return <Notice tone="warning">{signInMessages.sessionEnded}</Notice>;
  return isSent ? <Notice>{signInMessages.signInFirst}</Notice> : null;
}

function messageIn(search: URLSearchParams): { title: string; description: string } | undefined {
  if (search.get("verified") === "1") return signInMessages.verified;
  const emailChange = search.get("email_change");
  if (emailChange === "confirmed") return emailChangeMessages.confirmed;
  return emailChange === "changed" ? emailChangeMessages.changed : undefined;
}
