import { type JobContext, scheduled } from "../../platform/jobs/job.ts";

const day = 24 * 60 * 60 * 1000;
/** Longer than the mail queue retries. */
const keptForMilliseconds = 30 * day;

export const emailChangeRemovalTime = (expiresAt: Date): Date => new Date(expiresAt.getTime() + keptForMilliseconds);

export const emailChangeJobs = {
  "remove-email-changes": scheduled(
    async ({ asOwner, now }: JobContext, _data: Record<string, never>): Promise<void> => {
      const outdated = new Date(now().getTime() - keptForMilliseconds);
      await asOwner(null, (tx) => tx.deleteFrom("auth.email_changes").where("expires_at", "<=", outdated).execute());
    },
  ),
};
