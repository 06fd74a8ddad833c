import { invitationMessages } from "#shared/invitations/invitation-messages.ts";
import {
  currentInvitationSchema,
  invitationInputSchema,
  invitationListSchema,
  invitationQuerySchema,
  invitationSchema,
} from "#shared/invitations/invitations.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { pageWithCan, withCan } from "../../platform/http/policy.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { createInvitation } from "./create-invitation.ts";
import { listInvitations } from "./list-invitations.ts";
import { invitationPolicy } from "./policy.ts";
import { deleteInvitation, extendInvitation, findInvitation } from "./queries.ts";

const route = routesOf("People");

const list = route("get", "/invitations", {
  name: "listInvitations",
  summary:
    "Invitations and who made and used them, newest first; all, or those with a part of an e-mail, or in a state",
  audience: "admin",
  key: "write",
  carriesCodes: true,
  query: invitationQuerySchema,
  answer: invitationListSchema,
});

const create = route("post", "/invitations", {
  name: "createInvitation",
  summary: "Invite somebody by e-mail",
  audience: "admin",
  key: "write",
  body: invitationInputSchema,
  status: 201,
  answer: currentInvitationSchema,
  refuses: ["account_exists", "invitation_exists"],
});

const remove = route("delete", "/invitations/{id}", {
  name: "deleteInvitation",
  summary: "Delete an unused invitation",
  audience: "admin",
  key: "write",
  params: idParameter,
  answer: invitationSchema,
  refuses: ["invitation_used"],
});

const resend = route("post", "/invitations/{id}/resend", {
  name: "resendInvitation",
  summary: "Send the invitation again, valid for another 30 days",
  audience: "admin",
  key: "write",
  params: idParameter,
  answer: currentInvitationSchema,
  refuses: ["invitation_used"],
});

export const invitationRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const query = c.req.valid("query");
    const page = await dependencies.asActor(actor, (tx) => listInvitations(tx, query, dependencies.now()));
    return c.json(pageWithCan(invitationPolicy, actor, page), 200);
  })
  .openapi(create, async (c) => c.json(await createInvitation(c.var, c.req.valid("json")), 201))
  .openapi(remove, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const invitation = await dependencies.asActor(actor, async (tx, effects) => {
      const deleted = await deleteInvitation(tx, id);
      if (!deleted && (await findInvitation(tx, id))) {
        throw new HttpError(409, "invitation_used", invitationMessages.usedCannotBeDeleted);
      }
      if (!deleted) throw notFound("invitation");
      effects.audit("invitation_deleted", id);
      return deleted;
    });
    return c.json(invitation, 200);
  })
  .openapi(resend, async (c) => {
    const { dependencies, actor } = c.var;
    const { id } = c.req.valid("param");
    const invitation = await dependencies.asActor(actor, async (tx, effects) => {
      const prolonged = await extendInvitation(tx, id, dependencies.now());
      if (!prolonged && (await findInvitation(tx, id))) {
        throw new HttpError(409, "invitation_used", "A used invitation cannot be sent again.");
      }
      if (!prolonged) throw notFound("invitation");
      effects.audit("invitation_resent", id);
      effects.mail("invitation", { invitation_id: id });
      return withCan(invitationPolicy, actor, prolonged);
    });
    return c.json(invitation, 200);
  });
