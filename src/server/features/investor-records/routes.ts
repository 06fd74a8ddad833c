import { createRoute } from "@hono/zod-openapi";
import { sql } from "kysely";
import type { z } from "zod";
import { savedMeanwhileMessages } from "#shared/app-messages.ts";
import { investorRecordFields, investorRecordMessages } from "#shared/investor-record-messages.ts";
import {
  investorRecordListSchema,
  investorRecordUpdateSchema,
  isUnder18,
  openedInvestorRecordSchema,
  ownInvestorRecordSchema,
} from "#shared/investor-records.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import { londonDate } from "#shared/london-time.ts";
import { reasonInputSchema } from "#shared/people.ts";
import { retainUntil } from "#shared/retain-until.ts";
import { openTo } from "../../auth/guard.ts";
import type { Caller } from "../../context.ts";
import { HttpError, notFound, refusedField } from "../../platform/http/http-error.ts";
import { pageWithCan } from "../../platform/http/policy.ts";
import { idParameter, jsonBody, responses } from "../../platform/http/responses.ts";
import { createRouter } from "../../router.ts";
import { investorRecordPolicy } from "./policy.ts";
import { findListedRecord, findOwnRecord, listOwnOpenings, listRecords, openRecord } from "./queries.ts";

const path = "/investor-records";

const read = createRoute({
  method: "get",
  path: `${path}/me`,
  summary: "One's own investor record, what is missing from it, and who opened it",
  ...openTo("person"),
  responses: responses(200, ownInvestorRecordSchema, "The record; empty where nothing was entered yet"),
});

const save = createRoute({
  method: "put",
  path: `${path}/me`,
  summary: "Save one's own investor record; what is not known yet is null",
  ...openTo("member"),
  request: { body: jsonBody(investorRecordUpdateSchema) },
  responses: responses(200, ownInvestorRecordSchema, "The record; 409 revision_conflict with the present one"),
});

const list = createRoute({
  method: "get",
  path,
  summary: "Which investor records there are, newest first, without what is in them",
  ...openTo("admin"),
  request: { query: pageQuerySchema },
  responses: responses(200, investorRecordListSchema, "A page of records"),
});

const open = createRoute({
  method: "post",
  path: `${path}/{id}/open`,
  summary: "Open somebody else's investor record; they can read who did and why",
  ...openTo("admin"),
  request: { params: idParameter, body: jsonBody(reasonInputSchema) },
  responses: responses(200, openedInvestorRecordSchema, "The record; 409 own_record for one's own"),
});

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
      retain_until: retainUntil(holds_shares ? today : needed_until, deals.retention_years, today),
      openings: await listOwnOpenings(tx),
      can: { save: actor.isMember },
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
    return written;
  });
  if (saved) return;
  const record = await readOwnRecord(caller);
  throw new HttpError(409, "revision_conflict", savedMeanwhileMessages.refused, { record });
}

function openOthersRecord({ dependencies, actor }: Caller, id: string, reason: string) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const listed = await findListedRecord(tx, id);
    if (listed && !investorRecordPolicy(actor, listed).open)
      throw new HttpError(409, "own_record", investorRecordMessages.ownRecord);
    const opened = await openRecord(tx, id, reason);
    if (!opened) throw notFound("investor record");
    effects.audit("investor_record_opened", id, { opening_id: opened.openingId });
    return opened.record;
  });
}
