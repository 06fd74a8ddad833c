import { type FunctionComponent, lazy, type ReactNode, Suspense, useState } from "react";
import { useLocation } from "react-router";
import { paths } from "#shared/paths.ts";
import { FinishingOauth } from "#web/lib/session.ts";
import type { FinishProps } from "./finish-oauth-return.tsx";

const FinishOauthReturn = lazy(() =>
  import("./finish-oauth-return.tsx").then(
    (module): { default: FunctionComponent<FinishProps> } => ({ default: module.FinishOauthReturn }),
    () => {
      window.location.replace(`/#${paths.login}`);
      return { default: () => null };
    },
  ),
);

/** Blocks rendering while the URL has OAuth parameters. */
export function OauthReturns({ children }: { children: ReactNode }) {
  useLocation();
  const [isFinishing, setFinishing] = useState(false);
  // No document is rendered for such an address.
  const isReturn = typeof window !== "undefined" && isOauthReturn(window.location);
  return (
    <>
      <Suspense>{(isReturn || isFinishing) && <FinishOauthReturn onFinishing={setFinishing} />}</Suspense>
      {!isReturn && <FinishingOauth value={isFinishing}>{children}</FinishingOauth>}
    </>
  );
}

/** `code` and `error` may belong to another page, such as an invitation. */
const isOauthReturn = ({ search, hash }: Location): boolean =>
  /[?#&](access|refresh)_token=/.test(search + hash) ||
  (/^#\/(login|members)\/?([?#]|$)/.test(hash) && /[?#&](error(_\w+)?|code|state)=/.test(search + hash));
