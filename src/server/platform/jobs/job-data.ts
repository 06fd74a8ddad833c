/**
 * What each one-off job is about, by its name; src/server/jobs.ts adds every feature's. Ids only: a job reads the present
 * state when it runs, and does nothing where the record has moved on.
 */
// biome-ignore lint/suspicious/noEmptyInterface: merged with the declaration in src/server/jobs.ts.
export interface JobData {}

export type JobName = keyof JobData;

export interface ScheduledJob {
  job: JobName;
  data: JobData[JobName];
  at: Date;
}
