import type { z } from "@hono/zod-openapi";
import { sql, type Transaction } from "kysely";
import {
  currentInvitationSchema,
  type Invitation,
  type InvitationQuery,
  type InvitationState,
  invitationInputSchema,
  invitationListSchema,
  invitationMessages,
  invitationQuerySchema,
  invitationSchema,
} from "#shared/invitations/invitations.ts";
import { personName } from "#shared/people/person-name.ts";
import { isUsableInvitation } from "../../auth/registration/usable-invitation.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { isUniqueViolation } from "../../platform/db/errors.ts";
import { HttpError, notFound } from "../../platform/http/http-error.ts";
import { fromCursor, keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";
import { type Policy, pageWithCan, withCan } from "../../platform/http/policy.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import {
  createInvitationCode,
  deleteInvitation,
  deleteUnused,
  extendInvitation,
  findInvitation,
  findUnused,
  invitationColumns,
  invitationExpiry,
} from "./queries.ts";

const route = routesOf("People");

const list = route("get", "/invitations", {
  name: "listInvitations",
  summary: "Invitations and who made and used them",
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

export const invitationPolicy: Policy<{ used_at: Date | null }, keyof Invitation["can"]> = (actor, { used_at }) => {
  const isOpen = actor.isAdmin && used_at === null;
  return { resend: isOpen, delete: isOpen };
};

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
        throw new HttpError("invitation_used", invitationMessages.usedCannotBeDeleted);
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
        throw new HttpError("invitation_used", "A used invitation cannot be sent again.");
      }
      if (!prolonged) throw notFound("invitation");
      effects.audit("invitation_resent", id);
      effects.mail("invitation", { invitation_id: id });
      return withCan(invitationPolicy, actor, prolonged);
    });
    return c.json(invitation, 200);
  });

/**
 * Replaces an expired invitation; an active one only with `replace`. @throws HttpError invitation_exists,
 * account_exists.
 */
async function createInvitation(
  { dependencies, actor }: Caller,
  { replace, ...input }: z.output<typeof invitationInputSchema>,
) {
  const now = dependencies.now();
  const { email } = input;
  try {
    return await dependencies.asActor(actor, async (tx, effects) => {
      // First: it waits for a concurrent registration, whose account is then found below.
      for (const { id } of await deleteUnused(tx, [email], replace ? null : now))
        effects.audit("invitation_deleted", id);
      await assertNoAccount(tx, email);
      const invitation = await tx
        .insertInto("invitations")
        .values({ ...input, code: createInvitationCode(), expires_at: invitationExpiry(now), created_by: actor.userId })
        .returning(invitationColumns)
        .executeTakeFirstOrThrow();
      effects.audit("invitation_created", invitation.id);
      effects.mail("invitation", { invitation_id: invitation.id });
      return withCan(invitationPolicy, actor, invitation);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const invitation = await dependencies.asActor(actor, (tx) => findUnused(tx, email));
    throw new HttpError("invitation_exists", invitationMessages.exists, invitation && { invitation });
  }
}

async function assertNoAccount(tx: Transaction<DB>, email: string): Promise<void> {
  const person = await tx.selectFrom("membership_requests").select("id").where("email", "=", email).executeTakeFirst();
  if (person) throw new HttpError("account_exists", "This email address already has an account.");
}

export async function listInvitations(tx: Transaction<DB>, { q, state, ...page }: InvitationQuery, now: Date) {
  const order = newestFirst("created_at");
  const [moment = null, id = null] = fromCursor(order, page.cursor) ?? [];
  const invitations = tx
    .selectFrom("invitations")
    .select(invitationColumns)
    .$if(Boolean(q), (query) =>
      query.where(
        sql<boolean>`id in (select find_invitations(${q}, ${state ?? null}, ${now}, ${moment}, ${id}, ${page.limit + 1}))`,
      ),
    )
    .$if(!q && state !== undefined, (query) => query.where(isIn(state ?? "unused", now)));
  const { items, next_cursor } = await keysetPage(invitations, order, page);
  return { items: await withPeople(tx, items), next_cursor };
}

function isIn(state: InvitationState, now: Date) {
  if (state === "used") return sql<boolean>`used_at is not null`;
  return state === "expired" ? sql<boolean>`used_at is null and expires_at <= ${now}` : isUsableInvitation(now);
}

/** Per page: a join would evaluate the view for every row. */
async function withPeople<Row extends { created_by: string | null; used_by: string | null }>(
  tx: Transaction<DB>,
  invitations: Row[],
) {
  const ids = invitations.flatMap(({ created_by, used_by }) => [created_by, used_by]).filter((id) => id !== null);
  const rows = await tx
    .selectFrom("membership_requests")
    .select(["user_id", "full_name", "email"])
    .where(sql<boolean>`user_id = any(${[...new Set(ids)]}::uuid[])`)
    .execute();
  const people = new Map(rows.map((row) => [row.user_id, row]));
  const find = (id: string | null) => (id === null ? undefined : people.get(id));
  return invitations.map((invitation) => {
    const creator = find(invitation.created_by);
    return {
      ...invitation,
      created_by_name: creator ? personName(creator) : null,
      used_by_name: find(invitation.used_by)?.full_name ?? null,
      used_by_email: find(invitation.used_by)?.email ?? null,
    };
  });
}
