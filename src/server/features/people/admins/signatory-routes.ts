import { type Kysely, type RawBuilder, sql } from "kysely";
import type { AuditKind } from "#shared/audit/audit.ts";
import type { SecondPersonReason } from "#shared/people/second-person.ts";
import {
  type Signatory,
  signatoryInputSchema,
  signatoryListSchema,
  signatoryReasonSchema,
  signatorySchema,
} from "#shared/people/signatories.ts";
import type { SignatoryNews } from "#shared/people/signatory-messages.ts";
import type { Caller } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import { notFound } from "../../../platform/http/http-error.ts";
import type { Policy, PolicyActor } from "../../../platform/http/policy.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";

const signatories = (db: Kysely<DB>) =>
  db
    .selectFrom("signatory_list")
    .select(["id", "user_id", "full_name", "email", "capacity", "origin", "how_known", "proposed_at", "is_first_admin"])
    .select(["proposed_by_name", "member_confirmed_by_name", "confirmed_at", "confirmed_by_name", "announced_at"])
    .select(["stands_from", "standing_since", "end_proposed_at", "end_proposed_by_name", "end_reason"])
    .select(["end_member_confirmed_by_name", "is_own", "refusal", "end_refusal"])
    .select([
      sql<Signatory["objections"]>`objections`.as("objections"),
      sql<boolean>`is_objected_to`.as("is_objected_to"),
      sql<boolean>`needs_members`.as("needs_members"),
      sql<boolean>`is_told_of_signatories()`.as("is_told"),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof signatories>["executeTakeFirstOrThrow"]>>;

function shown(actor: PolicyActor, row: Row) {
  const { is_told, end_refusal, ...signatory } = row;
  const has_own_objection = row.objections.some((objection) => objection.is_own && objection.withdrawn_at === null);
  const waiting = row.confirmed_at === null ? row.refusal : end_refusal;
  return {
    ...signatory,
    refusal: waiting as SecondPersonReason | null,
    can: signatoryPolicy(actor, { ...row, has_own_objection }),
  };
}

/** All of them: what waits first, then the newest. */
async function listSignatories(db: Kysely<DB>, actor: PolicyActor) {
  const rows = await signatories(db)
    .orderBy(sql`confirmed_at is not null and end_proposed_at is null`)
    .orderBy("proposed_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return { items: rows.map((row) => shown(actor, row)), next_cursor: null };
}

/** @throws HttpError 404 */
async function getSignatory(db: Kysely<DB>, actor: PolicyActor, id: string) {
  const row = await signatories(db).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("admin or second signatory");
  return shown(actor, row);
}

interface SignatoryRow {
  capacity: Signatory["capacity"];
  confirmed_at: Date | null;
  end_proposed_at: Date | null;
  standing_since: Date | null;
  is_first_admin: boolean;
  is_own: boolean;
  is_told: boolean;
  has_own_objection: boolean;
  /** Says why its reader cannot confirm that it begins. */
  refusal: string | null;
  /** Says why its reader cannot confirm that it ends. */
  end_refusal: string | null;
}

export const signatoryPolicy: Policy<SignatoryRow, keyof Signatory["can"]> = ({ isAdmin }, row) => {
  const isConfirmed = row.confirmed_at !== null;
  const isEnding = row.end_proposed_at !== null;
  const isRemovable = !row.is_own && !(row.capacity === "admin" && row.is_first_admin);
  return {
    confirm: !isConfirmed && row.refusal === null,
    refuse: isAdmin && !isConfirmed,
    propose_end: isAdmin && isConfirmed && !isEnding && isRemovable,
    confirm_end: isEnding && row.end_refusal === null,
    withdraw_end: isAdmin && isEnding && !row.is_own,
    object: isConfirmed && row.is_told && !row.is_own && row.standing_since === null && !row.has_own_objection,
    withdraw_objection: row.has_own_objection,
  };
};

const route = routesOf("People");

const list = route("get", "/signatories", {
  name: "listSignatories",
  summary: "Admins and second signatories, and who is proposed",
  audience: "approved",
  answer: signatoryListSchema,
});

const propose = route("post", "/signatories", {
  name: "proposeSignatory",
  summary: "Propose an approved member as an admin or a second signatory",
  audience: "admin",
  needsFreshSignIn: true,
  body: signatoryInputSchema,
  status: 201,
  answer: signatorySchema,
  refuses: ["not_found", "own_role", "person_not_eligible", "revision_conflict"],
});

const confirm = route("post", "/signatories/{id}/confirmation", {
  name: "confirmSignatory",
  summary: "Confirm whom somebody else proposed",
  audience: "approved",
  needsFreshSignIn: true,
  params: idParameter,
  answer: signatorySchema,
  refuses: ["second_person_required", "person_not_eligible", "revision_conflict"],
});

const refuse = route("post", "/signatories/{id}/refusal", {
  name: "refuseSignatory",
  summary: "Refuse or take back a proposal that is not confirmed",
  audience: "admin",
  params: idParameter,
  body: signatoryReasonSchema,
  status: 204,
  refuses: ["revision_conflict"],
});

const proposeEnd = route("post", "/signatories/{id}/end", {
  name: "proposeSignatoryEnd",
  summary: "Propose to take the role away",
  audience: "admin",
  needsFreshSignIn: true,
  params: idParameter,
  body: signatoryReasonSchema,
  answer: signatorySchema,
  refuses: ["own_role", "person_is_admin", "revision_conflict"],
});

const withdrawEnd = route("delete", "/signatories/{id}/end", {
  name: "withdrawSignatoryEnd",
  summary: "Take back the proposal to take a role away",
  audience: "admin",
  params: idParameter,
  answer: signatorySchema,
  refuses: ["own_role"],
});

const confirmEnd = route("post", "/signatories/{id}/end/confirmation", {
  name: "endSignatory",
  summary: "Take the role away, as somebody else proposed",
  audience: "approved",
  needsFreshSignIn: true,
  params: idParameter,
  status: 204,
  refuses: ["second_person_required"],
});

const object = route("post", "/signatories/{id}/objection", {
  name: "objectToSignatory",
  summary: "Object within a week of the announcement",
  audience: "approved",
  params: idParameter,
  body: signatoryReasonSchema,
  answer: signatorySchema,
  refuses: ["own_role", "revision_conflict"],
});

const withdrawObjection = route("delete", "/signatories/{id}/objection", {
  name: "withdrawSignatoryObjection",
  summary: "Withdraw one's own objection",
  audience: "approved",
  params: idParameter,
  answer: signatorySchema,
});

const what = "admin or second signatory";

export const signatoryRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await listSignatories(dependencies.readAs(actor), actor), 200);
  })
  .openapi(propose, async (c) => {
    const { dependencies, actor } = c.var;
    const { user_id, capacity, how_known } = c.req.valid("json");
    const proposed = await dependencies.asActor(actor, async (tx, effects) => {
      const call = sql`propose_signatory(${user_id}, ${capacity}, ${how_known})`;
      const id = await runCommand<string>(tx, call, "person");
      effects.audit("signatory_proposed", user_id, { capacity, how_known });
      return getSignatory(tx, actor, id);
    });
    return c.json(proposed, 201);
  })
  .openapi(confirm, async (c) => c.json(await confirmOne(c.var, c.req.valid("param").id), 200))
  .openapi(refuse, async (c) => {
    const { reason } = c.req.valid("json");
    await end(c.var, c.req.valid("param").id, (id) => sql`refuse_signatory(${id}, ${reason})`, {
      kind: () => "signatory_refused",
      reason,
    });
    return c.body(null, 204);
  })
  .openapi(proposeEnd, async (c) => {
    const { id } = c.req.valid("param");
    const { reason } = c.req.valid("json");
    const call = sql`propose_signatory_end(${id}, ${reason})`;
    return c.json(await change(c.var, id, call, "signatory_end_proposed", { reason }), 200);
  })
  .openapi(withdrawEnd, async (c) => {
    const { id } = c.req.valid("param");
    return c.json(await change(c.var, id, sql`keep_on_signatory(${id})`, "signatory_end_withdrawn"), 200);
  })
  .openapi(confirmEnd, async (c) => {
    await end(c.var, c.req.valid("param").id, (id) => sql`end_signatory(${id})`, {
      kind: (capacity) => (capacity === "admin" ? "admin_role_taken" : "signatory_ended"),
      isTold: true,
    });
    return c.body(null, 204);
  })
  .openapi(object, async (c) => {
    const { id } = c.req.valid("param");
    const { reason } = c.req.valid("json");
    const call = sql`object_to_signatory(${id}, ${reason})`;
    return c.json(await change(c.var, id, call, "signatory_objected", { reason }, "objected"), 200);
  })
  .openapi(withdrawObjection, async (c) => {
    const { id } = c.req.valid("param");
    const call = sql`withdraw_signatory_objection(${id})`;
    return c.json(await change(c.var, id, call, "signatory_objection_withdrawn"), 200);
  });

/** The rights of an admin begin at once. With the first of two members it waits on. @throws HttpError */
const confirmOne = ({ dependencies, actor }: Caller, id: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const outcome = await runCommand<"half" | "confirmed">(tx, sql`confirm_signatory(${id})`, what);
    const signatory = await getSignatory(tx, actor, id);
    const { user_id, capacity } = signatory;
    const kind = capacity === "admin" ? "admin_role_given" : "signatory_confirmed";
    effects.audit(outcome === "half" ? "signatory_half_confirmed" : kind, user_id, { capacity });
    if (outcome === "confirmed")
      effects.schedule("signatory-news", { signatory_id: id, news: "announced" }, dependencies.now());
    return signatory;
  });

const change = (
  { dependencies, actor }: Caller,
  id: string,
  call: RawBuilder<unknown>,
  kind: AuditKind,
  details: { reason?: string } = {},
  news?: SignatoryNews,
) =>
  dependencies.asActor(actor, async (tx, effects) => {
    await runCommand(tx, call, what);
    const signatory = await getSignatory(tx, actor, id);
    effects.audit(kind, signatory.user_id, details);
    if (news) effects.schedule("signatory-news", { signatory_id: id, news }, dependencies.now());
    return signatory;
  });

interface End {
  kind: (capacity: "admin" | "second") => AuditKind;
  reason?: string;
  isTold?: true;
}

/** The list no longer has what has ended. */
const end = (
  { dependencies, actor }: Caller,
  id: string,
  call: (id: string) => RawBuilder<unknown>,
  { kind, reason, isTold }: End,
) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const before = await tx
      .selectFrom("signatory_list")
      .select(["user_id", "capacity", "end_reason"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!before) throw notFound(what);
    const outcome = await runCommand<"half" | "ended" | "refused">(tx, call(id), what);
    const { user_id, capacity } = before;
    const details = { capacity, reason: reason ?? before.end_reason };
    effects.audit(outcome === "half" ? "signatory_end_half_confirmed" : kind(capacity), user_id, details);
    if (isTold && outcome === "ended")
      effects.schedule("signatory-news", { signatory_id: id, news: "ended" }, dependencies.now());
  });
