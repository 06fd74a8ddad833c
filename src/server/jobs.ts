import { collect } from "./features.ts";

/** Every job of the app, nightly and one-off, by its name. */
export const jobs = collect("jobs");

type JobDataOf<Jobs> = {
  [Name in keyof Jobs as Jobs[Name] extends { when: "scheduled" } ? Name : never]: Jobs[Name] extends {
    run: (context: never, data: infer Data) => unknown;
  }
    ? Data
    : never;
};

declare module "./platform/jobs/job-data.ts" {
  interface JobData extends JobDataOf<typeof jobs> {}
}
