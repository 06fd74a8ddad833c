import "#web/features/company-updates/company-updates.css";
import { Suspense, useCallback, useEffect, useState } from "react";
import { quarterWords } from "#shared/company-updates/company-quarters.ts";
import type { UpdateLink } from "#shared/company-updates/company-updates.ts";
import {
  companyUpdateMessages,
  updatePageMessages as messages,
} from "#shared/company-updates/company-updates-messages.ts";
import { paths } from "#shared/paths.ts";
import { callApi } from "#web/lib/api.ts";
import { longDate } from "#web/lib/format.ts";
import { lazyPage, Page } from "#web/lib/lazy-page.tsx";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { LinkInvalid } from "./mail-links/link-invalid.tsx";
import { LinkResult } from "./mail-links/link-result.tsx";
import { isLinkInvalid, useLinkToken } from "./mail-links/link-token.ts";

const founderForm = lazyPage(() => import("./company-update/founder-form.tsx").then((file) => file.FounderForm));

type State =
  | { is: "reading" }
  | { is: "open"; link: UpdateLink }
  | { is: "failed" }
  | { is: "invalid"; reason: string }
  | { is: "done" };

/** A founder's, by the link of a mail and without an account. */
export function CompanyUpdatePage() {
  usePageMeta(messages.title, messages.title);
  const { token, forget } = useLinkToken(paths.companyUpdate);
  const [state, setState] = useState<State>({ is: "reading" });
  const refuse = useCallback((error: unknown) => {
    if (isLinkInvalid(error)) setState({ is: "invalid", reason: (error as Error).message });
    return isLinkInvalid(error);
  }, []);
  const read = useCallback(async () => {
    if (!token) return;
    setState({ is: "reading" });
    try {
      setState({ is: "open", link: await callApi<UpdateLink>("POST", "/company-update-links/read", { token }) });
    } catch (error) {
      if (!refuse(error)) setState({ is: "failed" });
    }
  }, [token, refuse]);
  useEffect(() => void read(), [read]);

  const home = { to: paths.home, label: "To the home page" };
  if (state.is === "done")
    return (
      <div className="auth-page">
        <LinkResult
          picture="submitted"
          title="Thank you, it is sent"
          text="The club reads your update and then shows it to the members who hold your shares. You can close this page."
          {...home}
        />
      </div>
    );
  if (!token || state.is === "invalid")
    return (
      <div className="auth-page">
        <LinkInvalid
          title="This link does not work"
          text={state.is === "invalid" ? state.reason : companyUpdateMessages.linkInvalid}
          {...home}
        />
      </div>
    );
  return (
    <div className="wrap update-page">
      {state.is === "reading" && <FormSkeleton />}
      {state.is === "failed" && <LoadFailed heading="h1" title="The link could not be read" onRetry={read} />}
      {state.is === "open" && (
        <>
          <h1 className="d2 wrap-anywhere">How did {state.link.company_name} do?</h1>
          <p className="muted mt-3 mb-8">
            The {quarterWords(state.link.quarter)}, for those who hold your shares through the club. Six numbers and a
            few lines are enough. The link works once, until {longDate(state.link.expires_at)}; what you type is kept in
            this tab until you send it.
          </p>
          <Suspense fallback={<FormSkeleton />}>
            <Page
              page={founderForm}
              token={token}
              quarter={state.link.quarter}
              onSent={() => {
                setState({ is: "done" });
                forget();
              }}
              onRefused={refuse}
            />
          </Suspense>
        </>
      )}
    </div>
  );
}

const FormSkeleton = () => (
  <Skeletons label="Reading the link" count={1}>
    <Skeleton className="h-96" />
  </Skeletons>
);
