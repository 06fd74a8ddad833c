import { createSessionHolder, type SnapshotStorage } from "./session-holder.ts";
import { type SessionCause, type SessionState, sessionIn } from "./session-state.ts";
import { createSessionWatch, type Surroundings as WatchSurroundings } from "./session-watch.ts";

interface Surroundings extends WatchSurroundings {
  storage: SnapshotStorage;
}

export interface TokenPair {
  access_token: string;
  refresh_token: string;
}

type Status = SessionState["status"];

/** The browser's parts are passed in. */
export function createSessionStore({ storage, ...surroundings }: Surroundings) {
  const { callApi, now } = surroundings;
  const holder = createSessionHolder({ now, storage });
  const { fetch, set, cancelPending, refresh, startTicking, wake } = createSessionWatch(holder, surroundings);
  const { current } = holder;

  /** Without an answer what is known stays, without privileges. */
  const load = (cause: SessionCause = "USER_UPDATED"): Promise<SessionState> =>
    fetch(cause).then(current, () => current());

  const enter = async (cause: SessionCause): Promise<Status> => {
    cancelPending();
    await fetch(cause);
    return current().status;
  };

  return {
    current,
    onChange: holder.onChange,
    onEvent: holder.onEvent,
    load,
    refresh,
    wake,

    start: (): Promise<SessionState> => {
      holder.forgetExpired();
      startTicking();
      return load();
    },

    onStorage: (text: string | null): void => {
      cancelPending();
      if (holder.onStorage(text)) void load();
    },

    /** @throws ApiError with the reason of a refusal, SessionError when the session then has no user. */
    signIn: async (email: string, password: string): Promise<Status | "second-factor-needed"> => {
      const answer = await callApi<object>("POST", "/auth/sign-in/email", { email, password });
      return "twoFactorRedirect" in answer ? "second-factor-needed" : enter("SIGNED_IN");
    },

    /** The second step of signing in. @throws ApiError invalid_code or two_factor_expired. */
    answerChallenge: async (kind: "totp" | "backup-code", code: string): Promise<Status> => {
      await callApi("POST", `/auth/two-factor/verify-${kind}`, { code });
      return enter("MFA_CHALLENGE_VERIFIED");
    },

    /** Reads the session after a sign-in with Google. @throws as callApi does. */
    checkSignIn: (): Promise<Status> => enter("SIGNED_IN"),

    /** Exchanges a program's pair of tokens for the session's cookie. @throws ApiError when they are refused. */
    exchangeTokensForSession: async (tokens: TokenPair): Promise<Status> => {
      cancelPending();
      holder.await();
      try {
        set(sessionIn(await callApi("POST", "/session", tokens)), "SIGNED_IN");
      } catch (error) {
        await load();
        throw error;
      }
      return current().status;
    },

    /** @throws ApiError or NetworkError, and the person is still signed in. */
    signOut: async (): Promise<void> => {
      await callApi("DELETE", "/session");
      set(null, "USER_UPDATED", true);
    },

    beginRecovery: (): void => holder.announce("PASSWORD_RECOVERY"),
  };
}
