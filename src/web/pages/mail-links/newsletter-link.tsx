import { type FormEvent, useState } from "react";
import { newsletterMessages } from "#shared/newsletter-messages.ts";
import { paths } from "#shared/paths.ts";
import { callApi } from "#web/lib/api.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { Button } from "#web/ui/button.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { AuthCard } from "../auth-card.tsx";
import { LinkInvalid } from "./link-invalid.tsx";
import { LinkResult } from "./link-result.tsx";
import { isLinkInvalid, useLinkToken } from "./link-token.ts";

interface NewsletterLinkProps {
  /** Of the page. */
  path: string;
  /** Of the API. */
  action: "confirm" | "unsubscribe";
  words: Record<"title" | "lead" | "submit" | "busy" | "failed" | "doneTitle" | "doneText" | "linkInvalid", string>;
}

/** Acts when its button is pressed. */
export function NewsletterLink({ path, action, words }: NewsletterLinkProps) {
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
    void callApi("POST", `/newsletter-subscriptions/${action}`, { token })
      .then(finish, fail)
      .finally(() => setBusy(false));
  };
  const home = { to: paths.home, label: newsletterMessages.home };
  return (
    <div className="auth-page">
      {isDone && <LinkResult picture="submitted" title={words.doneTitle} text={words.doneText} {...home} />}
      {!isDone && !token && <LinkInvalid text={words.linkInvalid} {...home} />}
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
