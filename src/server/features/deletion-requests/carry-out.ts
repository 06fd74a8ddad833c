import { dataRequestMessages } from "#shared/your-data.ts";
import { deleteAccount } from "../../auth/delete-account.ts";
import type { Caller } from "../../http/environment.ts";
import { notFound, Refusal } from "../../http/refusal.ts";

/** Deletes the account of somebody who asked for it. It runs as the owner, whose the rows of auth are. @throws Refusal */
export async function carryOut({ dependencies, actor }: Caller, userId: string): Promise<void> {
  await deleteAccount(dependencies, userId, { actorId: actor.userId, reason: "requested" }, async (tx) => {
    const request = tx.selectFrom("deletion_requests").select("id").where("user_id", "=", userId);
    if (!(await request.executeTakeFirst())) throw notFound("deletion request");
    if (userId === actor.userId) throw new Refusal(409, "own_request", dataRequestMessages.ownRequest);
    return true;
  });
}
