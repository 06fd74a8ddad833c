import { signInMessages } from "#shared/account/sign-in-messages.ts";
import { ApiError } from "#web/lib/api.ts";
import type { SessionState } from "#web/lib/session-state.ts";
import { toast } from "#web/ui/toast.ts";

export function toastSignedIn(status: SessionState["status"]): void {
  const isIn = status === "signed-in";
  toast(isIn ? signInMessages.success : { ...signInMessages.oauth.noSession, variant: "destructive" });
}

/** @returns the server's error code, if any. */
export function toastSignInFailure(error: unknown): string | undefined {
  const message = error instanceof Error ? error.message : signInMessages.unexpected.description;
  toast({ title: "Login failed", description: reasonOf(message), variant: "destructive" });
  return error instanceof ApiError ? error.problem.code : undefined;
}

/** @param message of the API. */
export function reasonOf(message: string): string {
  return message === signInMessages.invalidCredentials
    ? "Invalid email or password. Please check your credentials and try again."
    : message;
}
