import { lazy, Suspense, useEffect } from "react";
import { useLocation } from "react-router";
import { signInMessages } from "#shared/account/sign-in-messages.ts";
import { wasRedirected } from "#web/lib/redirect-target.ts";
import { currentSession, useSession } from "#web/lib/session.ts";
import { Notice } from "#web/ui/notice.tsx";

const load = () => import("./mail-notice.tsx");
const MailNotice = lazy(() => load().then((module) => ({ default: module.MailNotice })));

/** Why the page is shown: a link in a mail, an ended session, or a page for members. */
export function LoginNotice({ search }: { search: URLSearchParams }) {
  const state = useSession();
  const isSent = wasRedirected(useLocation().state);
  const isByMail = search.has("verified") || search.has("email_change");
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival: the page redirects the signed-in at once
  useEffect(() => {
    if (isByMail && currentSession().status === "signed-in")
      void load().then((notice) => notice.toastMailNotice(search));
  }, []);

  if (isByMail) {
    return (
      <Suspense>
        <MailNotice search={search} />
      </Suspense>
    );
  }
  const hasEnded = state.status === "signed-out" && state.hasEnded;
  if (hasEnded) return <Notice tone="warning">{signInMessages.sessionEnded}</Notice>;
  return isSent ? <Notice>Please sign in to see this page.</Notice> : null;
}
