import { type JobContext, nightly } from "../jobs/job.ts";
import type { FileStore } from "./file-store.ts";

interface FileContext extends JobContext {
  files: FileStore;
}

export const fileJobs = {
  "unused-files": nightly(({ files, now }: FileContext) => files.removeUnused(now())),
};
