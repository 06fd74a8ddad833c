import pLimit from "p-limit";
import type { HttpError } from "./http/http-error.ts";

interface Options {
  /** Of all people together, the one whose turn it is included. */
  waiting: number;
  waitingOfOne: number;
  /** The error is thrown once as many wait. */
  busy: () => HttpError;
}

/** A short queue for work that takes the processor: one piece at a time, and one person does not fill it. */
export function createTurns({ waiting, waitingOfOne, busy }: Options) {
  const inTurn = pLimit(1);
  const own = new Map<string, number>();
  return {
    /** @param who a person, or whoever else is to wait alone. */
    async take<Result>(who: string, work: () => Promise<Result>): Promise<Result> {
      const before = own.get(who) ?? 0;
      if (before >= waitingOfOne || inTurn.pendingCount + inTurn.activeCount >= waiting) throw busy();
      own.set(who, before + 1);
      try {
        return await inTurn(work);
      } finally {
        const left = (own.get(who) ?? 1) - 1;
        if (left === 0) own.delete(who);
        else own.set(who, left);
      }
    },
    /** Resolves once nothing is in its turn. */
    idle: (): Promise<void> => inTurn(() => {}),
  };
}
