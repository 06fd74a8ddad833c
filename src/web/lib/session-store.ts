import type { Session } from "#shared/account/session.ts";
import { type callApi, isRetryable } from "./api.ts";
import { createSessionHolder, type SessionHolder, type SnapshotStorage } from "./session-holder.ts";
import { type SessionCause, type SessionState, sessionIn, sessionMissing } from "./session-state.ts";

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

const tickMs = 30_000;
const refreshBelowTicks = 3;
const roleCheckDelayMs = 100;

interface WatchSurroundings {
  /** Unix milliseconds. */
  now: () => number;
  callApi: typeof callApi;
  schedule: (work: () => void, delayMs: number) => unknown;
}

/** Asks the server for the session and refreshes it before it expires. */
function createSessionWatch(holder: SessionHolder, { now, callApi, schedule }: WatchSurroundings) {
  let lastAsked = 0;
  let lastAnswered = 0;
  let isSure = false;
  let failures = 0;
  let isRetryPending = false;

  /** Answers to earlier questions are ignored. */
  const cancelPending = () => {
    lastAnswered = lastAsked;
  };

  function set(session: Session | null, cause: SessionCause, isAsked = false): void {
    cancelPending();
    markAnswered();
    holder.setState(session, cause, isAsked);
  }

  /** @throws what callApi throws, and SessionError for an answer without a user. */
  async function fetch(cause: SessionCause, { isRoleCheck = false } = {}): Promise<void> {
    lastAsked += 1;
    const question = lastAsked;
    try {
      const session = sessionIn(await callApi("GET", "/session"));
      if (question <= lastAnswered) return;
      lastAnswered = question;
      markAnswered();
      holder.setState(session, cause);
    } catch (error) {
      if (question > lastAnswered) {
        isSure = false;
        if (isRoleCheck || !isRetryable(error)) holder.withdrawRole();
        if (isRetryable(error)) retryLater();
        else holder.stopLoading();
      }
      throw error;
    }
  }

  function markAnswered(): void {
    isSure = true;
    failures = 0;
  }

  function retryLater(): void {
    if (isRetryPending) return;
    isRetryPending = true;
    schedule(() => {
      isRetryPending = false;
      if (!isSure) void fetch("USER_UPDATED").catch(ignore);
    }, retryDelayMs(failures));
    failures += 1;
  }

  const { refresh, retryNow } = createRefresh({
    callApi,
    schedule,
    current: () => holder.current().session,
    onRefreshed: (session) => {
      set(session, "TOKEN_REFRESHED");
      schedule(() => void fetch("USER_UPDATED", { isRoleCheck: true }).catch(ignore), roleCheckDelayMs);
    },
    onRefused: () => set(null, "TOKEN_REFRESHED"),
  });

  const isDue = () => {
    const { session } = holder.current();
    return session !== null && session.expires_at * 1000 - now() < refreshBelowTicks * tickMs;
  };

  /** Until an admin has decided, anything that is shown may change. */
  const isWaiting = () => holder.current().session?.membership_status === "pending";

  function tick(): void {
    schedule(tick, tickMs);
    holder.forgetExpired();
    if (isRetryPending) return;
    if (isDue()) void refresh().catch(ignore);
    else if (!isSure || isWaiting()) void fetch("USER_UPDATED").catch(ignore);
  }

  return {
    fetch,
    set,
    cancelPending,
    refresh,
    startTicking: () => void schedule(tick, tickMs),
    /** For a page that is visible again, or a network that is back. */
    wake: (): void => {
      retryNow();
      void (isDue() ? refresh() : fetch("USER_UPDATED")).catch(ignore);
    },
  };
}

const ignore = () => {};

const firstRetryMs = 1000;
const longestRetryMs = 30_000;

/** @param failures before the last one. */
const retryDelayMs = (failures: number): number => Math.min(firstRetryMs * 2 ** failures, longestRetryMs);

interface RefreshOptions extends Omit<WatchSurroundings, "now"> {
  current: () => Session | null;
  onRefreshed: (session: Session | null) => void;
  onRefused: () => void;
}

/** Refreshes the session; calls at the same time share one request. */
function createRefresh({ callApi, schedule, current, onRefreshed, onRefused }: RefreshOptions) {
  let underWay: Promise<void> | null = null;
  let stopWaiting = () => {};

  const wait = (delayMs: number) =>
    new Promise<void>((resolve) => {
      stopWaiting = resolve;
      schedule(resolve, delayMs);
    });

  async function refreshUntilAnswered(session: Session): Promise<void> {
    for (let failures = 0; isStill(session, current()); failures += 1) {
      try {
        const refreshed = sessionIn(await callApi("POST", "/session/refresh"));
        if (isStill(session, current())) onRefreshed(refreshed);
        return;
      } catch (error) {
        if (!isRetryable(error)) {
          if (isStill(session, current())) onRefused();
          throw error;
        }
        await wait(retryDelayMs(failures));
      }
    }
  }

  return {
    /**
     * Retries with growing waits until there is an answer.
     * @throws SessionError when nobody is signed in or the answer has no user, ApiError for a refusal.
     */
    refresh: async (): Promise<void> => {
      const session = current();
      if (!session) throw sessionMissing();
      underWay ??= refreshUntilAnswered(session).finally(() => {
        underWay = null;
      });
      return underWay;
    },
    retryNow: () => stopWaiting(),
  };
}

/** Nobody signed out meanwhile, and no other tab refreshed first. */
const isStill = (one: Session, other: Session | null): boolean =>
  one.user.id === other?.user.id && one.expires_at === other.expires_at;
