import { randomUUID } from "node:crypto";
import type { z } from "@hono/zod-openapi";
import { type Kysely, type Selectable, sql } from "kysely";
import { type BankFeed, bankFeedInputSchema, bankFeedsSchema } from "#shared/funds/bank-feeds.ts";
import { type FeedState, bankFeedMessages as messages } from "#shared/funds/bank-feeds-messages.ts";
import { reasonInputSchema } from "#shared/funds/funds.ts";
import { formatMoment } from "#shared/london-time.ts";
import { adminName } from "#shared/people/person-name.ts";
import type { Caller } from "../../../context.ts";
import type { BankFeedList, DB } from "../../../platform/db/database.generated.ts";
import { HttpError, notFound } from "../../../platform/http/http-error.ts";
import type { Policy, PolicyActor } from "../../../platform/http/policy.ts";
import { idParameter } from "../../../platform/http/responses.ts";
import { runCommand } from "../../../platform/http/run-command.ts";
import { routesOf } from "../../../route.ts";
import { createRouter } from "../../../router.ts";
import { readAccounts } from "../accounts/account-queries.ts";

async function readFeeds(db: Kysely<DB>, actor: PolicyActor, dealId: string) {
  const rows = await db
    .selectFrom("bank_feed_list")
    .selectAll()
    .where("deal_id", "=", dealId)
    .orderBy("entered_at", "desc")
    .execute();
  const find = (state: FeedState) => {
    const row = rows.find((one) => one.state === state);
    return row ? toFeed(row, actor) : null;
  };
  return { active: find("active"), waiting: find("waiting"), stopped: find("stopped") };
}

type Row = Selectable<BankFeedList>;

function toFeed(row: Row, actor: PolicyActor) {
  const { id, environment, entered_at, entered_by_name, confirmed_at, confirmed_by_name, confirmers } = row;
  const { read_at, balance_pence, pending_pence, retry_at } = row;
  return {
    id,
    environment,
    entered_at,
    entered_by_name,
    confirmed_at,
    confirmed_by_name,
    confirmers: confirmers ?? [],
    read_at,
    balance_pence,
    pending_pence,
    said: describeStop(row) ?? describeFailure(row),
    retry_at,
    can: bankFeedPolicy(actor, row),
  };
}

function describeStop({ stopped_at, stopped_by_name, stopped_because, stop_reason }: Row): string | null {
  if (!stopped_at || !stopped_because) return null;
  const because =
    stopped_because === "admin"
      ? messages.stoppedBy(adminName(stopped_by_name), stop_reason ?? "")
      : messages.stops[stopped_because];
  return messages.stopped(because, formatMoment(stopped_at));
}

function describeFailure({ failing_since, failure, gap_pence }: Row): string | null {
  if (!failing_since || !failure) return null;
  const words = failure === "balance_differs" ? messages.balanceDiffers(gap_pence ?? 0) : messages.failures[failure];
  return messages.failingSince(words, formatMoment(failing_since));
}

const findFeed = (db: Kysely<DB>, id: string) =>
  db.selectFrom("bank_feed_list").select(["deal_id", "refusal", "state"]).where("id", "=", id).executeTakeFirst();

const route = routesOf("Funds");

const read = route("get", "/deals/{id}/bank-feeds", {
  name: "getBankFeeds",
  summary: "Feeds of a deal",
  audience: "admin",
  params: idParameter,
  answer: bankFeedsSchema,
});

const enter = route("post", "/bank-feeds", {
  name: "enterBankFeed",
  summary: "Enter a feed",
  audience: "admin",
  needsFreshSignIn: true,
  body: bankFeedInputSchema,
  status: 201,
  answer: bankFeedsSchema,
  refuses: ["bank_unavailable", "revision_conflict", "not_found"],
});

const confirm = route("post", "/bank-feeds/{id}/confirm", {
  name: "confirmBankFeed",
  summary: "Confirm a feed",
  audience: "admin",
  needsFreshSignIn: true,
  params: idParameter,
  answer: bankFeedsSchema,
  refuses: ["bank_unavailable", "revision_conflict", "second_person_required"],
});

const sync = route("post", "/bank-feeds/{id}/sync", {
  name: "syncBankFeed",
  summary: "Read a feed now",
  audience: "admin",
  params: idParameter,
  answer: bankFeedsSchema,
  refuses: ["revision_conflict"],
});

const stop = route("post", "/bank-feeds/{id}/stop", {
  name: "stopBankFeed",
  summary: "Stop a feed",
  audience: "admin",
  params: idParameter,
  body: reasonInputSchema,
  answer: bankFeedsSchema,
  refuses: ["revision_conflict"],
});

interface FeedRow {
  state: FeedState;
  /** Says why this reader is no second person for it; null where they are. */
  refusal: string | null;
}

export const bankFeedPolicy: Policy<FeedRow, keyof BankFeed["can"]> = ({ isAdmin }, { state, refusal }) => ({
  confirm: isAdmin && state === "waiting" && refusal === null,
  stop: isAdmin && state !== "stopped",
  sync: isAdmin && state === "active",
});

export const bankFeedRoutes = createRouter()
  .openapi(read, async (c) => {
    const { dependencies, actor } = c.var;
    const db = dependencies.readAs(actor);
    const { id } = c.req.valid("param");
    const deal = await db.selectFrom("deals").select("id").where("id", "=", id).executeTakeFirst();
    if (!deal) throw notFound("deal");
    return c.json(await readFeeds(db, actor, id), 200);
  })
  .openapi(enter, async (c) => c.json(await enterOne(c.var, c.req.valid("json")), 201))
  .openapi(confirm, async (c) => c.json(await confirmOne(c.var, c.req.valid("param").id), 200))
  .openapi(sync, async (c) => c.json(await syncOne(c.var, c.req.valid("param").id), 200))
  .openapi(stop, async (c) => c.json(await stopOne(c.var, c.req.valid("param").id, c.req.valid("json").reason), 200));

async function enterOne(
  { dependencies, actor }: Caller,
  { deal_id, environment, token }: z.output<typeof bankFeedInputSchema>,
) {
  const db = dependencies.readAs(actor);
  const deal = await db.selectFrom("deals").select("id").where("id", "=", deal_id).executeTakeFirst();
  if (!deal) throw notFound("deal");
  const { current } = await readAccounts(db, deal_id);
  if (!current) throw new HttpError("revision_conflict", messages.noAccount);
  const found = await dependencies.bankFeeds.findAccount(environment, token, current);
  return dependencies.asActor(actor, async (tx, effects) => {
    const id = randomUUID();
    const { key_id, sealed } = dependencies.bankFeeds.seal(id, token);
    await runCommand(
      tx,
      sql`enter_bank_feed(${id}, ${deal_id}, ${environment}, ${found.sort_code}, ${found.account_number}, ${found.id},
                          ${found.category_id}, ${key_id}, ${sealed})`,
      "deal",
    );
    effects.audit("bank_feed_entered", deal_id, { feed_id: id, environment });
    return readFeeds(tx, actor, deal_id);
  });
}

/** The bank is asked again: meanwhile the token may do more, or open another account. */
async function confirmOne({ dependencies, actor }: Caller, id: string) {
  const feed = await findFeed(dependencies.readAs(actor), id);
  if (!feed?.deal_id) throw notFound("feed");
  const { deal_id } = feed;
  const mayConfirm = feed.state === "waiting" && feed.refusal === null;
  const found = mayConfirm ? await dependencies.bankFeeds.findAccountOf(id) : undefined;
  await dependencies.asActor(actor, async (tx, effects) => {
    await runCommand(
      tx,
      sql`confirm_bank_feed(${id}, ${found?.sort_code ?? ""}, ${found?.account_number ?? ""})`,
      "feed",
    );
    effects.audit("bank_feed_confirmed", deal_id, { feed_id: id });
  });
  await dependencies.bankFeeds.read(id);
  return readFeeds(dependencies.readAs(actor), actor, deal_id);
}

async function syncOne({ dependencies, actor }: Caller, id: string) {
  const feed = await findFeed(dependencies.readAs(actor), id);
  if (!feed?.deal_id) throw notFound("feed");
  if (feed.state !== "active") throw new HttpError("revision_conflict", messages.notActive);
  await dependencies.bankFeeds.read(id);
  // The reading wrote later than the request.
  actor.asOf = undefined;
  return readFeeds(dependencies.readAs(actor), actor, feed.deal_id);
}

const stopOne = ({ dependencies, actor }: Caller, id: string, reason: string) =>
  dependencies.asActor(actor, async (tx, effects) => {
    const feed = await findFeed(tx, id);
    if (!feed?.deal_id) throw notFound("feed");
    await runCommand(tx, sql`stop_bank_feed(${id}, ${reason})`, "feed");
    effects.audit("bank_feed_stopped", feed.deal_id, { feed_id: id, because: "admin" });
    return readFeeds(tx, actor, feed.deal_id);
  });
