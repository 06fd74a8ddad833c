import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { collectData } from "#server/auth/account/export/collect-data.ts";
import { investorRecordJobs } from "#server/features/investor-records/index.ts";
import { buildAdmin, buildPerson, type Person } from "#server/sample/builders.ts";
import { signedPaperKinds } from "#shared/funds/funds-completion-messages.ts";
import { buildCollectionAccount } from "#tests/support/build-allocated-deal.ts";
import { callCompanyBack, completeDeal, fileForCompletion, signedPdf } from "#tests/support/complete-deal.ts";
import { buildPaidAlder, type PaidAlder } from "#tests/support/paid-alder.ts";
import { expectSameInPoppler, readPdf } from "#tests/support/read-pdf.ts";
import { readTags } from "#tests/support/read-tags.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";
import { completionJobs } from "../index.ts";

const now = new Date("2027-02-03T12:00:00Z");
const type = { "content-type": "application/pdf" };

let admin: Call;
let deal: PaidAlder;
let jonas: Person;
let mine: Call;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
beforeAll(async () => {
  const value = JSON.stringify({ name: "Harbour Nominees Ltd", company_number: null, address: [] });
  await club.db.insertInto("club_settings").values({ key: "nominee", value }).execute();
  admin = await club.as(await buildAdmin(club.db, { full_name: "Owen Pryce" }));
  deal = await buildPaidAlder(club.db, { code: "A7F" });
  jonas = deal.people[8] as Person;
  mine = await club.as(jonas);
  await buildCollectionAccount(club.db, deal.id, now);
  await callCompanyBack(club, deal.id, admin);
  await fileForCompletion(deal.id, admin);
  await completeDeal(club, deal.id, admin);
  const asks = async () => {
    await completionJobs["missing-papers"].run(club);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job
      where name = 'deal-papers' and data ->> 'deal_id' = ${deal.id}`.execute(club.db);
    asked.push(rows[0]?.count ?? 0);
  };
  await asks();
  await Promise.all([makePapers(), makePapers()]);
  await asks();
});

/** How often the papers were asked for: as the deal was completed, and by each night until they are there. */
const asked: number[] = [];
const makePapers = () => completionJobs["deal-papers"].run(club, { deal_id: deal.id });
const ownPapers = async (call = mine) => (await call("GET", "/api/papers/me")).body.items;
async function contentOf(id: string): Promise<Buffer> {
  const { file_id } = await club.db
    .selectFrom("papers")
    .select("file_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const file = await club.files.open(club.readAs("owner"), file_id);
  if (!file) throw new Error("There is no such file.");
  return buffer(file.read());
}
async function paperOf(kind: string): Promise<Buffer> {
  const papers = (await admin("GET", `/api/deals/${deal.id}/completion`)).body.papers;
  const ownKinds = ["beneficial_certificate", "signed_commitment"];
  const paper = papers.find(
    (each: { kind: string; member: number | null }) =>
      each.kind === kind && (!ownKinds.includes(kind) || each.member === 9),
  );
  return contentOf(paper.id);
}
const textOf = async (kind: string) => (await readPdf(await paperOf(kind))).text;

describe("The papers of a completed deal", () => {
  it("Missing papers are asked for again each night until they are there", () => {
    expect(asked).toEqual([2, 2]);
  });
  it("Papers are drawn once, for each member and for the deal", async () => {
    await makePapers();
    const kinds = club.db.selectFrom("papers").select(["kind", (e) => e.fn.countAll<number>().as("papers")]);
    expect(await kinds.where("author_id", "is", null).groupBy("kind").orderBy("kind").execute()).toEqual([
      { kind: "beneficial_certificate", papers: 11 },
      { kind: "ledger", papers: 1 },
      { kind: "signed_commitment", papers: 11 },
      { kind: "success_fee_invoice", papers: 1 },
    ]);
    const unused = club.db
      .selectFrom("files")
      .select("id")
      .where("kind", "=", "paper")
      .where("state", "<>", "attached");
    expect(await unused.execute()).toEqual([]);
  });
  it("The certificate says what the nominee holds for one member, in the nominee's words", async () => {
    const text = await textOf("beneficial_certificate");
    const { ledger_sha256 } = (await admin("GET", `/api/deals/${deal.id}/completion`)).body.proposal;
    for (const words of [
      "Number A7F-009",
      "Alder Analytics, company number 00000000, issued 6,879 shares on 2 February 2027 to Harbour Nominees Ltd as nominee on a bare trust for Jonas Weber.",
      "Cost of the shares £8,529.96",
      "Issued by the company on 2 February 2027",
      "Ordinary shares, one vote each",
      "£1.24",
      "Legal holder Harbour Nominees Ltd",
      "In the payments of the deal Member 9",
      "Made on 3 February 2027",
      "Made for the legal holder by Kindling Club Ltd, company number",
      `Ledger to line 26, SHA-256 ${ledger_sha256}`,
    ])
      expect(text).toContain(words);
    expect(text).not.toContain("9,596.21");
  });
  it("The invoice asks the success fee of the company", async () => {
    const text = await textOf("success_fee_invoice");
    for (const words of [
      "Invoice 1",
      "Kindling Club Ltd",
      "8% of £99,999.80",
      "article 14 of the company’s articles of association allows",
      "£7,999.98",
    ])
      expect(text).toContain(words);
  });
  it("The ledger's paper shows every entry, which add up to nothing, and names no member", async () => {
    const text = await textOf("ledger");
    for (const words of ["All entries add up to £0.00", "Member 9 £9,596.21", "Payment to the company", "-£99,999.80"])
      expect(text).toContain(words);
    expect(text).not.toMatch(/Jonas|Weber|Okafor/);
    expect(text).toContain("Your own number is on your certificate");
    expect(text.match(/£0\.00/g)).toHaveLength(2);
  });
  it("The signed commitment's paper shows what was signed", async () => {
    const text = await textOf("signed_commitment");
    for (const words of [
      "Signed as Jonas Weber",
      "Version 1: Ordinary shares, one vote each, at £1.24 a share",
      "14 January 2027, 12:00",
      "6,879, for £8,529.96",
    ])
      expect(text).toContain(words);
  });
  it.for([
    ["beneficial_certificate", 1],
    ["success_fee_invoice", 1],
    ["ledger", 3],
    ["signed_commitment", 1],
  ] as const)("Papers have each page numbered: a %s has %d", async ([kind, pageCount]) => {
    const read = await readPdf(await paperOf(kind));
    expect(read.pageCount).toBe(pageCount);
    expect(read.text).toContain(`Page ${pageCount} of ${pageCount}`);
  });
  it.for(["beneficial_certificate", "success_fee_invoice", "ledger", "signed_commitment"])(
    "Poppler reads the same words in each paper: a %s",
    async (kind, context) => expectSameInPoppler(context, await paperOf(kind)),
  );
  it.for(["beneficial_certificate", "success_fee_invoice", "ledger", "signed_commitment"])(
    "Papers are tagged, with a title and a language: a %s",
    async (kind) => {
      const { elements, title, ...tagged } = await readTags(await paperOf(kind));
      expect(tagged).toEqual({
        language: "en-GB",
        showsTitle: true,
        isMarked: true,
        untagged: "",
        unmatched: [],
      });
      expect(title).toMatch(/Alder Analytics|Kindling Club Ltd|A7F-009/);
      const paths = new Set(elements.map(({ path }) => path));
      for (const path of ["Document H1", "Document Table TR TH", "Document Table TR TD"]) expect(paths).toContain(path);
    },
  );
});

describe("Papers of an earlier drawing", () => {
  /** Makes papers as if the program had drawn them before it kept which version of the drawing it was. */
  const makeOld = () =>
    club.db.transaction().execute(async (tx) => {
      await sql`alter table papers disable trigger keep_paper`.execute(tx);
      await tx.updateTable("papers").set({ drawing: null }).where("deal_id", "=", deal.id).execute();
      await sql`alter table papers enable trigger keep_paper`.execute(tx);
    });
  const live = () =>
    club.db
      .selectFrom("papers as p")
      .innerJoin("files as f", "f.id", "p.file_id")
      .select([
        "p.id",
        "p.kind",
        "p.commitment_id",
        "p.created_at",
        "p.dated_on",
        "p.file_name",
        "f.sha256",
        "p.drawing",
      ])
      .where("p.author_id", "is", null)
      .where("p.removed_at", "is", null)
      .orderBy("p.kind")
      .orderBy("p.commitment_id")
      .execute();

  it("Papers of an earlier drawing are found at night, drawn again once, and kept with both sums", async () => {
    const before = await live();
    await makeOld();
    const own = await ownPapers();
    await completionJobs["missing-papers"].run(club);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job
      where name = 'deal-papers' and data ->> 'deal_id' = ${deal.id}`.execute(club.db);
    expect(rows[0]?.count).toBe(3);
    await Promise.all([makePapers(), makePapers()]);
    await makePapers();
    const after = await live();
    expect(after).toHaveLength(24);
    expect(after.map(({ id: _id, sha256: _sum, ...row }) => row)).toEqual(
      before.map(({ id: _id, sha256: _sum, ...row }) => ({ ...row, drawing: 2 })),
    );
    const removed = club.db.selectFrom("papers as p").innerJoin("files as f", "f.id", "p.file_id");
    const kept = await removed
      .select("f.sha256")
      .where("p.removed_at", "is not", null)
      .where("p.kind", "=", "ledger")
      .execute();
    const ledger = ({ kind }: { kind: string }) => kind === "ledger";
    expect(kept).toEqual([{ sha256: before.find(ledger)?.sha256 }]);
    const audited = await club.db
      .selectFrom("audit_events")
      .select(["details", "actor_id"])
      .where("kind", "=", "paper_drawn_again")
      .where("subject_id", "=", deal.id)
      .execute();
    expect(audited).toHaveLength(24);
    expect(audited).toContainEqual({
      actor_id: null,
      details: {
        kind: "ledger",
        is_redrawn: true,
        sha256_before: before.find(ledger)?.sha256,
        sha256: after.find(ledger)?.sha256,
      },
    });
    expect((await ownPapers()).map(({ kind, created_at }: Record<string, string>) => [kind, created_at])).toEqual(
      own.map(({ kind, created_at }: Record<string, string>) => [kind, created_at]),
    );
    expect((await textOf("ledger")).replaceAll(" ", "")).toContain(`SHA-256${before.find(ledger)?.sha256}.`);
  });
  it("Papers of an earlier drawing keep their words where the record has another address now", async () => {
    const records = club.db.updateTable("investor_records").where("id", "=", deal.people[8]?.record_id ?? "");
    const { address } = await club.db
      .selectFrom("investor_records")
      .select("address")
      .where("id", "=", deal.people[8]?.record_id ?? "")
      .executeTakeFirstOrThrow();
    await records.set({ address: "2 New Road, Leeds" }).execute();
    await makeOld();
    await makePapers();
    const text = await textOf("beneficial_certificate");
    expect([text.includes("Leeds"), text.includes(address?.split(",")[0] ?? "?")]).toEqual([false, true]);
    await records.set({ address }).execute();
  });
});

it("A member's commitment and the admins' board say what became of a completed round", async () => {
  const { commitment_id } = deal.people[8] ?? {};
  expect((await mine("GET", `/api/commitments/${commitment_id}`)).body).toMatchObject({
    state: "completed",
    issued_on: "2027-02-02",
  });
  expect((await admin("GET", `/api/deals/${deal.id}/closing`)).body).toMatchObject({
    deal_state: "completed",
    scheme: "SEIS",
  });
});

describe("GET /papers/me", () => {
  it("lists the member's own papers and the deal's, with or without a statement, and no other member's", async () => {
    await club.db.updateTable("statements").set({ state: "revoked", ended_at: now, reason: "x" }).execute();
    const items = await ownPapers();
    expect(items.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
      "beneficial_certificate",
      "ledger",
      "signed_commitment",
    ]);
    expect(items[0]).toMatchObject({ company_name: "Alder Analytics", deal_name: "Seed round", deal_id: deal.id });
    const days = Object.fromEntries(items.map(({ kind, dated_on }: Record<string, string>) => [kind, dated_on]));
    expect(days).toEqual({
      beneficial_certificate: "2027-02-03",
      ledger: "2027-02-03",
      signed_commitment: "2027-01-14",
    });
    for (const { id, sha256, bytes } of items) {
      const content = await contentOf(id);
      expect([createHash("sha256").update(content).digest("hex"), content.length]).toEqual([sha256, bytes]);
    }
    const stranger = await club.as(await buildPerson(club.db));
    expect(await ownPapers(stranger)).toEqual([]);
  });
  it("lists the company's certificate once it is filed, for everybody who holds shares", async () => {
    await admin("POST", `/api/deals/${deal.id}/papers?kind=company_certificate&file_name=c.pdf`, signedPdf, type);
    const [{ id, kind, dated_on }] = await ownPapers();
    expect(kind).toBe("company_certificate");
    const { headers } = await mine("GET", `/api/papers/${id}`);
    expect(headers.get("content-disposition")).toContain(
      `"${dated_on}-alder-analytics-the-companys-share-certificate.pdf"`,
    );
  });
});

describe("GET /papers/{id}", () => {
  it("returns the file to its owner and admins, and 404 to everybody else", async () => {
    const { id } = (await ownPapers()).find(({ kind }: { kind: string }) => kind === "beneficial_certificate");
    const esther = await club.as(deal.people[4] as Person);
    const answer = await mine("GET", `/api/papers/${id}`);
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("content-disposition")]).toEqual([
      200,
      "application/pdf",
      expect.stringContaining("certificate-of-beneficial-ownership-a7f-009.pdf"),
    ]);
    // As every file, whatever its address.
    expect(answer.headers.get("content-security-policy")).toContain("sandbox");
    expect((await admin("GET", `/api/papers/${id}`)).status).toBe(200);
    expect((await esther("GET", `/api/papers/${id}`)).status).toBe(404);
  });
  it("returns papers signed for the completion, and the invoice, to admins alone", async () => {
    const { papers } = (await admin("GET", `/api/deals/${deal.id}/completion`)).body;
    for (const kind of [...signedPaperKinds, "success_fee_invoice"]) {
      const { id } = papers.find((paper: { kind: string }) => paper.kind === kind);
      expect([
        (await mine("GET", `/api/papers/${id}`)).status,
        (await admin("GET", `/api/papers/${id}`)).status,
      ]).toEqual([404, 200]);
    }
  });
});

describe("Holdings and papers", () => {
  it("Holdings and papers are in the export of their owner's data", async () => {
    const data = await club.asOwner(null, (tx) => collectData(tx, jonas.id, club));
    expect(data.holdings).toMatchObject([
      { company: "Alder Analytics", shares: 6879, cost_pence: 852_996, scheme: "SEIS" },
    ]);
    const own = await ownPapers();
    expect(data.papers?.map(({ sha256 }) => sha256).toSorted()).toEqual(
      own.map(({ sha256 }: { sha256: string }) => sha256).toSorted(),
    );
    expect(data.papers?.every(({ content }) => Buffer.isBuffer(content))).toBe(true);
  });
  it("Holdings keep a sealed record as long as shares are held; what names somebody goes with their record", async () => {
    const keira = deal.people[9] as PaidAlder["people"][number];
    const records = () => club.db.updateTable("investor_records").where("id", "=", keira.record_id);
    await records().set({ user_id: null, sealed_at: now, retain_until: "2027-01-01" }).execute();
    await investorRecordJobs["expired-investor-records"].run(club);
    const record = club.db.selectFrom("investor_records").select("retain_until").where("id", "=", keira.record_id);
    expect(await record.execute()).toEqual([{ retain_until: "2033-02-03" }]);
    const papers = club.db.selectFrom("papers").select("kind").where("commitment_id", "=", keira.commitment_id);
    expect(await papers.where("removed_at", "is", null).execute()).toHaveLength(2);
    await club.db.deleteFrom("investor_records").where("id", "=", keira.record_id).execute();
    expect(await papers.execute()).toEqual([]);
    const holding = club.db.selectFrom("holdings").select(["record_id", "shares"]);
    expect(await holding.where("commitment_id", "=", keira.commitment_id).execute()).toEqual([
      { record_id: null, shares: 404 },
    ]);
  });
  it("Holdings keep the record of who deletes their account", async () => {
    const neededUntil = async (day: string) => {
      await club.db
        .updateTable("investor_records")
        .set({ needed_until: day })
        .where("user_id", "=", jonas.id)
        .execute();
      return (await mine("GET", "/api/investor-records/me")).body.retain_until;
    };
    expect(await neededUntil("2027-01-31")).toBe("2033-02-03");
    expect(await neededUntil("2027-06-30")).toBe("2033-06-30");
  });
});

it("The papers of a deal with money of a test bank say so on each page", async () => {
  await sql`with account as (
      insert into collection_accounts (deal_id, account_name, sort_code, account_number, bank, partner)
      values (${deal.id}, 'Nominee', '00-00-00', '00001234', 'Starling', 'Nominee') returning id),
    feed as (
      insert into bank_feeds (deal_id, account_id, environment, bank_account_id, bank_category_id)
      select ${deal.id}, id, 'sandbox', 'account', 'category' from account returning id),
    file as (
      insert into bank_files (deal_id, name, format, sha256, lines, new_lines)
      values (${deal.id}, 'Starling', 'starling_feed', ${"b".repeat(64)}, 1, 1) returning id)
    insert into bank_feed_files (file_id, feed_id) select file.id, feed.id from file, feed`.execute(club.db);
  await sql`update papers set removed_at = now() where deal_id = ${deal.id} and kind in ('ledger', 'beneficial_certificate')
    and removed_at is null`.execute(club.db);
  await makePapers();
  expect(await textOf("ledger")).toContain("Test bank: no real money");
  expect(await textOf("beneficial_certificate")).toContain("Test bank: no real money");
});
