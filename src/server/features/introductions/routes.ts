import { type Kysely, sql, type Transaction } from "kysely";
import {
  type IntroductionInput,
  type IntroductionOutlook,
  introductionBarInputSchema,
  introductionBlockListSchema,
  introductionInputSchema,
  introductionListSchema,
  introductionOutlookSchema,
  introductionReportInputSchema,
  introductionReportListSchema,
  introductionReportSchema,
  introductionSchema,
  introductionSettingsInputSchema,
  introductionSettingsSchema,
  outlookQuerySchema,
} from "#shared/introductions/introductions.ts";
import { pageQuerySchema } from "#shared/lists.ts";
import type { Caller } from "../../context.ts";
import type { DB } from "../../platform/db/database.generated.ts";
import { transition } from "../../platform/db/transition.ts";
import { notFound } from "../../platform/http/http-error.ts";
import { keysetPage, newestFirst } from "../../platform/http/keyset-page.ts";
import { pageWithCan, withCan } from "../../platform/http/policy.ts";
import { idParameter, statusSchema } from "../../platform/http/responses.ts";
import { runCommand, withPresentRecord } from "../../platform/http/run-command.ts";
import { routesOf } from "../../route.ts";
import { createRouter } from "../../router.ts";
import { introductionPolicy, introductionReportPolicy } from "./policy.ts";

interface Page {
  limit: number;
  cursor?: string | undefined;
}

const ownColumns = [
  "id",
  "is_asker",
  "message",
  "state",
  "asked_at",
  "expires_at",
  "ended_at",
  "name",
  "email",
  "profile_id",
  "location",
  "tier",
  "member_since",
  "is_reported",
  "is_blocked",
] as const;

const listOwn = (db: Kysely<DB>, page: Page) =>
  keysetPage(db.selectFrom("own_introductions").select(ownColumns), newestFirst("asked_at"), page);

/** @throws HttpError 404 where it is not one's own. */
async function getOwn(db: Kysely<DB>, id: string) {
  const row = await db.selectFrom("own_introductions").select(ownColumns).where("id", "=", id).executeTakeFirst();
  if (!row) throw notFound("introduction");
  return row;
}

/** @throws HttpError 404 for a profile that the directory does not show. */
async function readOutlook(db: Kysely<DB>, profileId: string): Promise<IntroductionOutlook> {
  const { rows } = await sql<Omit<IntroductionOutlook, "again_at"> & { again_at: Date | null }>`
    select state, left_this_week, again_at, email from introduction_outlook(${profileId})`.execute(db);
  const [row] = rows;
  if (!row) throw notFound("profile");
  return { ...row, again_at: row.again_at?.toISOString() ?? null };
}

async function readSettings(db: Kysely<DB>, userId: string | null) {
  const row = await db
    .selectFrom("introduction_settings")
    .select(["is_off", "barred_because"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? { is_off: false, barred_because: null };
}

const saveSettings = (tx: Transaction<DB>, userId: string, is_off: boolean) =>
  tx
    .insertInto("introduction_settings")
    .values({ user_id: userId, is_off })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ is_off }))
    .execute();

const listBlocks = (db: Kysely<DB>, page: Page) =>
  keysetPage(
    db.selectFrom("own_introduction_blocks").select(["id", "name", "blocked_at"]),
    newestFirst("blocked_at"),
    page,
  );

const reportColumns = [
  "id",
  "reported_at",
  "reason",
  "message",
  "asked_at",
  "asker_id",
  "asker_name",
  "asked_name",
  "outcome",
  "note",
  "closed_at",
  "closed_by_name",
  "is_barred",
] as const;

const listReports = (db: Kysely<DB>, page: Page) =>
  keysetPage(db.selectFrom("introduction_report_list").select(reportColumns), newestFirst("reported_at"), page);

/** @throws HttpError 404 without one. */
async function getReport(db: Kysely<DB>, id: string) {
  const row = await db
    .selectFrom("introduction_report_list")
    .select(reportColumns)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) throw notFound("report");
  return row;
}

/** @throws HttpError 409 where one cannot ask, 404 for a profile that the directory does not show. */
function ask({ dependencies, actor }: Caller, { profile_id, message }: IntroductionInput) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const { rows } = await sql<{ introduction_id: string; asked_id: string | null }>`
      select introduction_id, asked_id from ask_for_introduction(${profile_id}, ${message})`.execute(tx);
    const [row] = rows;
    if (!row) throw notFound("profile");
    // Whoever was blocked is not told so, and nobody is told of their request.
    if (row.asked_id) {
      effects.notify(row.asked_id, "introduction_asked", row.introduction_id);
      effects.mail("introduction-asked", { introduction_id: row.introduction_id });
    }
    return readOne(tx, actor, row.introduction_id);
  });
}

/** The asked one accepts or declines, the asker withdraws; the other is told, but not of what was withdrawn. */
function answer({ dependencies, actor }: Caller, id: string, to: "accepted" | "declined" | "withdrawn") {
  return dependencies.asActor(actor, async (tx, effects) => {
    const outcome = await transition(tx, { table: "introductions", id, from: ["open"], to }, "introduction");
    if (outcome === "changed" && to !== "withdrawn") {
      const { asker_id } = await tx
        .selectFrom("introductions")
        .select("asker_id")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      effects.notify(asker_id, `introduction_${to}`, id);
      effects.mail("introduction-answered", { introduction_id: id, to: "asker" });
      if (to === "accepted") effects.mail("introduction-answered", { introduction_id: id, to: "asked" });
    }
    return readOne(tx, actor, id);
  });
}

/** The person who asked is not told. */
function block({ dependencies, actor }: Caller, id: string) {
  return dependencies.asActor(actor, async (tx) => {
    const { rows } = await sql<{ is_blocked: boolean }>`select block_asker(${id}) as is_blocked`.execute(tx);
    if (!rows[0]?.is_blocked) throw notFound("introduction");
    return readOne(tx, actor, id);
  });
}

function unblock({ dependencies, actor }: Caller, id: string): Promise<boolean> {
  return dependencies.asActor(actor, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom("introduction_blocks").where("id", "=", id).executeTakeFirst();
    return numDeletedRows > 0n;
  });
}

/** Reports a message once; a second report of it changes nothing. */
function report({ dependencies, actor }: Caller, id: string, reason: string) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const { is_asker, is_reported } = await getOwn(tx, id);
    if (is_asker) throw notFound("introduction");
    if (!is_reported) {
      await tx
        .insertInto("introduction_reports")
        .values({ introduction_id: id, reason })
        .onConflict((conflict) => conflict.column("introduction_id").doNothing())
        .execute();
      const asker = tx.selectFrom("introductions").select("asker_id").where("id", "=", id);
      effects.audit("introduction_reported", (await asker.executeTakeFirstOrThrow()).asker_id);
    }
    return readOne(tx, actor, id);
  });
}

const readOne = async (tx: Transaction<DB>, actor: Caller["actor"], id: string) =>
  withCan(introductionPolicy, actor, await getOwn(tx, id));

const route = routesOf("Introductions");

const list = route("get", "/introductions", {
  name: "listIntroductions",
  summary: "Introductions that one asked for and was asked for",
  audience: "approved",
  query: pageQuerySchema,
  answer: introductionListSchema,
});

const outlook = route("get", "/introductions/outlook", {
  name: "getIntroductionOutlook",
  summary: "Whether one could ask for an introduction now",
  audience: "approved",
  query: outlookQuerySchema,
  answer: introductionOutlookSchema,
  refuses: ["not_found"],
});

const create = route("post", "/introductions", {
  name: "requestIntroduction",
  summary: "Ask for an introduction: the message is passed on, no address is",
  audience: "approved",
  body: introductionInputSchema,
  status: 201,
  answer: introductionSchema,
  refuses: ["not_found", "introduction_not_possible"],
});

const accept = route("post", "/introductions/{id}/accept", {
  name: "acceptIntroduction",
  summary: "Accept an introduction: both get the other's address",
  audience: "approved",
  params: idParameter,
  answer: introductionSchema,
  refuses: ["introduction_answered"],
});

const decline = route("post", "/introductions/{id}/decline", {
  name: "declineIntroduction",
  summary: "Decline an introduction: the asker is told without a reason",
  audience: "approved",
  params: idParameter,
  answer: introductionSchema,
  refuses: ["introduction_answered"],
});

const withdraw = route("post", "/introductions/{id}/withdraw", {
  name: "withdrawIntroduction",
  summary: "Withdraw one's own request",
  audience: "approved",
  params: idParameter,
  answer: introductionSchema,
  refuses: ["introduction_answered"],
});

const blockRoute = route("post", "/introductions/{id}/block", {
  name: "blockIntroduction",
  summary: "Block who asked: they cannot ask again, and are not told",
  audience: "approved",
  params: idParameter,
  answer: introductionSchema,
});

const reportRoute = route("post", "/introductions/{id}/report", {
  name: "reportIntroduction",
  summary: "Report a request that one got to the admins",
  audience: "approved",
  params: idParameter,
  body: introductionReportInputSchema,
  answer: introductionSchema,
});

const settings = route("get", "/introduction-settings/me", {
  name: "getOwnIntroductionSettings",
  summary: "Whether members may ask one, and whether one may ask",
  audience: "approved",
  answer: introductionSettingsSchema,
});

const change = route("put", "/introduction-settings/me", {
  name: "saveOwnIntroductionSettings",
  summary: "Let members ask one for introductions, or not",
  audience: "approved",
  body: introductionSettingsInputSchema,
  answer: introductionSettingsSchema,
});

const blocks = route("get", "/introduction-blocks", {
  name: "listIntroductionBlocks",
  summary: "Members that one blocked",
  audience: "approved",
  query: pageQuerySchema,
  answer: introductionBlockListSchema,
});

const endBlock = route("delete", "/introduction-blocks/{id}", {
  name: "endIntroductionBlock",
  summary: "Let somebody that one blocked ask again",
  audience: "approved",
  params: idParameter,
  answer: statusSchema,
});

const listReportsRoute = route("get", "/introduction-reports", {
  name: "listIntroductionReports",
  summary: "Requests for an introduction that were reported",
  audience: "admin",
  query: pageQuerySchema,
  answer: introductionReportListSchema,
});

const dismiss = route("post", "/introduction-reports/{id}/dismiss", {
  name: "dismissIntroductionReport",
  summary: "Close a report; nothing changes for who asked",
  audience: "admin",
  params: idParameter,
  answer: introductionReportSchema,
  refuses: ["already_reviewed", "own_role"],
});

const bar = route("post", "/introduction-reports/{id}/bar", {
  name: "barIntroductions",
  summary: "Close a report: who asked can ask nobody any more",
  audience: "admin",
  params: idParameter,
  body: introductionBarInputSchema,
  answer: introductionReportSchema,
  refuses: ["already_reviewed", "own_role"],
});

const lift = route("post", "/introduction-reports/{id}/lift", {
  name: "liftIntroductionBar",
  summary: "Let somebody whose asking was ended ask again",
  audience: "admin",
  params: idParameter,
  answer: introductionReportSchema,
});

export const introductionRoutes = createRouter()
  .openapi(list, async (c) => {
    const { dependencies, actor } = c.var;
    const page = await listOwn(dependencies.readAs(actor), c.req.valid("query"));
    return c.json(pageWithCan(introductionPolicy, actor, page), 200);
  })
  .openapi(outlook, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await readOutlook(dependencies.readAs(actor), c.req.valid("query").profile_id), 200);
  })
  .openapi(create, async (c) => c.json(await ask(c.var, c.req.valid("json")), 201))
  .openapi(accept, async (c) => c.json(await answer(c.var, c.req.valid("param").id, "accepted"), 200))
  .openapi(decline, async (c) => c.json(await answer(c.var, c.req.valid("param").id, "declined"), 200))
  .openapi(withdraw, async (c) => c.json(await answer(c.var, c.req.valid("param").id, "withdrawn"), 200))
  .openapi(blockRoute, async (c) => c.json(await block(c.var, c.req.valid("param").id), 200))
  .openapi(reportRoute, async (c) =>
    c.json(await report(c.var, c.req.valid("param").id, c.req.valid("json").reason), 200),
  )
  .openapi(settings, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await readSettings(dependencies.readAs(actor), actor.userId), 200);
  })
  .openapi(change, async (c) => {
    const { dependencies, actor } = c.var;
    const { is_off } = c.req.valid("json");
    const saved = await dependencies.asActor(actor, async (tx) => {
      await saveSettings(tx, actor.userId ?? "", is_off);
      return readSettings(tx, actor.userId);
    });
    return c.json(saved, 200);
  })
  .openapi(blocks, async (c) => {
    const { dependencies, actor } = c.var;
    return c.json(await listBlocks(dependencies.readAs(actor), c.req.valid("query")), 200);
  })
  .openapi(endBlock, async (c) => c.json({ status: await unblock(c.var, c.req.valid("param").id) }, 200))
  .openapi(listReportsRoute, async (c) => {
    const { dependencies, actor } = c.var;
    const page = await listReports(dependencies.readAs(actor), c.req.valid("query"));
    return c.json(pageWithCan(introductionReportPolicy, actor, page), 200);
  })
  .openapi(dismiss, async (c) => c.json(await close(c.var, c.req.valid("param").id, "dismissed", null), 200))
  .openapi(bar, async (c) =>
    c.json(await close(c.var, c.req.valid("param").id, "barred", c.req.valid("json").reason), 200),
  )
  .openapi(lift, async (c) => c.json(await liftBar(c.var, c.req.valid("param").id), 200));

const close = ({ dependencies, actor }: Caller, id: string, outcome: "dismissed" | "barred", note: string | null) =>
  withPresentRecord(
    () =>
      dependencies.asActor(actor, async (tx, effects) => {
        const call = sql`close_introduction_report(${id}, ${outcome}, ${note})`;
        const result = await runCommand<"changed" | "unchanged">(tx, call, "report");
        const report = await getReport(tx, id);
        if (result === "changed") {
          effects.audit(`introduction_report_${outcome}`, report.asker_id);
          if (outcome === "barred") effects.notify(report.asker_id, "introductions_barred");
        }
        return withCan(introductionReportPolicy, actor, report);
      }),
    () => dependencies.asActor(actor, async (tx) => withCan(introductionReportPolicy, actor, await getReport(tx, id))),
  );

function liftBar({ dependencies, actor }: Caller, id: string) {
  return dependencies.asActor(actor, async (tx, effects) => {
    const { asker_id } = await getReport(tx, id);
    const { rows } = await sql<{ is_lifted: boolean }>`
      select lift_introduction_bar(${asker_id}) as is_lifted`.execute(tx);
    if (rows[0]?.is_lifted) effects.audit("introduction_bar_lifted", asker_id);
    return withCan(introductionReportPolicy, actor, await getReport(tx, id));
  });
}
