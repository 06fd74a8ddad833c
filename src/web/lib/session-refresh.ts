import type { Session } from "#shared/session.ts";
import { type callApi, isRetryable } from "./api.ts";
import { sessionIn, sessionMissing } from "./session-error.ts";

const firstRetryMs = 1000;
const longestRetryMs = 30_000;

/** @param failures so many tries have failed before the last one. */
export const retryDelayMs = (failures: number): number => Math.min(firstRetryMs * 2 ** failures, longestRetryMs);

interface Surroundings {
  callApi: typeof callApi;
  schedule: (work: () => void, delayMs: number) => unknown;
  current: () => Session | null;
  onRefreshed: (session: Session | null) => void;
  /** The server does not prolong it. */
  onRefused: () => void;
}

/** Prolongs the session, once for however many ask at a time. */
export function createRefresh({ callApi, schedule, current, onRefreshed, onRefused }: Surroundings) {
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
     * Tries again, ever more slowly, for as long as no answer is to be had.
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
    /** Ends a wait for the next try. */
    retryNow: () => stopWaiting(),
  };
}

/** Whether it is the session that was to be refreshed: nobody signed out meanwhile, and no other tab was faster. */
const isStill = (one: Session, other: Session | null): boolean =>
  one.user.id === other?.user.id && one.expires_at === other.expires_at;
