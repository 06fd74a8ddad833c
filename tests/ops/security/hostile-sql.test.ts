import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CompiledQuery, sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAsActor } from "#server/create-context.ts";
import { pgOptions } from "#server/platform/db/database-address.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import type { AsActor } from "#server/platform/db/types.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildEvent } from "#server/sample/build-event.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import {
  buildAdmin,
  buildFile,
  buildInvitation,
  buildMember,
  buildPerson,
  buildPicture,
  buildSubmission,
} from "#server/sample/builders.ts";
import { buildCall, buildQuestion } from "#server/sample/sample-questions.ts";
import { buildCollectionAccount } from "#tests/support/build-allocated-deal.ts";
import { buildCompanyUpdates } from "#tests/support/build-company-update.ts";
import { noQueue } from "#tests/support/no-queue.ts";
import { type Kind, kinds, nobody } from "#tests/support/outcomes.ts";
import { buildWebhook } from "#tests/support/row-level-security-of-webhooks.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { meetsOnlyItsOwn, refusedToAll } from "./hostile-statements.ts";

/** Insufficient privilege, or undefined function (dblink is not installed). */
const refusals = ["42501", "42883"];

let database: TestDatabase;
let asActor: AsActor;
let people: Record<string, string>;
let bystander: Client;
const figures = { tried: 0, refused: 0 };

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await migrate(database.address, process.cwd());
  asActor = createAsActor(db, noQueue);
  const admin = await buildAdmin(db);
  const member = await buildMember(db);
  const other = await buildMember(db);
  await buildMember(db, { profile: { is_visible: false } });
  const unnamed = await buildPerson(db);
  const pending = await buildPerson(db, { status: "pending" });
  const rejected = await buildPerson(db, { status: "rejected" });
  await buildSubmission(db, { user_id: member.id, status: "rejected" });
  const submission = await buildSubmission(db, { user_id: other.id });
  await buildInvitation(db, { code: "SECRETCODE" });
  await db.insertInto("audit_events").values({ kind: "signed_in", actor_id: other.id }).execute();
  await db.insertInto("investor_records").values({ user_id: other.id, legal_name: "Other" }).execute();
  const form = await db
    .insertInto("statement_forms")
    .values({
      kind: "high_net_worth",
      version_label: "1",
      law_reference: "x",
      content: "{}",
      valid_from: "2026-01-01",
      sha256: "a".repeat(64),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { record_id, statement_id, ...days } = await db
    .insertInto("statements")
    .values({
      record_id: (await db.selectFrom("investor_records").select("id").executeTakeFirstOrThrow()).id,
      form_id: form.id,
      signed_at: new Date(Date.now() - 60_000),
      page_sha256: "a".repeat(64),
      state: "live",
      live_from: new Date(Date.now() - 60_000),
    })
    .returning(["id as statement_id", "record_id", "signed_on", "valid_through"])
    .executeTakeFirstOrThrow();
  await db
    .insertInto("statement_pages")
    .values({ statement_id, key_id: "abcdef01", sealed: Buffer.from("figures") })
    .execute();
  const deal = await buildDeal(db, { author_id: admin.id, documents: [{}] });
  const [document = deal] = deal.documents;
  const { version_id } = deal;
  await db
    .insertInto("document_openings")
    .values({ opened_at: new Date(), document_id: document.id, record_id, deal_version_id: version_id })
    .execute();
  await db
    .insertInto("deliveries")
    .values({
      record_id,
      statement_id,
      ...days,
      channel: "page",
      delivered_at: new Date(),
      subject_id: version_id,
      deal_version_id: version_id,
    })
    .execute();
  await sql`insert into deal_notes (deal_id, author_id, text) values (${deal.id}, ${admin.id}, 'Kind founders.')`.execute(
    db,
  );
  await sql`insert into deal_interests (deal_id, record_id, level, updated_at) values (${deal.id}, ${record_id}, 'watching', now())`.execute(
    db,
  );
  await buildQuestion(db, { deal_id: deal.id, record_id });
  const commitment = await buildCommitment(db, { deal_id: deal.id, terms_id: deal.terms_id, record_id });
  await buildCollectionAccount(db, deal.id, new Date());
  await buildCompanyUpdates(db, deal.company_id, admin.id);
  await buildCall(db, { deal_id: deal.id, starts_at: new Date(), requests: [{ record_id }] });
  const event = await buildEvent(db);
  await db
    .insertInto("event_answers")
    .values({ event_id: event.id, user_id: other.id, state: "going", answered_at: new Date() })
    .execute();
  await db
    .insertInto("calendar_feeds")
    .values({ user_id: other.id, token_hash: "0".repeat(64), created_at: new Date() })
    .execute();
  await db.insertInto("notices").values({ user_id: other.id, kind: "membership_approved" }).execute();
  await db
    .insertInto("newsletter_subscriptions")
    .values({ email: "reader@castell.example", agreed_text: "x" })
    .execute();
  await sql`insert into pgboss.job (name, data) values ('mail', '{"template": "verification"}')`.execute(db);
  await buildWebhook(db);
  const { file_id } = await buildPicture(db, other.id);
  const profile_image_url = sql<string>`(select '/api/pictures/' || id from pictures)`;
  await db.updateTable("member_profiles").set({ profile_image_url }).where("user_id", "=", other.id).execute();
  const shown = { id: file_id };
  const unused = await buildFile(db, other.id);
  const all = {
    shown,
    unused,
    admin,
    member,
    other,
    unnamed,
    pending,
    rejected,
    submission,
    deal,
    document,
    commitment,
  };
  people = Object.fromEntries(Object.entries(all).map(([name, { id }]) => [name, id]));
  bystander = new Client(pgOptions(database.address));
  await bystander.connect();
  const { rows } = await bystander.query<{ pid: number }>("select pg_backend_pid() as pid");
  people.backend = String(rows[0]?.pid);
});
afterAll(async () => {
  await bystander.end();
  await database.close();
  console.log(`hostile SQL: ${figures.tried} statements tried, ${figures.refused} refused`);
});

const filledIn = (statement: string, kind: Kind) =>
  statement.replace(/\$(\w+)/g, (_, name: string) => `'${people[name === "me" ? kind : name] ?? people.unnamed}'`);

const undo = new Error("undone");

/** @returns affected rows or the SQLSTATE. */
async function attempt(statement: string, kind: Kind, end: "undo" | "commit"): Promise<number | string> {
  figures.tried++;
  let count = 0;
  try {
    await asActor({ userId: kind === "visitor" ? null : (people[kind] ?? null) }, async (tx) => {
      const result = await tx.executeQuery(CompiledQuery.raw(filledIn(statement, kind)));
      count = result.numAffectedRows === undefined ? (result.rows?.length ?? 0) : Number(result.numAffectedRows);
      if (end === "undo") throw undo;
    });
  } catch (error) {
    if (error === undo) return count;
    figures.refused++;
    const { code = "no code" } = error as { code?: string };
    return refusals.includes(code) ? "denied" : code;
  }
  return count;
}

describe("A forbidden statement", () => {
  it.each(refusedToAll)("A forbidden statement is denied to every kind of person: %s", async (statement) => {
    const outcomes: unknown[] = [];
    for (const kind of kinds) outcomes.push(await attempt(statement, kind, "undo"));
    expect(outcomes).toEqual(nobody);
  });
});

describe("An allowed statement", () => {
  it.each(Object.entries(meetsOnlyItsOwn))(
    "An allowed statement affects only its sender's rows: %s",
    async (statement, expected) => {
      const outcomes: unknown[] = [];
      for (const kind of kinds) outcomes.push(await attempt(statement, kind, "undo"));
      expect(outcomes).toEqual(expected);
    },
  );
});

describe("All these statements, committed", () => {
  /** Everything except the caller's own rows and the directory's revision, which an update of no rows changes too. */
  const snapshot = async (mine: string | null) => {
    const { rows: tables } = await sql<{ name: string }>`select c.oid::regclass::text as name from pg_class c
      where relkind = 'r' and relnamespace::regnamespace::text in ('public', 'auth', 'migrations')
        and relname <> 'directory_revisions' union all select 'pgboss.job'`.execute(database.db);
    const contents: Record<string, unknown> = {};
    for (const { name } of tables) {
      const { rows } = await sql<{ row: { user_id?: string } }>`select to_jsonb(t) as row from ${sql.table(name)} t
        order by 1`.execute(database.db);
      contents[name] = rows.map(({ row }) => row).filter(({ user_id }) => mine === null || user_id !== mine);
    }
    const { rows } = await sql<{ object: string }>`
      select format('%s %s %s %s', relnamespace::regnamespace, relname, relowner, relacl) as object from pg_class
       where relnamespace::regnamespace::text !~ '^pg_' union all
      select format('%s %s %s', proname, proowner, proacl) from pg_proc where pronamespace::regnamespace::text !~ '^pg_'
       union all select format('%s %s', polname, pg_get_expr(polqual, polrelid)) from pg_policy order by 1`.execute(
      database.db,
    );
    return { contents, objects: rows.map(({ object }) => object) };
  };

  it.each(["visitor", "rejected", "pending", "member"] as const)(
    "Committed statements leave other people's data and all objects unchanged: %s",
    async (kind) => {
      const mine = people[kind] ?? null;
      const before = await snapshot(mine);
      for (const statement of [...refusedToAll, ...Object.keys(meetsOnlyItsOwn)])
        await attempt(statement, kind, "commit");
      expect(await snapshot(mine)).toEqual(before);
    },
  );
});

/** Limit of row-level security: SQL text could change `role` and `app.user_id`, so no value may ever become SQL text. */
describe("Row-level security against hostile values, not against hostile SQL text", () => {
  it("SQL text can reset the role and gain the owner's rights", async () => {
    const rows = await asActor({ userId: people.member ?? null }, async (tx) => {
      await sql`reset role`.execute(tx);
      return (await sql<{ user: string }>`select current_user as user`.execute(tx)).rows;
    });
    expect(rows).toEqual([{ user: "kindling" }]);
  });

  it("SQL text can set another person's id and read their rows", async () => {
    const rows = await asActor({ userId: people.member ?? null }, async (tx) => {
      await sql`select set_config('app.user_id', ${people.admin}, true)`.execute(tx);
      return (await sql`select code from invitations`.execute(tx)).rows;
    });
    expect(rows).toEqual([{ code: "SECRETCODE" }]);
  });

  it("The server builds statements from parameters and constant text only", () => {
    const files = readdirSync("src/server", { recursive: true, encoding: "utf8" }).filter(
      (name) => name.endsWith(".ts") && !name.includes(".test.") && !/\/test-/.test(name),
    );
    const risky = /sql\.(raw|lit)\b|CompiledQuery\.raw|\bquery(<[^(]*>)?\(\s*`[^`]*\$\{/;
    const found = files.filter((name) => risky.test(readFileSync(join("src/server", name), "utf8")));
    // pg-boss builds SQL from its own table names. Backups quote table names. The page size is a validated number. What the
    // catalogue is asked about rights is constant text, and so is what changes the schema. The export of one's own data is
    // put together from constant text and names of columns, which the catalogue gives.
    expect(found.sort()).toEqual([
      "auth/account/export/collect-data.ts",
      "auth/limits.ts",
      "features/profiles/queries.ts",
      "ops/backup/club-tables.ts",
      "ops/backup/run-operator-command.ts",
      "ops/backup/waiting-jobs.ts",
      "platform/db/apply-schema.ts",
      "platform/db/migrate.ts",
    ]);
  });

  it.each([
    "'; reset role; select * from auth.users; --",
    "' or 1=1 --",
    "'); drop table member_profiles; --",
    "$$; set role none; $$",
    "\\'; select set_config('app.user_id', '', false); --",
    "x' union select token, null from auth.sessions --",
  ])("The value %s is plain text in a statement", async (words) => {
    const found = await asActor({ userId: people.member ?? null }, (tx) =>
      tx.selectFrom("member_profiles").select("id").where("full_name", "=", words).execute(),
    );
    expect(found).toEqual([]);
    const changed = await asActor({ userId: people.member ?? null }, async (tx) => {
      await tx
        .updateTable("member_profiles")
        .set({ bio: words })
        .where("user_id", "=", people.member ?? "")
        .execute();
      return tx
        .selectFrom("member_profiles")
        .select("bio")
        .where("user_id", "=", people.member ?? "")
        .execute();
    });
    expect(changed).toEqual([{ bio: words }]);
  });

  it("A parameterized query rejects a second statement", async () => {
    const two = CompiledQuery.raw("select $1::text; reset role", ["a"]);
    await expect(asActor({ userId: null }, (tx) => tx.executeQuery(two))).rejects.toMatchObject({ code: "42601" });
  });
});
