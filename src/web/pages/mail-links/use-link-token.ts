import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { findLinkToken, forgetLinkToken, keepLinkToken } from "./link-token.ts";

/**
 * The token that the link of a mail has brought to the page at `path`. It is removed from the address and the history.
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

  // A reload keeps it; using it and going to another page do not.
  useEffect(() => {
    if (!token) return;
    keepLinkToken(path, token);
    return () => forgetLinkToken(path);
  }, [path, token]);

  return { token, forget: () => setToken(null) };
}
