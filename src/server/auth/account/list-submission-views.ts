import type { Database } from "../../platform/db/connect.ts";

const shownAtMost = 50;

export const listSubmissionViews = (db: Database, userId: string) =>
  db
    .selectFrom("submission_views as view")
    .leftJoin("auth.users as viewer", "viewer.id", "view.viewer_id")
    .select(["view.viewed_at", "viewer.name as viewer_name"])
    .where("view.user_id", "=", userId)
    .orderBy("view.viewed_at", "desc")
    .orderBy("view.id", "desc")
    .limit(shownAtMost)
    .execute();
