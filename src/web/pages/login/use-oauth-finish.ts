import { useState } from "react";
import { signInMessages } from "#shared/sign-in-messages.ts";
import type { OauthReturn } from "#web/lib/oauth-return.ts";
import { checkSignIn } from "#web/lib/session.ts";
import { finishWithTokens, useOauthReturn } from "#web/lib/use-oauth-return.ts";
import { toast } from "#web/ui/toast.ts";

/** The server needs this long to have set the cookie of a sign-in that comes back with a code. */
const codeCheckDelayMs = 1000;

const { oauth } = signInMessages;

/**
 * Finishes a sign-in that began elsewhere and came back to this page; once there is a session, the page leads on by itself.
 * @returns whether that is under way.
 */
export function useOauthFinish(): boolean {
  const [isFinishing, setFinishing] = useState(false);
  useOauthReturn(async (found) => {
    setFinishing(true);
    const message = await finish(found);
    setFinishing(false);
    if (message) toast({ ...message, variant: "destructive" });
  });
  return isFinishing;
}

/** @returns what to tell the visitor when nobody is signed in by it. */
async function finish({ error, tokens, code }: OauthReturn) {
  if (error) return { title: oauth.title, description: error };
  if (tokens) return finishWithTokens(tokens);
  return code ? finishWithCode() : null;
}

async function finishWithCode() {
  await new Promise((resolve) => setTimeout(resolve, codeCheckDelayMs));
  try {
    return (await checkSignIn()) === "signed-in" ? null : oauth.noSession;
  } catch {
    return oauth.unfinished;
  }
}
