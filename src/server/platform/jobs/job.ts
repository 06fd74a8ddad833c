import type { Logger } from "pino";
import type { AsOwner } from "../db/types.ts";

export interface JobContext {
  asOwner: AsOwner;
  now: () => Date;
  log: Logger;
}

/** Its run is repeated after a failure, and must do no harm when it is. */
export interface Job<Data, Context extends JobContext = JobContext> {
  when: "nightly" | "often" | "quarterHour" | "scheduled";
  run: (context: Context, data: Data) => Promise<unknown>;
}

export const nightly = <Context extends JobContext>(run: (context: Context) => Promise<unknown>) =>
  ({ when: "nightly", run }) as const satisfies Job<unknown, Context>;

/** The job does not run at the start: its time comes soon enough. */
export const everyTenMinutes = <Context extends JobContext>(run: (context: Context) => Promise<unknown>) =>
  ({ when: "often", run }) as const satisfies Job<unknown, Context>;

/** The job does not run at the start either. */
export const everyQuarterHour = <Context extends JobContext>(run: (context: Context) => Promise<unknown>) =>
  ({ when: "quarterHour", run }) as const satisfies Job<unknown, Context>;

/** Runs at the time that `effects.schedule` gives it, in one of all processes. */
export const scheduled = <Data, Context extends JobContext = JobContext>(
  run: (context: Context, data: Data) => Promise<unknown>,
) => ({ when: "scheduled", run }) as const satisfies Job<Data, Context>;
