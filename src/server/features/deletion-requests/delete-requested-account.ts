import { dataRequestMessages } from "#shared/your-data.ts";
import type { Caller } from "../../context.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";

/** @throws HttpError not_found, or own_request for one's own. */
export async function deleteRequestedAccount({ dependencies, actor }: Caller, userId: string): Promise<void> {
  await dependencies.deleteAccount(userId, { actorId: actor.userId, reason: "requested" }, async (tx) => {
    const request = tx.selectFrom("deletion_requests").select("id").where("user_id", "=", userId);
    if (!(await request.executeTakeFirst())) throw notFound("deletion request");
    if (userId === actor.userId) throw new HttpError(409, "own_request", dataRequestMessages.ownRequest);
    return true;
  });
}
