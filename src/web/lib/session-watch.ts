import type { Session } from "#shared/account/session.ts";
import { type callApi, isRetryable } from "./api.ts";
import type { SessionHolder } from "./session-holder.ts";
import { type SessionCause, sessionIn, sessionMissing } from "./session-state.ts";

const tickMs = 30_000;
const refreshBelowTicks = 3;
const roleCheckDelayMs = 100;

export interface Surroundings {
  /** Unix milliseconds. */
  now: () => number;
  callApi: typeof callApi;
  schedule: (work: () => void, delayMs: number) => unknown;
}

/** Asks the server for the session and refreshes it before it expires. */
export function createSessionWatch(holder: SessionHolder, { now, callApi, schedule }: Surroundings) {
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

interface RefreshOptions extends Omit<Surroundings, "now"> {
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
