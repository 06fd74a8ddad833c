import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { ApiError } from "#web/lib/api.ts";

/**
 * The token of the mail's link to the page at `path`, removed from the address and the history.
 * @param onFollow called once for every link that is followed.
 * @returns null without one, or after `forget`.
 */
export function useLinkToken(path: string, onFollow?: () => void): { token: string | null; forget: () => void } {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const brought = search.get("token");
  const [token, setToken] = useState(() => brought || findLinkToken(path));

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every link that is followed
  useEffect(() => {
    if (!brought) return;
    setToken(brought);
    onFollow?.();
    navigate(path, { replace: true });
  }, [brought]);

  // Kept for a reload, until it is used or the page is left.
  useEffect(() => {
    if (!token) return;
    keepLinkToken(path, token);
    return () => forgetLinkToken(path);
  }, [path, token]);

  return { token, forget: () => setToken(null) };
}

/** A token that was cut or padded is refused for its length, as an invalid field. */
export function isLinkInvalid(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code, errors } = error.problem;
  return code === "invalid_token" || errors?.some(({ path }) => path === "token") === true;
}

const keyOf = (path: string) => `link-token:${path}`;

function keepLinkToken(path: string, token: string): void {
  try {
    sessionStorage.setItem(keyOf(path), token);
  } catch {
    console.info("This browser keeps no data for this site.");
  }
}

function findLinkToken(path: string): string | null {
  try {
    return sessionStorage.getItem(keyOf(path));
  } catch {
    return null;
  }
}

function forgetLinkToken(path: string): void {
  try {
    sessionStorage.removeItem(keyOf(path));
  } catch {
    // Nothing was kept.
  }
}
