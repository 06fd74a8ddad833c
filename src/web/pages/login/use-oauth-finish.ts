import { useEffect } from "react";
import { oauthMessages, takeOauthReturn, takeOverSession } from "#web/lib/oauth-return.ts";
import { loadSession } from "#web/lib/session.ts";
import { toast } from "#web/ui/toast.ts";

/** The server needs this long to have set the cookie of a sign-in that comes back with a code. */
const codeCheckDelayMs = 1000;

/** Finishes a sign-in that began elsewhere and came back to this page; once there is a session, the page leads on by itself. */
export function useOauthReturn(): void {
  useEffect(() => {
    const found = takeOauthReturn();
    if (!found) return;
    const fail = (message: { title: string; description: string }) => toast({ ...message, variant: "destructive" });
    if (found.error) {
      fail({ title: oauthMessages.errorTitle, description: found.error });
    } else if (found.tokens) {
      void takeOverSession(found.tokens).then((message) => message && fail(message));
    } else if (found.code) {
      setTimeout(async () => {
        const { status } = await loadSession("SIGNED_IN");
        if (status !== "signed-in") fail(oauthMessages.noSession);
      }, codeCheckDelayMs);
    }
  }, []);
}
