import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { signInMessages } from "#shared/sign-in-messages.ts";
import { ApiError } from "./api.ts";
import { type OauthReturn, readOauthReturn } from "./oauth-return.ts";
import { takeOver } from "./session.ts";
import type { TokenPair } from "./session-store.ts";

/** Takes what a sign-in elsewhere has left in the address out of it, without a new entry in the history, and hands it on. */
export function useOauthReturn(finish: (found: OauthReturn) => void): void {
  const location = useLocation();
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new address is looked at, and only once
  useEffect(() => {
    const taken = readOauthReturn(new URL(window.location.href));
    if (!taken) return;
    const { search, route } = taken.rest;
    // The router knows of nothing that stands before the hash.
    window.history.replaceState(window.history.state, "", `${window.location.pathname}${search}#${route}`);
    navigate(route, { replace: true, state: location.state });
    finish(taken.found);
  }, [location]);
}

/** Signs in with a pair of tokens. @returns what to tell the visitor when that failed, else null. */
export async function finishWithTokens(tokens: TokenPair): Promise<{ title: string; description: string } | null> {
  const { noSession, unfinished } = signInMessages.oauth;
  try {
    return (await takeOver(tokens)) === "signed-in" ? null : noSession;
  } catch (error) {
    return error instanceof ApiError && error.problem.status < 500 ? noSession : unfinished;
  }
}
