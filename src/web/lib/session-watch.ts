import type { Session } from "#shared/session.ts";
import { type callApi, isRetryable } from "./api.ts";
import { sessionIn } from "./session-error.ts";
import type { SessionHolder } from "./session-holder.ts";
import { createRefresh, retryDelayMs } from "./session-refresh.ts";
import type { SessionCause } from "./session-state.ts";

const tickMs = 30_000;
const refreshBelowTicks = 3;
const roleCheckDelayMs = 100;

export interface Surroundings {
  /** Unix milliseconds. */
  now: () => number;
  callApi: typeof callApi;
  schedule: (work: () => void, delayMs: number) => unknown;
}

/** Keeps what a tab knows of its session true: asks the server, and has the session prolonged in time. */
export function createSessionWatch(holder: SessionHolder, { now, callApi, schedule }: Surroundings) {
  let lastAsked = 0;
  let lastAnswered = 0;
  /** Whether the last question was answered. */
  let isSure = false;
  let failures = 0;
  let isRetryPending = false;

  /** Answers to what was asked before this moment do not count any more. */
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

  /** With growing waits, until the server answers. */
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

  function tick(): void {
    schedule(tick, tickMs);
    holder.forgetExpired();
    if (isRetryPending) return;
    if (!isSure) void fetch("USER_UPDATED").catch(ignore);
    else if (isDue()) void refresh().catch(ignore);
  }

  return {
    fetch,
    set,
    cancelPending,
    refresh,
    startTicking: () => void schedule(tick, tickMs),
    /** For a page that is looked at again, or a network that is back. */
    wake: (): void => {
      retryNow();
      void (isDue() ? refresh() : fetch("USER_UPDATED")).catch(ignore);
    },
  };
}

const ignore = () => {};
