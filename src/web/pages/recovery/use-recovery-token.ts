import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { paths } from "#shared/paths.ts";
import { beginRecovery } from "#web/lib/session.ts";
import { findRecoveryToken, forgetRecoveryToken, keepRecoveryToken } from "./recovery-token.ts";

/**
 * The token that a link in a mail has brought. It is taken out of the address, where others could read it.
 * @returns null without one, or once it is `forget`-ten because it was used or is not valid any more.
 */
export function useRecoveryToken(): { token: string | null; forget: () => void } {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const brought = search.get("token");
  const [token, setToken] = useState(() => brought || findRecoveryToken());

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every link that is followed
  useEffect(() => {
    if (!brought) return;
    keepRecoveryToken(brought);
    setToken(brought);
    beginRecovery();
    navigate(paths.resetPassword, { replace: true });
  }, [brought]);

  const forget = () => {
    forgetRecoveryToken();
    setToken(null);
  };
  return { token, forget };
}
