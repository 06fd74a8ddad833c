import { type Kysely, sql, type Transaction } from "kysely";
import type { z } from "zod";
import { savedMeanwhileMessages } from "#shared/account/app-messages.ts";
import { investorRecordFields, investorRecordMessages } from "#shared/investor-records/investor-record-messages.ts";
import {
  investorRecordListSchema,
  investorRecordUpdateSchema,
  isUnder18,
  type ListedInvestorRecord,
  openedInvestorRecordSchema,
  ownInvestorRecordSchema,
} from "#shared/investor-records/investor-records.ts";
import { recordKeptUntil } from "#shared/investor-records/retain-until.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { londonDate } from "#shared/london-time.ts";
import { reasonInputSchema } from "#shared/people/people.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { HttpError, notFound, refusedField } from "../../platform/http/http-error.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";
import { type Policy, pageWithCan } from "../../platform/http/policy.ts";
import { idParameter } from "../../platform/http/responses.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { toldFields } from "./mails.ts";

const route = routesOf("Statements");

const read = route("get", "/investor-records/me", {
  name: "getOwnInvestorRecord",
  summary: "One's own investor record, and who opened it",
  audience: "person",
  answer: ownInvestorRecordSchema,
});

const save = route("put", "/investor-records/me", {
  name: "saveOwnInvestorRecord",
  summary: "Save one's own investor record",
  // Members, and who still holds shares: what is sold is paid to the account that they name.
  audience: "person",
  body: investorRecordUpdateSchema,
  answer: ownInvestorRecordSchema,
  refuses: ["revision_conflict", "forbidden"],
});

const list = route("get", "/investor-records", {
  name: "listInvestorRecords",
  summary: "Which investor records there are, without what is in them",
  audience: "admin",
  query: pageQuerySchema,
  answer: investorRecordListSchema,
});

const open = route("post", "/investor-records/{id}/open", {
  name: "openInvestorRecord",
  summary: "Open somebody else's investor record",
  audience: "admin",
  params: idParameter,
  body: reasonInputSchema,
  answer: openedInvestorRecordSchema,
  refuses: ["own_record"],
});

/** Their own is open to everybody by another way. */
export const investorRecordPolicy: Policy<Pick<ListedInvestorRecord, "user_id">, keyof ListedInvestorRecord["can"]> = (
  actor,
  record,
) => ({ open: actor.isAdmin && record.user_id !== actor.userId });

export const investorRecordRoutes = createRouter()
  .openapi(read, async (c) => c.json(await readOwnRecord(c.var), 200))
  .openapi(save, async (c) => {
    await saveOwnRecord(c.var, c.req.valid("json"));
    return c.json(await readOwnRecord(c.var), 200);
  })
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const page = await listRecords(dependencies.readAs(actor), c.req.valid("query"));
    return c.json(pageWithCan(investorRecordPolicy, actor, page), 200);
  })
  .openapi(open, async (c) => {
    const { reason } = c.req.valid("json");
    return c.json(await openOthersRecord(c.var, c.req.valid("param").id, reason), 200);
  });

const emptyRecord = {
  legal_name: null,
  date_of_birth: null,
  address: null,
  country: null,
  is_uk_taxpayer: null,
  bank_account_name: null,
  updated_at: null,
  is_complete: false,
  needed_until: null,
  holds_shares: false,
};

async function readOwnRecord({ dependencies, actor }: Caller) {
  const { asActor, readClub, now } = dependencies;
  const { deals } = await readClub();
  return asActor(actor, async (tx) => {
    const found = await findOwnRecord(tx, actor.userId ?? "");
    const { updated_at, is_complete, needed_until, holds_shares, ...record } = found ?? emptyRecord;
    const today = londonDate(now());
    return {
      updated_at,
      record,
      is_complete,
      missing: investorRecordFields.filter((field) => record[field] === null),
      retain_until: recordKeptUntil({ needed_until, holds_shares }, deals.retention_years, today),
      openings: await listOwnOpenings(tx),
      can: { save: actor.isMember || holds_shares },
    };
  });
}

async function saveOwnRecord(
  caller: Caller,
  { expected_version, ...input }: z.output<typeof investorRecordUpdateSchema>,
) {
  const { dependencies, actor } = caller;
  const userId = actor.userId ?? "";
  if (input.date_of_birth && isUnder18(input.date_of_birth, londonDate(dependencies.now())))
    throw refusedField("date_of_birth", investorRecordMessages.tooYoung);
  const saved = await dependencies.asActor(actor, async (tx, effects) => {
    const before = await findOwnRecord(tx, userId);
    const written = await tx
      .insertInto("investor_records")
      .values({ user_id: userId, ...input })
      .onConflict((conflict) => {
        const update = conflict.column("user_id").doUpdateSet({ ...input, updated_at: dependencies.now() });
        if (expected_version === undefined) return update;
        return update.where(sql<boolean>`investor_records.updated_at = ${expected_version}::timestamptz`);
      })
      .returning("id")
      .executeTakeFirst();
    if (written) effects.audit("investor_record_saved", userId);
    const fields = toldFields.filter(
      (name) => before?.[name] && input[name] !== undefined && input[name] !== before[name],
    );
    if (written && fields.length > 0)
      effects.mail("investor-record-changed", {
        user_id: userId,
        fields,
        changed_at: dependencies.now().toISOString(),
      });
    return written;
  });
  if (saved) return;
  const record = await readOwnRecord(caller);
  throw new HttpError("revision_conflict", savedMeanwhileMessages.refused, { record });
}

const columns = ["legal_name", "date_of_birth", "address", "country", "is_uk_taxpayer", "bank_account_name"] as const;

const findOwnRecord = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom("investor_records")
    .select(columns)
    .select(["updated_at", "is_complete", "needed_until", sql<boolean>`holds_shares(id)`.as("holds_shares")])
    .where("user_id", "=", userId)
    .executeTakeFirst();

const openingsShown = 100;

const listOwnOpenings = (db: Kysely<DB>) =>
  db
    .selectFrom("own_record_openings")
    .select(["id", "created_at", "reason", "opened_by_name"])
    .orderBy("id", "desc")
    .limit(openingsShown)
    .execute();

const order = newestFirst("created_at", "id");

function listRecords(db: Kysely<DB>, page: { limit: number; cursor?: string | undefined }) {
  const records = db
    .selectFrom("investor_record_list")
    .select(["id", "created_at", "user_id", "full_name", "email", "is_complete", "sealed_at", "retain_until"]);
  return keysetPage(records, order, page);
}

const findListedRecord = (tx: Transaction<DB>, id: string) =>
  tx.selectFrom("investor_record_list").select("user_id").where("id", "=", id).executeTakeFirst();

/** Leaves an opening, which its owner reads. @returns undefined where there is no such record. */
async function openRecord(tx: Transaction<DB>, id: string, reason: string) {
  const record = await tx
    .selectFrom(sql<DB["investor_records"]>`open_investor_record(${id}, ${reason})`.as("r"))
    .select("id")
    .select(columns)
    .executeTakeFirst();
  if (!record) return undefined;
  const opening = await tx
    .selectFrom("investor_record_openings")
    .select("id")
    .where("record_id", "=", id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  return { record, openingId: opening.id };
}

function openOthersRecord({ dependencies, actor }: Caller, id: string, reason: string) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const listed = await findListedRecord(tx, id);
    if (listed && !investorRecordPolicy(actor, listed).open)
      throw new HttpError("own_record", investorRecordMessages.ownRecord);
    const opened = await openRecord(tx, id, reason);
    if (!opened) throw notFound("investor record");
    effects.audit("investor_record_opened", id, { opening_id: opened.openingId });
    return opened.record;
  });
}
