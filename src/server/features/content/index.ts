import { type JobContext, nightly, scheduled } from "../../platform/jobs/job.ts";
import { contentFileRoutes, removeUnusedFiles } from "./file-routes.ts";
import { publishedContentRoutes } from "./published-routes.ts";
import { contentRoutes } from "./routes.ts";
import { publishDraft } from "./write-content.ts";

export const routes = [contentRoutes, publishedContentRoutes, contentFileRoutes];

interface Publication {
  content_id: string;
  /** ISO 8601: another time by now has a job of its own. */
  publish_at: string;
}

export const contentJobs = {
  "unused-content-files": nightly(({ asOwner, now }: JobContext) =>
    asOwner(null, (tx) => removeUnusedFiles(tx, now())),
  ),
  "publish-content": scheduled(({ asOwner, now }: JobContext, { content_id, publish_at }: Publication) =>
    asOwner(null, async (tx, effects) => {
      const due = await tx
        .selectFrom("content_items")
        .select("id")
        .where("id", "=", content_id)
        .where("publish_at", "=", new Date(publish_at))
        .forUpdate()
        .executeTakeFirst();
      if (!due) return;
      await publishDraft(tx, effects, content_id, { now: now(), publishedBy: null });
      effects.audit("content_published", content_id);
    }),
  ),
};

export const jobs = contentJobs;
