import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApi } from "#server/api.ts";
import { createPageSeal } from "#server/features/statements/page-seal.ts";
import { declaredIn, nameOfRoute } from "#server/route.ts";
import type { Person } from "#server/sample/builders.ts";
import { createSampleClub, sampleAccounts } from "#server/sample/sample-club.ts";
import { hashPassword } from "./support/quick-passwords.ts";
import { type Call, createTestApp, type TestApp } from "./support/test-app.ts";

/**
 * Reads that record that their caller was shown something (decision 032). A download that leaves a row in the audit is a POST; this
 * list only grows where content must not be had without its record.
 */
const recording = [
  "GET /deals/{id}/documents/{document_id}/file",
  "GET /deals/{id}/documents/{document_id}/pages/{number}",
  "GET /deals/{id}/documents/{document_id}/pages/{number}/text",
  "GET /member-profile-submissions",
  "GET /open-deals",
  "GET /open-deals/{id}",
  "GET /open-deals/{id}/documents/{document_id}/file",
  "GET /open-deals/{id}/documents/{document_id}/pages/{number}",
  "GET /open-deals/{id}/documents/{document_id}/pages/{number}/text",
  "GET /portfolio/me/bundle.zip",
];

const reads = declaredIn(createApi()).filter(({ method }) => method === "get");
const unknownId = "01900000-0000-7000-8000-000000000000";

let club: TestApp;
let callers: Call[];
beforeAll(async () => {
  club = await createTestApp();
  await createSampleClub(club.db, {
    hashPassword,
    encrypt: async (data: string) => data,
    now: club.now(),
    builtRoot: club.builtRoot,
    pageSeal: createPageSeal([club.keys.statementPages]),
  });
  callers = [await signIn(sampleAccounts.admin.email), await signIn(sampleAccounts.member.email)];
});
afterAll(() => club.close());

it("Reads that record are the reviewed ones", () => {
  const marked = reads.filter(({ recordsReading }) => recordsReading).map(nameOfRoute);
  expect(marked.sort()).toEqual(recording);
});

it("Every read that records refuses another site", async () => {
  const answers: Record<string, unknown[]> = {};
  for (const { path } of reads.filter(({ recordsReading }) => recordsReading)) {
    const filled = `/api${path.replaceAll(/\{\w+\}/g, unknownId)}`;
    answers[path] = [];
    for (const call of callers) {
      answers[path]?.push((await call("GET", filled, undefined, { "sec-fetch-site": "cross-site" })).body.code);
    }
  }
  expect(Object.entries(answers).filter(([, codes]) => !codes.includes("foreign_origin"))).toEqual([]);
});

it("Every other GET, and every HEAD, leaves each table as it was", async () => {
  const before = await markTables();
  const failed: string[] = [];
  let answered = 0;
  for (const { path, recordsReading } of reads) {
    const found = await findAnswered(path, recordsReading ? "HEAD" : "GET", failed);
    if (!found) continue;
    answered++;
    const head = await found.call("HEAD", found.path);
    if (head.status >= 500) failed.push(`HEAD ${found.path}: ${head.status}`);
  }
  expect(failed).toEqual([]);
  expect(await markTables()).toEqual(before);
  expect(answered).toBeGreaterThan(100);
});

/** The first record and caller that a path answers with 200. */
async function findAnswered(path: string, method: string, failed: string[]) {
  for (const filled of await fill(path)) {
    for (const call of callers) {
      const { status } = await call(method, `/api${filled}`);
      if (status >= 500) failed.push(`${method} ${filled}: ${status}`);
      if (status === 200) return { call, path: `/api${filled}` };
    }
  }
  return undefined;
}

/** The path with some records of the table that its first segment names. */
async function fill(path: string): Promise<string[]> {
  if (!path.includes("{")) return [path];
  const segment = Object.keys(records).find((start) => path.startsWith(`/${start}/`));
  const query = records[segment ?? ""];
  const rows = query ? (await sql.raw<{ value: string }>(`${query} limit 12`).execute(club.db)).rows : [];
  return rows.map(({ value }) => path.replaceAll(/\{\w+\}/g, value));
}

const ofContent = (kind: string) =>
  `select slug as value from content_items where kind = '${kind}' and published is not null`;
const held =
  "select id as value from companies order by id in (select company_id from deals where state = 'completed') desc";
/** What paths with these beginnings name, the longer first. */
const records: Readonly<Record<string, string>> = {
  articles: ofContent("article"),
  commitments: "select id as value from commitments order by called_at nulls last",
  companies: held,
  "company-updates": "select id as value from company_updates order by letter_id nulls last",
  content: "select id as value from content_items",
  deals: "select id as value from deals order by state = 'released' desc, state = 'closing' desc, created_at",
  "event-places": "select event_id as value from event_places",
  events: "select event_id as value from event_places",
  exits: "select id as value from exits",
  files: "select id as value from files where kind like 'content%'",
  "held-companies": held,
  "holding-imports": "select id as value from holding_imports",
  investments: ofContent("company"),
  "investor-records": "select id as value from investor_records",
  "member-profiles": "select id as value from member_profiles",
  "open-deals": "select id as value from deals where state in ('released', 'closing')",
  pages: ofContent("page"),
  people: "select id as value from auth.users",
  pictures: "select id as value from pictures",
  "portfolio/me/companies": held,
  settings: "select unnest(array['identity']) as value",
  "share-actions": "select id as value from share_actions",
  "statement-forms": "select id as value from statement_forms",
  statements: "select id as value from statements",
  valuations: "select id as value from share_prices",
};

async function signIn(email: string): Promise<Call> {
  const user = club.db.selectFrom("auth.users").select(["id", "email"]).where("email", "=", email);
  return club.as((await user.executeTakeFirstOrThrow()) as Person);
}

/** The number of rows of each table, and the sum of the transactions that wrote them last. */
async function markTables(): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    club.db,
  );
  const marks: Record<string, string> = {};
  for (const { name } of rows) {
    const found = await sql<{ mark: string }>`
      select count(*) || ' rows ' || coalesce(sum(xmin::text::bigint), 0) as mark from ${sql.table(name)}`.execute(
      club.db,
    );
    marks[name] = found.rows[0]?.mark ?? "";
  }
  return marks;
}
