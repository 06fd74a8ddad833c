import { ApiError, callApi } from "./api.ts";
import { loadSession } from "./session.ts";

export interface OauthReturn {
  /** The description of an error, or its code. */
  error: string | null;
  code: string | null;
  tokens: { access_token: string; refresh_token: string } | null;
}

export const oauthMessages = {
  errorTitle: "Authentication Error",
  unfinished: { title: "Authentication Error", description: "An error occurred during sign in. Please try again." },
  noSession: { title: "Session Error", description: "Failed to establish session. Please try logging in again." },
} as const;

const names = ["error", "error_description", "error_code", "code", "state", "access_token", "refresh_token"];
const tokenNames = ["expires_in", "expires_at", "token_type", "provider_token", "provider_refresh_token", "type"];

/**
 * Takes what a sign-in elsewhere has put into the address, wherever it stands (`/?code=…#/login`, `/#/login?error=…`,
 * `/#/members#access_token=…`), and cleans the address of it without a new entry in the history.
 * @returns null when there is nothing of the kind.
 */
export function takeOauthReturn(): OauthReturn | null {
  const [route = "/", query, anchor] = split(window.location.hash.slice(1));
  const beforeHash = new URLSearchParams(window.location.search);
  const afterRoute = new URLSearchParams(query);
  const inAnchor = new URLSearchParams(anchor);
  const find = (name: string) => beforeHash.get(name) ?? afterRoute.get(name) ?? inAnchor.get(name);
  if (!names.some((name) => find(name) !== null)) return null;

  const access_token = find("access_token");
  const refresh_token = find("refresh_token");
  const found: OauthReturn = {
    error: find("error_description") ?? find("error") ?? find("error_code"),
    code: find("code"),
    tokens: access_token && refresh_token ? { access_token, refresh_token } : null,
  };
  for (const name of [...names, ...tokenNames]) {
    for (const parameters of [beforeHash, afterRoute, inAnchor]) parameters.delete(name);
  }
  const clean = `${window.location.pathname}${withMark("?", beforeHash)}#${route}${withMark("?", afterRoute)}`;
  window.history.replaceState(window.history.state, "", `${clean}${withMark("#", inAnchor)}`);
  return found;
}

/**
 * Exchanges the pair of tokens for the session's cookie.
 * @returns what to tell the visitor when that failed, else null.
 */
export async function takeOverSession(tokens: NonNullable<OauthReturn["tokens"]>) {
  try {
    await callApi("POST", "/session", tokens);
    const { status } = await loadSession("SIGNED_IN");
    return status === "signed-in" ? null : oauthMessages.noSession;
  } catch (error) {
    const isRefused = error instanceof ApiError && error.problem.status < 500;
    return isRefused ? oauthMessages.noSession : oauthMessages.unfinished;
  }
}

/** "/members?tab=events#x" → route, query, anchor. */
function split(hash: string): [string, string, string] {
  const [beforeAnchor = "", ...anchor] = hash.split("#");
  const [route = "", ...query] = beforeAnchor.split("?");
  return [route || "/", query.join("?"), anchor.join("#")];
}

const withMark = (mark: string, parameters: URLSearchParams): string => {
  const text = parameters.toString().replace(/=(?=&|$)/g, "");
  return text === "" ? "" : `${mark}${text}`;
};
