import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { paths } from "#shared/paths.ts";
import { readOauthReturn } from "#web/lib/oauth-return.ts";
import { toast } from "#web/ui/toast.ts";
import type { AccountChoice } from "./continue-as.tsx";
import { finishSignIn } from "./finish-sign-in.ts";

const ContinueAs = lazy(() => import("./continue-as.tsx").then((module) => ({ default: module.ContinueAs })));

export interface FinishProps {
  onFinishing: (isFinishing: boolean) => void;
}

/** Removes OAuth parameters from the URL by replaceState, then finishes the sign-in. */
export function FinishOauthReturn({ onFinishing }: FinishProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const [choice, setChoice] = useState<AccountChoice | null>(null);

  const ask = (question: Pick<AccountChoice, "offered" | "current">) =>
    new Promise<boolean>((resolve) => {
      const onChoice = (isOffered: boolean) => {
        setChoice(null);
        resolve(isOffered);
      };
      setChoice({ ...question, onChoice });
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: every new address is looked at, and only once
  useEffect(() => {
    const taken = readOauthReturn(new URL(window.location.href));
    if (!taken) return;
    const { search, route } = taken.rest;
    onFinishing(true);
    // The router ignores the part before the hash.
    window.history.replaceState(window.history.state, "", `${window.location.pathname}${search}#${route}`);
    navigate(route, { replace: true, state: location.state });
    void finishSignIn(taken, ask).then((message) => {
      if (message) toast(message);
      if (taken.found.error !== null) navigate(paths.login, { replace: true });
      onFinishing(false);
    });
  }, [location]);

  return <Suspense>{choice && <ContinueAs {...choice} />}</Suspense>;
}
