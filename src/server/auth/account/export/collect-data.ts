import { buffer } from "node:stream/consumers";
import { sql, type Transaction } from "kysely";
import type { OwnerContext } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { mailQueue } from "../../../platform/jobs/mail-queue.ts";
import { listSubmissionViews } from "../read-account.ts";

type Row = Record<string, unknown>;

/** Keyed by snake_case heading. */
export type PersonData = Record<string, Row[]>;

/** Everything stored about a person except secrets: hashes, tokens, keys. */
export async function collectData(
  tx: Transaction<DB>,
  userId: string,
  { files, pageSeal }: Pick<OwnerContext, "files" | "pageSeal">,
): Promise<PersonData> {
  const account = await tx
    .selectFrom("auth.users")
    .select(["id", "name", "email", "email_verified", "image", "created_at", "updated_at"])
    .where("id", "=", userId)
    .execute();
  const email = account[0]?.email ?? "";
  // Files are beside the rows that name them; of adviser seats the token's hash stays.
  const {
    submission_views: _views,
    files: _files,
    adviser_seats: _seats,
    ...records
  } = await readOwnTables(tx, userId, files);
  return {
    account,
    ways_to_sign_in: await readWaysIn(tx, userId),
    passkeys: await tx
      .selectFrom("auth.passkeys")
      .select(["name", "created_at", "last_used_at"])
      .where("user_id", "=", userId)
      .orderBy("created_at")
      .execute(),
    api_keys: await tx
      .selectFrom("auth.api_keys")
      .select(["name", "scope", "created_at", "expires_at", "last_used_at", "revoked_at"])
      .where("user_id", "=", userId)
      .orderBy("created_at")
      .execute(),
    sessions: await tx
      .selectFrom("auth.sessions")
      .select(["created_at", "updated_at as last_used_at", "expires_at", "ip_address", "user_agent"])
      .where("user_id", "=", userId)
      .execute(),
    changes_of_email: await tx
      .selectFrom("auth.email_changes")
      .select(["old_email", "new_email", "created_at", "expires_at", "changed_at"])
      .where("user_id", "=", userId)
      .execute(),
    invitations: await tx
      .selectFrom("invitations")
      .select(["email", "created_at", "expires_at", "used_at"])
      .where((where) => where.or([where("email", "=", email), where("used_by", "=", userId)]))
      .execute(),
    import_by_an_admin: await tx
      .selectFrom("pending_members")
      .select(["full_name", "email", "tier", "created_at"])
      .where("email", "=", email)
      .execute(),
    introductions: await tx
      .selectFrom("introductions")
      .select((where) => where("asker_id", "=", userId).as("asked_by_yourself"))
      .select(["message", "state", "asked_at", "expires_at", "ended_at"])
      .where((where) =>
        where.or([
          where("asker_id", "=", userId),
          where.and([where("asked_id", "=", userId), where("is_unheard", "=", false)]),
        ]),
      )
      .orderBy("asked_at")
      .execute(),
    newsletter: await tx
      .selectFrom("newsletter_subscriptions")
      .select(["email", "agreed_text", "requested_at", "confirmed_at"])
      .where("email", "=", email)
      .execute(),
    ...records,
    ...(await readStatements(tx, userId, { files, pageSeal })),
    who_looked_at_the_submission: await listSubmissionViews(tx, userId),
    mails_of_the_last_days: await readMails(tx, userId),
    what_was_recorded: await tx
      .selectFrom("audit_events")
      .select(["created_at", "kind", "details"])
      .select((where) => where("actor_id", "=", userId).as("by_yourself"))
      .where((where) => where.or([where("actor_id", "=", userId), where("subject_id", "=", userId)]))
      .orderBy("created_at", "desc")
      .execute(),
  };
}

/** Any table in public with a `user_id`, so later features are included. */
async function readOwnTables(tx: Transaction<DB>, userId: string, files: FileStore): Promise<PersonData> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'user_id' order by 1`.execute(
    tx,
  );
  const data: PersonData = {};
  for (const { name } of tables) {
    const { rows } = await sql<Row>`select * from ${sql.table(name)} where user_id = ${userId}`.execute(tx);
    data[name] = [];
    for (const row of rows) data[name].push(await withContent(tx, row, files));
  }
  return data;
}

/** A row that names a file, with the file in place of the name. */
async function withContent(tx: Transaction<DB>, row: Row, files: FileStore): Promise<Row> {
  const { file_id, ...rest } = row;
  const file = typeof file_id === "string" ? await files.open(tx, file_id) : undefined;
  if (!file) return row;
  const { media_type, bytes, sha256 } = file;
  return { ...rest, content_type: media_type, size_bytes: bytes, sha256, content: await buffer(file.read()) };
}

/** They belong to the investor record. */
async function readStatements(
  tx: Transaction<DB>,
  userId: string,
  { files, pageSeal }: Pick<OwnerContext, "files" | "pageSeal">,
): Promise<PersonData> {
  const records = tx.selectFrom("investor_records").select("id").where("user_id", "=", userId);
  const rows = await tx
    .selectFrom("statements as s")
    .innerJoin("statement_forms as f", "f.id", "s.form_id")
    .innerJoin("statement_pages as p", "p.statement_id", "s.id")
    .select(["s.id", "f.kind", "f.version_label", "s.signed_at", "s.valid_through", "s.state", "s.ended_at"])
    .select(["s.reason", "s.accept_reason", "s.flags", "s.ip_address", "s.user_agent", "s.page_sha256"])
    .select(["p.key_id", "p.sealed"])
    .where("s.record_id", "in", records)
    .orderBy("s.signed_at")
    .execute();
  return {
    statements: rows.map(({ key_id, sealed, ...statement }) => {
      const page = pageSeal.open(statement.id, { key_id, sealed });
      return { ...statement, page: page ? Buffer.from(page.html) : null };
    }),
    statement_attempts: await tx
      .selectFrom("statement_attempts")
      .select(["attempted_at", "outcome"])
      .where("record_id", "in", records)
      .execute(),
    what_you_were_shown: await tx
      .selectFrom("deliveries as d")
      .innerJoin("deal_versions as v", "v.id", "d.deal_version_id")
      // Without names: an export is a door that the gate closes too.
      .select(["d.delivered_at", "d.channel", "d.statement_id", "v.number as version_number", "v.page_sha256"])
      .where("d.record_id", "in", records)
      .orderBy("d.delivered_at")
      .execute(),
    interest_in_deals: await tx
      .selectFrom("deal_interests")
      .select(["deal_id", "level", "amount_pence", "reason", "updated_at"])
      .where("record_id", "in", records)
      .orderBy("updated_at")
      .execute(),
    // What was committed to belongs to the person: without names too, as it may still be open.
    commitments: await tx
      .selectFrom("commitments")
      .select([
        "id",
        "deal_id",
        "number",
        "state",
        "state_since",
        "placed_at",
        "tier",
        "fee_bp",
        "band",
        "amount_pence",
      ])
      .select([
        "ceiling_pence",
        "shares",
        "least_shares",
        "wants_relief",
        "signed_as",
        "allocated_shares",
        "cost_pence",
      ])
      .select(["fee_pence", "reference", "called_at", "due_at", "grace_until", "held_at", "extension_reason"])
      .where("record_id", "in", records)
      .orderBy("placed_at")
      .execute(),
    what_happened_to_commitments: await tx
      .selectFrom("commitment_events as e")
      .innerJoin("commitments as c", "c.id", "e.commitment_id")
      .select(["e.commitment_id", "e.happened_at", "e.kind", "e.shares", "e.ceiling_pence", "e.reason"])
      .where("c.record_id", "in", records)
      .orderBy("e.happened_at")
      .execute(),
    shares_given_to_you: await tx
      .selectFrom("allocation_lines as l")
      .innerJoin("allocations as a", "a.id", "l.allocation_id")
      .innerJoin("commitments as c", "c.id", "l.commitment_id")
      .select(["l.commitment_id", "a.confirmed_at", "a.method", "l.wish", "l.least", "l.base", "l.priority", "l.rest"])
      .select(["l.shares", "l.cost_pence", "l.fee_pence", "l.reason"])
      .where("c.record_id", "in", records)
      .where("a.confirmed_at", "is not", null)
      .orderBy("a.confirmed_at")
      .execute(),
    freed_shares_offered_to_you: await tx
      .selectFrom("top_up_lines as l")
      .innerJoin("top_ups as t", "t.id", "l.top_up_id")
      .innerJoin("commitments as c", "c.id", "l.commitment_id")
      .select(["l.commitment_id", "t.opened_at", "t.closes_at", "l.unfilled", "l.offered", "l.taken", "l.answered_at"])
      .where("c.record_id", "in", records)
      .orderBy("t.opened_at")
      .execute(),
    // One's own words alone: what admins wrote of them may name a deal.
    questions_about_deals: await tx
      .selectFrom("deal_questions")
      .select(["id", "deal_id", "question", "asked_at"])
      .where("record_id", "in", records)
      .orderBy("asked_at")
      .execute(),
    questions_you_follow: await tx
      .selectFrom("deal_question_follows")
      .select(["question_id", "followed_at"])
      .where("record_id", "in", records)
      .orderBy("followed_at")
      .execute(),
    documents_you_opened: await tx
      .selectFrom("document_openings")
      .select(["document_id", "opened_at", "pages", "downloaded_at"])
      .where("record_id", "in", records)
      .orderBy("opened_at")
      .execute(),
    funds_called_from_you: await tx
      .selectFrom("commitments")
      .select([
        "id as commitment_id",
        "deal_id",
        "reference",
        "due_pence",
        "called_at",
        "due_at",
        "grace_until",
        "held_at",
      ])
      .select(["extended_at", "extension_reason"])
      .where("record_id", "in", records)
      .where("called_at", "is not", null)
      .orderBy("called_at")
      .execute(),
    // One's own part of each account, and no reasons: those may name others.
    what_was_booked_for_you: await tx
      .selectFrom("ledger_entries as e")
      .innerJoin("ledger_transactions as t", "t.id", "e.transaction_id")
      .innerJoin("commitments as c", "c.id", "e.commitment_id")
      .select(["e.commitment_id", "t.number", "t.booked_on", "t.kind", "e.account", "e.amount_pence"])
      .where("c.record_id", "in", records)
      .orderBy("t.posted_at")
      .orderBy("e.id")
      .execute(),
    holdings: await tx
      .selectFrom("holdings as h")
      .innerJoin("companies as c", "c.id", "h.company_id")
      .select(["c.name as company", "h.shares", "h.share_class", "h.price", "h.cost_pence", "h.fee_pence", "h.scheme"])
      .select(["h.issued_on", "h.certificate_number", "h.uir", "h.certificate_on"])
      .where("h.record_id", "in", records)
      .orderBy("h.issued_on")
      .execute(),
    splits_of_your_shares: await tx
      .selectFrom("share_action_lines as l")
      .innerJoin("share_actions as a", "a.id", "l.action_id")
      .innerJoin("holdings as h", "h.id", "l.holding_id")
      .innerJoin("companies as c", "c.id", "a.company_id")
      .select([
        "c.name as company",
        "a.effective_on",
        "a.new_shares",
        "a.old_shares",
        "a.source",
        "h.certificate_number",
      ])
      .select(["l.shares_before", "l.shares_after"])
      .where("h.record_id", "in", records)
      .where("a.confirmed_at", "is not", null)
      .orderBy("a.effective_on")
      .orderBy("l.id")
      .execute(),
    reliefs_you_recorded: await tx
      .selectFrom("relief_records as r")
      .leftJoin("holdings as h", "h.id", "r.holding_id")
      .leftJoin("typed_holdings as t", "t.id", "r.typed_holding_id")
      .select(["h.certificate_number", "r.typed_holding_id", "r.kind", "r.claimed_on", "r.pence", "r.is_carried_back"])
      .where((where) => where.or([where("r.record_id", "in", records), where("t.user_id", "=", userId)]))
      .orderBy("r.claimed_on")
      .execute(),
    advisers_you_let_read: await tx
      .selectFrom("adviser_seats as s")
      .select(["s.name", "s.email", "s.shows_reliefs", "s.shows_papers", "s.granted_at", "s.expires_at", "s.ended_at"])
      .select(
        sql<
          Row[]
        >`coalesce((select jsonb_agg(jsonb_build_object('opened_at', o.opened_at, 'device', o.device) order by o.opened_at)
                               from adviser_openings o where o.seat_id = s.id), '[]')`.as("openings"),
      )
      .where("s.user_id", "=", userId)
      .orderBy("s.id")
      .execute(),
    what_you_got_for_shares: await tx
      .selectFrom("exit_lines as l")
      .innerJoin("exits as e", "e.id", "l.exit_id")
      .innerJoin("holdings as h", "h.id", "l.holding_id")
      .innerJoin("companies as c", "c.id", "e.company_id")
      .select(["c.name as company", "e.kind", "e.happened_on", "e.price", "e.note", "h.certificate_number", "l.shares"])
      .select(["l.gross_pence", "l.costs_pence", "l.paid_pence"])
      .where("h.record_id", "in", records)
      .where("e.state", "=", "confirmed")
      .orderBy("e.happened_on")
      .orderBy("l.id")
      .execute(),
    what_imported_shares_brought: await tx
      .selectFrom("imported_payouts as p")
      .innerJoin("holdings as h", "h.id", "p.holding_id")
      .innerJoin("companies as c", "c.id", "h.company_id")
      .select(["c.name as company", "h.issued_on", "h.shares", "p.paid_on", "p.gross_pence", "p.costs_pence"])
      .where("h.record_id", "in", records)
      .orderBy("p.paid_on")
      .orderBy("p.id")
      .execute(),
    what_was_imported_for_you: await tx
      .selectFrom("holding_import_lines as l")
      .innerJoin("holding_imports as i", "i.id", "l.import_id")
      .innerJoin("companies as c", "c.id", "l.company_id")
      .select(["i.proposed_at", "i.state", "l.kind", "c.name as company", "l.happened_on", "l.shares", "l.share_class"])
      .select(["l.price", "l.cost_pence", "l.fee_pence", "l.scheme", "l.uir", "l.certificate_on", "l.gross_pence"])
      .select("l.costs_pence")
      .where("l.user_id", "=", userId)
      .orderBy("l.id")
      .execute(),
    papers: await readPapers(tx, userId, files),
    answers_to_events: await tx
      .selectFrom("event_answers as a")
      .innerJoin("content_items as c", "c.id", "a.event_id")
      .select(["c.title as event", "a.state", "a.guest_name", "a.answered_at", "a.offered_until", "a.attended_at"])
      .where("a.user_id", "=", userId)
      .orderBy("a.answered_at")
      .execute(),
    calendar_feed: await tx.selectFrom("calendar_feeds").select("created_at").where("user_id", "=", userId).execute(),
    calls_you_asked_for: await tx
      .selectFrom("deal_call_requests")
      .select(["call_id", "wording", "requested_at", "withdrawn_at", "joined_at"])
      .where("record_id", "in", records)
      .orderBy("requested_at")
      .execute(),
  };
}

/** Of what one holds, whether or not offers may be shown. */
async function readPapers(tx: Transaction<DB>, userId: string, files: FileStore): Promise<Row[]> {
  const rows = await tx
    .selectFrom("papers as p")
    .innerJoin("commitments as c", "c.deal_id", "p.deal_id")
    .innerJoin("investor_records as r", "r.id", "c.record_id")
    .select(["p.kind", "p.created_at", "p.dated_on", "p.file_id"])
    .where("r.user_id", "=", userId)
    .where("p.removed_at", "is", null)
    .where((where) =>
      where.or([
        where("p.commitment_id", "=", where.ref("c.id")),
        where.and([where("p.kind", "in", ["company_certificate", "ledger"]), where("c.state", "=", "completed")]),
      ]),
    )
    .orderBy("p.created_at")
    .orderBy("p.id")
    .execute();
  const papers: Row[] = [];
  for (const row of rows) papers.push(await withContent(tx, row, files));
  return papers;
}

async function readWaysIn(tx: Transaction<DB>, userId: string): Promise<Row[]> {
  const factors = tx
    .selectFrom("auth.two_factors")
    .select("id")
    .where("user_id", "=", userId)
    .where("verified", "=", true);
  const hasSecondFactor = (await factors.execute()).length > 0;
  const accounts = await tx
    .selectFrom("auth.accounts")
    .select(["provider_id as provider", "email", "created_at", "updated_at"])
    .where("user_id", "=", userId)
    .execute();
  return accounts.map((account) => ({ ...account, two_factor_sign_in: hasSecondFactor }));
}

async function readMails(tx: Transaction<DB>, userId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select data->>'template' as mail, state::text as state, created_on as created_at, completed_on as sent_at
      from pgboss.job where name = ${mailQueue} and data->>'user_id' = ${userId} order by created_on desc`.execute(tx);
  return rows;
}
