import { type FormEvent, useState } from "react";
import { callApi } from "#web/lib/api.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { Button } from "#web/ui/button.tsx";
import { toastFailure } from "#web/ui/toast.ts";
import { AuthCard } from "../auth-card.tsx";
import { LinkInvalid, LinkResult } from "./link-invalid.tsx";
import { isLinkInvalid, useLinkToken } from "./link-token.ts";

interface TokenActionProps {
  /** The path belongs to the page. */
  path: string;
  /** The endpoint belongs to the API and takes the token. */
  endpoint: string;
  words: Record<"title" | "lead" | "submit" | "busy" | "failed" | "doneTitle" | "doneText" | "linkInvalid", string>;
  next: { to: string; label: string };
}

/** A mail's link leads here; it acts when its button is pressed. */
export function TokenAction({ path, endpoint, words, next }: TokenActionProps) {
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
