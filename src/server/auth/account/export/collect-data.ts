import { buffer } from "node:stream/consumers";
import { type Kysely, sql, type Transaction } from "kysely";
import type { OwnerContext } from "../../../context.ts";
import type { DB } from "../../../platform/db/database.generated.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { bulkMailQueue, mailQueue } from "../../../platform/jobs/mail-queue.ts";
import { listSubmissionViews } from "../read-account.ts";

type Row = Record<string, unknown>;

/** Keyed by snake_case heading. */
export type PersonData = Record<string, Row[]>;

/** How a table is read other than under its own name, in any order, by the column that leads to the person. */
interface Part {
  table: string;
  /** These of the table's own columns alone are read. */
  only?: string;
  renamed?: Record<string, string>;
  /** SQL in place of columns that are out of date once a time has passed. */
  now?: Record<string, string>;
  /** SQL; `t` is the table and `person` has the id and the e-mail. */
  join?: string;
  with?: string;
  /** This condition replaces the column that leads to the person. */
  whose?: string;
  where?: string;
  order?: string;
}

// Uncorrelated, so that they are read once, by their indexes.
const records = "select r.id from investor_records r where r.user_id = (select id from person)";
const commitments = `select c.id from commitments c where c.record_id in (${records})`;
const holdings = `select h.id from holdings h where h.record_id in (${records})`;

const companyOf = (deal: string) =>
  `(select o.name from deals d join companies o on o.id = d.company_id where d.id = ${deal})`;
const companyOfCommitment = (commitment: string) =>
  `(select o.name from commitments c join deals d on d.id = c.deal_id join companies o on o.id = d.company_id
     where c.id = ${commitment}) as company`;
// Owning is never closed to anybody, and what is offered is closed as on the screens: null then.
const isShown = (deal: string) =>
  `((select may_promote((select id from person), app_now()))
    or ${deal} in (select c.deal_id from commitments c where c.record_id in (${records})))`;
const shownCompanyOf = (deal: string) => `case when ${isShown(deal)} then ${companyOf(deal)} end as company`;
const nameOf = (id: string) => `(select p.full_name from people p where p.id = ${id})`;

/** The first of these columns that a table has leads to the person. */
const leads: Record<string, string> = {
  user_id: "t.user_id = person.id",
  record_id: `t.record_id in (${records})`,
  commitment_id: `t.commitment_id in (${commitments})`,
  holding_id: `t.holding_id in (${holdings})`,
  email: "t.email = person.email",
};

const account: Record<string, Part> = {
  account: { table: "auth.users", whose: "t.id = person.id" },
  ways_to_sign_in: {
    table: "auth.accounts",
    renamed: { provider_id: "provider" },
    with: "exists (select from auth.two_factors f where f.user_id = person.id and f.verified) as two_factor_sign_in",
  },
  passkeys: { table: "auth.passkeys", order: "t.created_at" },
  api_keys: { table: "auth.api_keys", order: "t.created_at" },
  sessions: { table: "auth.sessions", renamed: { updated_at: "last_used_at" } },
  browsers: { table: "auth.devices", order: "t.first_seen_at" },
  changes_of_email: { table: "auth.email_changes" },
  invitations: { table: "invitations", whose: "(t.email = person.email or t.used_by = person.id)" },
  import_by_an_admin: { table: "pending_members" },
  introductions: {
    table: "introductions",
    with: `t.asker_id = person.id as asked_by_yourself,
           ${nameOf("case when t.asker_id = person.id then t.asked_id else t.asker_id end")} as with_whom`,
    now: {
      state: "case when t.state = 'open' and t.expires_at <= app_now() then 'expired' else t.state end",
      ended_at: "case when t.state = 'open' and t.expires_at <= app_now() then t.expires_at else t.ended_at end",
    },
    whose: "(t.asker_id = person.id or (t.asked_id = person.id and not t.is_unheard))",
    order: "t.asked_at",
  },
  people_you_blocked: {
    table: "introduction_blocks",
    with: `${nameOf("t.blocked_id")} as with_whom`,
    order: "t.blocked_at",
  },
  newsletter: { table: "newsletter_subscriptions" },
};

/** Accounts are without reasons, which may name others. */
const investments: Record<string, Part> = {
  statements: {
    table: "statements",
    join: "join statement_forms f on f.id = t.form_id join statement_pages p on p.statement_id = t.id",
    with: "f.kind, f.version_label, p.key_id, p.sealed",
    order: "t.signed_at",
  },
  statement_attempts: { table: "statement_attempts" },
  what_you_were_shown: {
    table: "deliveries",
    join: "join deal_versions v on v.id = t.deal_version_id join deal_terms n on n.id = v.terms_id",
    // Of the terms, by whose number all pages and receipts name them.
    with: `${shownCompanyOf("v.deal_id")}, n.number as terms_number, n.created_at as terms_set_at, v.page_sha256`,
    order: "t.delivered_at",
  },
  investor_record_openings: {
    table: "investor_record_openings",
    with: `${nameOf("t.opened_by")} as opened_by_name`,
    order: "t.created_at",
  },
  interest_in_deals: { table: "deal_interests", with: shownCompanyOf("t.deal_id"), order: "t.updated_at" },
  commitments: {
    table: "commitments",
    join: "join deal_terms n on n.id = t.terms_id",
    with: `${companyOf("t.deal_id")} as company, n.number as terms_number, n.created_at as terms_set_at,
           most_due(t.shares, n.price, t.fee_bp) as most_to_pay_pence`,
    order: "t.placed_at",
  },
  what_happened_to_commitments: {
    table: "commitment_events",
    with: `${companyOfCommitment("t.commitment_id")}, (select h.amount_pence from commitment_history h where h.id = t.id) as pence`,
    order: "t.happened_at",
  },
  shares_given_to_you: {
    table: "allocation_lines",
    join: "join allocations a on a.id = t.allocation_id and a.confirmed_at is not null",
    with: `${companyOfCommitment("t.commitment_id")}, a.confirmed_at, a.method`,
    order: "a.confirmed_at",
  },
  freed_shares_offered_to_you: {
    table: "top_up_lines",
    join: "join top_ups u on u.id = t.top_up_id",
    with: `${companyOfCommitment("t.commitment_id")}, u.opened_at, u.closes_at`,
    order: "u.opened_at",
  },
  mails_about_deals: {
    table: "deal_mails",
    join: "join deal_mailings m on m.id = t.mailing_id",
    with: `${shownCompanyOf("m.deal_id")}, m.kind`,
    order: "t.changed_at",
  },
  messages_of_the_club: {
    table: "message_mails",
    join: "join messages m on m.id = t.message_id",
    // An offer is among what one was shown.
    with: "case when m.kind <> 'offer' then m.subject end as title, m.kind",
    order: "t.changed_at",
  },
  questions_about_deals: { table: "deal_questions", with: shownCompanyOf("t.deal_id"), order: "t.asked_at" },
  questions_you_follow: {
    table: "deal_question_follows",
    join: "join deal_questions q on q.id = t.question_id",
    with: shownCompanyOf("q.deal_id"),
    order: "t.followed_at",
  },
  documents_you_opened: {
    table: "document_openings",
    join: "join deal_documents f on f.id = t.document_id",
    with: `${shownCompanyOf("f.deal_id")}, case when ${isShown("f.deal_id")} then f.title end as document`,
    order: "t.opened_at",
  },
  funds_called_from_you: {
    table: "commitments",
    only: "id deal_id reference due_pence called_at due_at grace_until held_at extended_at extension_reason",
    renamed: { id: "commitment_id" },
    with: `${companyOf("t.deal_id")} as company`,
    where: "t.called_at is not null",
    order: "t.called_at",
  },
  what_was_booked_for_you: {
    table: "ledger_entries",
    join: "join ledger_transactions l on l.id = t.transaction_id",
    with: `${companyOfCommitment("t.commitment_id")}, l.number, l.booked_on, l.kind`,
    order: "l.posted_at, t.id",
  },
  holdings: {
    table: "holdings",
    join: "join companies o on o.id = t.company_id",
    with: "o.name as company",
    order: "t.issued_on",
  },
  splits_of_your_shares: {
    table: "share_action_lines",
    join: `join share_actions a on a.id = t.action_id and a.confirmed_at is not null
           join companies o on o.id = a.company_id join holdings h on h.id = t.holding_id`,
    with: "o.name as company, a.effective_on, a.new_shares, a.old_shares, a.source, h.certificate_number",
    order: "a.effective_on, t.id",
  },
  reliefs_you_recorded: {
    table: "relief_records",
    join: "left join holdings h on h.id = t.holding_id left join typed_holdings y on y.id = t.typed_holding_id",
    with: `coalesce((select o.name from companies o where o.id = h.company_id),
                    (select o.name from typed_companies o where o.id = y.company_id)) as company, h.certificate_number`,
    whose: `(t.record_id in (${records}) or y.user_id = person.id)`,
    order: "t.claimed_on",
  },
  advisers_you_let_read: {
    table: "adviser_seats",
    with: `coalesce((select jsonb_agg(jsonb_build_object('opened_at', o.opened_at, 'device', o.device) order by o.opened_at)
                       from adviser_openings o where o.seat_id = t.id), '[]') as openings`,
    order: "t.id",
  },
  what_you_got_for_shares: {
    table: "exit_lines",
    join: `join exits e on e.id = t.exit_id and e.state = 'confirmed'
           join companies o on o.id = e.company_id join holdings h on h.id = t.holding_id`,
    with: "o.name as company, e.kind, e.happened_on, e.price, e.note, h.certificate_number",
    order: "e.happened_on, t.id",
  },
  what_imported_shares_brought: {
    table: "imported_payouts",
    join: "join holdings h on h.id = t.holding_id join companies o on o.id = h.company_id",
    with: "o.name as company, h.issued_on, h.shares",
    order: "t.paid_on, t.id",
  },
  what_was_imported_for_you: {
    table: "holding_import_lines",
    join: "join holding_imports i on i.id = t.import_id join companies o on o.id = t.company_id",
    with: "i.proposed_at, i.state, o.name as company",
    order: "t.id",
  },
  papers: {
    table: "papers",
    join: `join commitments c on c.deal_id = t.deal_id
           join deals d on d.id = t.deal_id join companies o on o.id = d.company_id`,
    with: "t.id, o.name as company",
    whose: `c.record_id in (${records})`,
    where: `t.removed_at is null and (t.commitment_id = c.id
            or (t.kind in ('company_certificate', 'ledger') and c.state = 'completed'))`,
    order: "t.created_at, t.id",
  },
  answers_to_events: {
    table: "event_answers",
    join: "join content_items i on i.id = t.event_id left join event_places e on e.event_id = t.event_id",
    with: "i.title as event, e.starts_at",
    order: "t.answered_at",
  },
  calendar_feed: { table: "calendar_feeds" },
  calls_you_asked_for: {
    table: "deal_call_requests",
    join: "join deal_calls f on f.id = t.call_id",
    with: `${shownCompanyOf("f.deal_id")}, f.starts_at`,
    order: "t.requested_at",
  },
  companies_you_typed: { table: "typed_companies", renamed: { name: "company" }, order: "t.created_at" },
  ...Object.fromEntries(
    (
      [
        ["typed_holdings", "issued_on"],
        ["typed_sales", "sold_on"],
        ["typed_prices", "as_of"],
      ] as const
    ).map(([table, day]) => [
      table,
      {
        table,
        join: "join typed_companies o on o.id = t.company_id",
        with: "o.name as company",
        order: `t.${day}, t.id`,
      },
    ]),
  ),
};

const audit: Part = {
  table: "audit_events",
  with: "t.actor_id = person.id as by_yourself",
  whose: "(t.actor_id = person.id or t.subject_id = person.id)",
  order: "t.created_at desc",
};

/** Read with the rows that they belong to. */
const inOtherParts = ["adviser_openings"];

/** Everything stored about a person, by the classes of the columns: secrets and what is others' stay. */
export async function collectData(
  tx: Transaction<DB>,
  userId: string,
  { files, pageSeal }: Pick<OwnerContext, "files" | "pageSeal">,
): Promise<PersonData> {
  const tables = await readColumnClasses(tx);
  const data: PersonData = {};
  for (const [heading, part] of Object.entries(partsOf(tables))) {
    data[heading] = await readPart(tx, userId, part, tables, files);
  }
  const statements = data.statements as { id: string; key_id: string; sealed: Buffer }[];
  data.statements = statements.map(({ key_id, sealed, ...statement }) => {
    const page = pageSeal.open(statement.id, { key_id, sealed });
    return { ...statement, page: page ? Buffer.from(page.html) : null };
  });
  data.who_looked_at_the_submission = await listSubmissionViews(tx, userId);
  data.mails_of_the_last_days = await readMails(tx, userId);
  data.what_was_recorded = await readPart(tx, userId, audit, tables, files);
  return data;
}

/** A table of the person without a heading of its own has its name for one, so that later features are included. */
function partsOf(tables: readonly ClassifiedTable[]): Record<string, Part> {
  const whole = Object.values({ ...account, ...investments, audit }).filter(({ only }) => !only);
  const headed = new Set([...whole.map(({ table }) => table), ...inOtherParts]);
  const others = tables.filter(({ name, columns }) => !headed.has(name) && Object.values(columns).includes("own"));
  return { ...account, ...Object.fromEntries(others.map(({ name }) => [name, { table: name }])), ...investments };
}

async function readPart(
  tx: Transaction<DB>,
  userId: string,
  part: Part,
  tables: readonly ClassifiedTable[],
  files: FileStore,
): Promise<Row[]> {
  const columns = tables.find(({ name }) => name === part.table)?.columns;
  if (!columns) throw new Error(`${part.table} has no comment that says whose its columns are`);
  const lead = Object.keys(leads).find((column) => column in columns);
  const whose = part.whose ?? leads[lead ?? ""];
  if (!whose) throw new Error(`nothing in ${part.table} leads to a person`);
  const own = (part.only?.split(" ") ?? Object.keys(columns)).filter((column) => columns[column] === "own");
  const selected = own.map(
    (column) => `${part.now?.[column] ?? `t."${column}"`} as "${part.renamed?.[column] ?? column}"`,
  );
  const { rows } = await sql<Row>`
    with person as (select id, email from auth.users where id = ${userId})
    select ${sql.raw([part.with, ...selected].filter(Boolean).join(", "))}
      from person cross join ${sql.raw(`${part.table} t ${part.join ?? ""}`)}
     where ${sql.raw([whose, part.where].filter(Boolean).join(" and "))}
     ${sql.raw(part.order ? `order by ${part.order}` : "")}`.execute(tx);
  const read: Row[] = [];
  for (const row of rows) read.push(await withContent(tx, row, files));
  return read;
}

/** A row that names a file, with the file in place of the name. */
async function withContent(tx: Transaction<DB>, row: Row, files: FileStore): Promise<Row> {
  const { file_id, ...rest } = row;
  const file = typeof file_id === "string" ? await files.open(tx, file_id) : undefined;
  if (!file) return row;
  const { media_type, bytes, sha256 } = file;
  return { ...rest, content_type: media_type, size_bytes: bytes, sha256, content: await buffer(file.read()) };
}

/** By its recipient: a job names the person, or what the mail is about, whose person its writer reads. Mails to founders are nobody's. */
async function readMails(tx: Transaction<DB>, userId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with person as (select id, email from auth.users where id = ${userId}),
    about (field, template, recipient, id) as (
      select 'commitment_id', null, null, c.id
        from commitments c join investor_records r on r.id = c.record_id where r.user_id = (select id from person)
      union all
      select 'email_change_id', null, null, e.id from auth.email_changes e join person on person.id = e.user_id
      union all
      select 'introduction_id', 'introduction-asked', null, i.id
        from introductions i join person on person.id = i.asked_id where not i.is_unheard
      union all
      select 'introduction_id', 'introduction-answered', 'asker', i.id from introductions i join person on person.id = i.asker_id
      union all
      select 'introduction_id', 'introduction-answered', 'asked', i.id from introductions i join person on person.id = i.asked_id
      union all
      select 'invitation_id', null, null, i.id
        from invitations i join person on person.email = i.email or person.id = i.used_by
      union all
      select 'subscription_id', null, null, s.id from newsletter_subscriptions s join person on person.email = s.email
      union all
      select 'deal_mail_id', null, null, m.id from deal_mails m join person on person.id = m.user_id
      union all
      select 'message_mail_id', null, null, m.id from message_mails m join person on person.id = m.user_id
      union all
      select 'notice_mail_id', null, null, m.id from notice_mails m join person on person.id = m.user_id)
    select data->>'template' as mail, state::text as state, created_on as created_at, completed_on as sent_at
      from pgboss.job j
     where name in (${mailQueue}, ${bulkMailQueue})
       and case when data ? 'user_id' then data->>'user_id' = ${userId}
                else exists (select from about a where data->>a.field = a.id::text
                               and coalesce(a.template, data->>'template') = data->>'template'
                               and coalesce(a.recipient, '') = coalesce(data->>'to', '')) end
     order by created_on desc`.execute(tx);
  return rows;
}

/** A column belongs to the person whom its row is about, to other people or to the club, or is nobody's to read. */
type ColumnClass = "own" | "others" | "club" | "secret";

interface ClassifiedTable {
  name: string;
  columns: Record<string, ColumnClass>;
}

/**
 * From the comments of the tables in `db/schema`: 'club; own: name email; secret: code' is about all columns first, then
 * about some. A table without a comment is about nobody.
 */
export async function readColumnClasses(db: Kysely<DB>): Promise<ClassifiedTable[]> {
  const { rows } = await sql<{ name: string; comment: string; columns: string[] }>`
    select case nspname when 'public' then '' else nspname || '.' end || relname as name,
           obj_description(c.oid, 'pg_class') as comment,
           array(select attname::text from pg_attribute
                  where attrelid = c.oid and attnum > 0 and not attisdropped order by attnum) as columns
      from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname in ('public', 'auth') and relkind = 'r' and obj_description(c.oid, 'pg_class') is not null
     order by relname`.execute(db);
  return rows.map(({ name, comment, columns }) => {
    const [usual, ...exceptions] = comment.split(";").map((part) => part.trim());
    const classes = new Map<string, string>();
    for (const exception of exceptions) {
      const [kind = "", list = ""] = exception.split(":");
      for (const column of list.trim().split(/\s+/)) classes.set(column, kind);
    }
    // The order of the comment is that of the export.
    const ordered = [...classes.keys(), ...columns.filter((column) => !classes.has(column))];
    return {
      name,
      columns: Object.fromEntries(ordered.map((column) => [column, (classes.get(column) ?? usual) as ColumnClass])),
    };
  });
}
