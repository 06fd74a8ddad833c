import { type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { companyLinkMessages } from "#shared/company-link-messages.ts";
import { paths } from "#shared/paths.ts";
import { callApi } from "#web/lib/api.ts";
import { usePageMeta } from "#web/lib/page-meta.ts";
import { LoadFailed } from "#web/ui/load-failed.tsx";
import { Skeleton, Skeletons } from "#web/ui/skeleton.tsx";
import { LinkInvalid, LinkResult } from "../mail-links/link-invalid.tsx";
import { isLinkInvalid, useLinkToken } from "../mail-links/link-token.ts";

interface CompanyLinkPageProps<Link> {
  title: string;
  /** The path belongs to the page. */
  path: string;
  /** The endpoint belongs to the API and takes the token. */
  endpoint: string;
  done: { title: string; text: string };
  children: (given: GivenByLink<Link>) => ReactNode;
}

export interface GivenByLink<Link> {
  token: string;
  link: Link;
  onSent: () => void;
  /** @returns whether the link does not work any more. */
  onRefused: (error: unknown) => boolean;
}

type State<Link> =
  | { is: "reading" }
  | { is: "open"; link: Link }
  | { is: "failed" }
  | { is: "invalid"; reason: string }
  | { is: "done" };

/** What somebody of a company does once by the link of a mail, without an account. */
export function CompanyLinkPage<Link>({ title, path, endpoint, done, children }: CompanyLinkPageProps<Link>) {
  usePageMeta(title, title);
  const { token, forget } = useLinkToken(path);
  const [state, setState] = useState<State<Link>>({ is: "reading" });
  const refuse = useCallback((error: unknown) => {
    if (isLinkInvalid(error)) setState({ is: "invalid", reason: (error as Error).message });
    return isLinkInvalid(error);
  }, []);
  const read = useCallback(async () => {
    if (!token) return;
    setState({ is: "reading" });
    try {
      setState({ is: "open", link: await callApi<Link>("POST", endpoint, { token }) });
    } catch (error) {
      if (!refuse(error)) setState({ is: "failed" });
    }
  }, [endpoint, token, refuse]);
  useEffect(() => void read(), [read]);

  const home = { to: paths.home, label: "To the home page" };
  if (state.is === "done")
    return (
      <div className="auth-page">
        <LinkResult picture="submitted" {...done} {...home} />
      </div>
    );
  if (!token || state.is === "invalid")
    return (
      <div className="auth-page">
        <LinkInvalid
          title="This link does not work"
          text={state.is === "invalid" ? state.reason : companyLinkMessages.invalid}
          {...home}
        />
      </div>
    );
  const onSent = () => {
    setState({ is: "done" });
    forget();
  };
  return (
    <div className="wrap company-link-page">
      {state.is === "reading" && <FormSkeleton />}
      {state.is === "failed" && <LoadFailed heading="h1" title="The link could not be read" onRetry={read} />}
      {state.is === "open" && (
        <Suspense fallback={<FormSkeleton />}>
          {children({ token, link: state.link, onSent, onRefused: refuse })}
        </Suspense>
      )}
    </div>
  );
}

const FormSkeleton = () => (
  <Skeletons label="Reading the link" count={1}>
    <Skeleton className="h-96" />
  </Skeletons>
);
