import { type FunctionComponent, lazy, type ReactNode, Suspense, useState } from "react";
import { useLocation } from "react-router";
import { paths } from "#shared/paths.ts";
import { FinishingOauth } from "#web/lib/finishing-oauth.ts";
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

/** Shows no page while its address still carries what a sign-in elsewhere has left there. */
export function OauthReturns({ children }: { children: ReactNode }) {
  useLocation();
  const [isFinishing, setFinishing] = useState(false);
  const isReturn = isOauthReturn(window.location);
  return (
    <>
      <Suspense>{(isReturn || isFinishing) && <FinishOauthReturn onFinishing={setFinishing} />}</Suspense>
      {!isReturn && <FinishingOauth value={isFinishing}>{children}</FinishingOauth>}
    </>
  );
}

/** Tokens stay in no address; a code or an error may be another page's own, as the code of an invitation is. */
const isOauthReturn = ({ search, hash }: Location): boolean =>
  /[?#&](access|refresh)_token=/.test(search + hash) ||
  (/^#\/(login|members)\/?([?#]|$)/.test(hash) && /[?#&](error(_\w+)?|code|state)=/.test(search + hash));
