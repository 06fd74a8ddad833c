import { type FormEvent, useState } from "react";
import { newsletterLinkMessages as messages } from "#shared/newsletter/newsletter-messages.ts";
import { unsubscribeMessages } from "#shared/notices/notice-preferences-messages.ts";
import { paths } from "#shared/paths.ts";
import { callApi } from "#web/lib/api.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { useClub } from "#web/lib/use-club.ts";
import { Button } from "#web/ui/button.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { AuthCard } from "../auth-card.tsx";
import { LinkInvalid, LinkResult } from "./link-invalid.tsx";
import { isLinkInvalid, useLinkToken } from "./link-token.ts";

export function ConfirmNewsletterPage() {
  return (
    <TokenAction
      path={paths.confirmNewsletter}
      endpoint="/newsletter-subscriptions/confirm"
      words={messages.confirm}
      next={{ to: paths.home, label: messages.home }}
    />
  );
}

export function UnsubscribeNewsletterPage() {
  const { contact_email } = useClub().identity;
  const words = {
    title: "Unsubscribe from the newsletter",
    lead: "Press the button to get no newsletter any more. We then erase the address.",
    submit: "Unsubscribe",
    busy: "Unsubscribing...",
    failed: "You are still subscribed",
    doneTitle: "You are unsubscribed",
    doneText: "Your address is off the list, and we have erased it.",
    linkInvalid: messages.unsubscribeLinkInvalid(contact_email),
  };
  return (
    <TokenAction
      path={paths.unsubscribeNewsletter}
      endpoint="/newsletter-subscriptions/unsubscribe"
      words={words}
      next={{ to: paths.home, label: messages.home }}
    />
  );
}

/** Of one topic, for the person that a mail was sent to. */
export function UnsubscribePage() {
  const next = { to: paths.accountPart("told"), label: unsubscribeMessages.toAccount };
  return (
    <TokenAction
      path={paths.unsubscribe}
      endpoint="/mail-consents/unsubscribe"
      words={unsubscribeMessages}
      next={next}
    />
  );
}

interface TokenActionProps {
  /** The path belongs to the page. */
  path: string;
  /** The endpoint belongs to the API and takes the token. */
  endpoint: string;
  words: Record<"title" | "lead" | "submit" | "busy" | "failed" | "doneTitle" | "doneText" | "linkInvalid", string>;
  next: { to: string; label: string };
}

/** A mail's link leads here; it acts when its button is pressed. */
function TokenAction({ path, endpoint, words, next }: TokenActionProps) {
  usePageMeta(words.title, words.lead);
  const { token, forget } = useLinkToken(path);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const finish = () => {
    setDone(true);
    forget();
  };
  const fail = (error: Error) => (isLinkInvalid(error) ? forget() : toastFailure(words.failed, error));
  const act = (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    void callApi("POST", endpoint, { token })
      .then(finish, fail)
      .finally(() => setBusy(false));
  };
  return (
    <div className="auth-page">
      {isDone && <LinkResult picture="submitted" title={words.doneTitle} text={words.doneText} {...next} />}
      {!isDone && !token && <LinkInvalid text={words.linkInvalid} {...next} />}
      {!isDone && token && (
        <AuthCard title={words.title} lead={words.lead}>
          <form onSubmit={act} aria-busy={isBusy || undefined}>
            <Button type="submit" isFull busyLabel={isBusy && words.busy}>
              {words.submit}
            </Button>
          </form>
        </AuthCard>
      )}
    </div>
  );
}
