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

  const home = { to: paths.home, label: messages.home };
  if (state.is === "done")
    return (
      <div className="auth-page">
        <LinkResult picture="submitted" title={messages.doneTitle} text={messages.doneText} {...home} />
      </div>
    );
  if (!token || state.is === "invalid")
    return (
      <div className="auth-page">
        <LinkInvalid
          title={messages.invalidTitle}
          text={state.is === "invalid" ? state.reason : companyUpdateMessages.linkInvalid}
          {...home}
        />
      </div>
    );
  return (
    <div className="wrap update-page">
      {state.is === "reading" && <FormSkeleton />}
      {state.is === "failed" && <LoadFailed heading="h1" title={messages.readFailed} onRetry={read} />}
      {state.is === "open" && (
        <>
          <h1 className="d2 wrap-anywhere">{messages.heading(state.link.company_name)}</h1>
          <p className="muted mt-3 mb-8">
            {messages.lead(quarterWords(state.link.quarter), longDate(state.link.expires_at))}
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
  <Skeletons label={messages.loading} count={1}>
    <Skeleton className="h-96" />
  </Skeletons>
);
