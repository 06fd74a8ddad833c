import { dataRequestMessages } from "#shared/your-data.ts";
import type { Caller } from "../../context.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";

/** Deletes the account of somebody who asked for it. It runs as the owner, whose the rows of auth are. @throws HttpError */
export async function carryOut({ dependencies, actor }: Caller, userId: string): Promise<void> {
  await dependencies.deleteAccount(userId, { actorId: actor.userId, reason: "requested" }, async (tx) => {
    const request = tx.selectFrom("deletion_requests").select("id").where("user_id", "=", userId);
    if (!(await request.executeTakeFirst())) throw notFound("deletion request");
    if (userId === actor.userId) throw new HttpError(409, "own_request", dataRequestMessages.ownRequest);
    return true;
  });
}
