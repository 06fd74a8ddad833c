import { yourDataMessages } from "#shared/deletion-requests/deletion-request-messages.ts";
import { deletionRequestInputSchema, ownDeletionRequestSchema } from "#shared/deletion-requests/deletion-requests.ts";
import { isUniqueViolation } from "../../platform/db/errors.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { statusSchema } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { ownerOf } from "../owner-of.ts";
import { assertOwnPasswordIfAny } from "../passwords/password.ts";
import { getCurrentSession } from "../sessions/current-session.ts";

const route = routesOf("Account");

const ask = route("post", "/account/deletion-request", {
  name: "requestDeletion",
  summary: "Ask for the deletion of one's account, with the password if there is one",
  audience: "person",
  body: deletionRequestInputSchema,
  status: 201,
  answer: ownDeletionRequestSchema,
  refuses: ["wrong_password", "deletion_requested", "no_password", "rate_limited", "passwords_busy"],
});

const withdraw = route("delete", "/account/deletion-request", {
  name: "withdrawDeletionRequest",
  summary: "Withdraw the request",
  audience: "person",
  answer: statusSchema,
  refuses: ["not_found"],
});

export const deletionRoutes = createRouter()
  .openapi(ask, async (c) => {
    const { actor } = c.var;
    const dependencies = ownerOf(c);
    const { userId } = getCurrentSession(c);
    await assertOwnPasswordIfAny(c, getCurrentSession(c), c.req.valid("json").password);
    try {
      const request = await dependencies.asActor(actor, async (tx, effects) => {
        effects.audit("deletion_requested", userId);
        effects.mail("deletion-requested", { user_id: userId });
        const inserted = tx.insertInto("deletion_requests").values({ user_id: userId });
        return inserted.returning(["requested_at", "due_at"]).executeTakeFirstOrThrow();
      });
      return c.json(request, 201);
    } catch (error) {
      if (isUniqueViolation(error)) throw new HttpError(409, "deletion_requested", yourDataMessages.alreadyRequested);
      throw error;
    }
  })
  .openapi(withdraw, async (c) => {
    const { actor } = c.var;
    const dependencies = ownerOf(c);
    const { userId } = getCurrentSession(c);
    await dependencies.asActor(actor, async (tx, effects) => {
      const { numDeletedRows } = await tx
        .deleteFrom("deletion_requests")
        .where("user_id", "=", userId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw notFound("request of yours");
      effects.audit("deletion_withdrawn", userId);
    });
    return c.json({ status: true }, 200);
  });
