import { lazy, Suspense, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { describeOauthError } from "#shared/account/oauth-messages.ts";
import type { Session } from "#shared/account/session.ts";
import { signInMessages } from "#shared/account/sign-in-messages.ts";
import { paths } from "#shared/paths.ts";
import { ApiError, readResponse } from "#web/lib/api.ts";
import { readOauthReturn, type TakenOauthReturn } from "#web/lib/oauth-return.ts";
import { checkSignIn, exchangeTokensForSession, loadSession } from "#web/lib/session.ts";
import { sessionIn, sessionMissing } from "#web/lib/session-state.ts";
import type { TokenPair } from "#web/lib/session-store.ts";
import { type ToastInput, toast } from "#web/ui/toast.ts";
import type { AccountChoice } from "./continue-as.tsx";

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

/** The cookie of a code sign-in may take this long. */
const codeCheckDelayMs = 1000;

type Ask = (question: { offered: string; current: string }) => Promise<boolean>;

const { oauth } = signInMessages;

/** @returns a toast, if any. */
async function finishSignIn({ found, rest }: TakenOauthReturn, ask: Ask): Promise<ToastInput | null> {
  const { error, tokens, code } = found;
  const isLogin = isAt(paths.login, rest.route);
  try {
    if (error !== null)
      return { title: "Authentication Error", description: describeOauthError(error), variant: "destructive" };
    // Tokens on other pages are only removed from the URL.
    if (tokens && (isLogin || isAt(paths.members, rest.route))) return await finishWithTokens(tokens, ask);
    // The cookie is already set in the members area.
    return code && isLogin ? await finishWithCode() : null;
  } catch (error) {
    const isRefused = error instanceof ApiError && error.problem.status < 500;
    return { ...(isRefused ? oauth.noSession : oauth.unfinished), variant: "destructive" };
  }
}

async function finishWithTokens(tokens: TokenPair, ask: Ask): Promise<ToastInput | null> {
  const { status, session: current } = await loadSession();
  if (status === "loading") throw sessionMissing();
  const { user } = await sessionOfToken(tokens.access_token);
  const isOther = current !== null && current.user.id !== user.id;
  if (isOther && !(await ask({ offered: user.email, current: current.user.email }))) return null;
  const isSignedIn = (await exchangeTokensForSession(tokens)) === "signed-in";
  return isSignedIn ? oauthReturnMessages.signedInAs(user.email) : { ...oauth.noSession, variant: "destructive" };
}

/** Does not sign in. @throws ApiError when refused. */
async function sessionOfToken(token: string): Promise<Session> {
  const headers = { accept: "application/json", authorization: `Bearer ${token}` };
  const response = await fetch("/api/session", { credentials: "omit", headers });
  const session = sessionIn(readResponse(response, await response.text()));
  if (!session) throw sessionMissing();
  return session;
}

async function finishWithCode(): Promise<ToastInput | null> {
  await new Promise((resolve) => setTimeout(resolve, codeCheckDelayMs));
  return (await checkSignIn()) === "signed-in" ? null : { ...oauth.noSession, variant: "destructive" };
}

const isAt = (path: string, route: string): boolean => route.split(/\/?(?:[?#]|$)/)[0] === path;

const oauthReturnMessages = {
  signedInAs: (email: string) => ({ ...signInMessages.success, description: `You are signed in as ${email}.` }),
} as const;
