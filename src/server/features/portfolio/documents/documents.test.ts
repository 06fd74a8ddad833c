import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildPaidExit } from "#server/sample/build-exit.ts";
import { buildCommitment, buildHeldRound } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import type { OwnDocument } from "#shared/portfolio/own-documents.ts";
import { documentPath } from "#shared/portfolio/own-documents-messages.ts";
import { buildLetter, buildPaper, buildPriceWithEvidence, buildSignedPage } from "#tests/support/build-papers.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const now = new Date("2027-12-01T12:00:00Z");
const path = "/portfolio/me/documents";
let member: Call;
let other: Call;
let admin: Call;
let record_id: string;
let held: Awaited<ReturnType<typeof buildHeldRound>>;

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
beforeAll(async () => {
  await setDeals(club.db);
  const signed_at = new Date("2027-06-01T12:00:00Z");
  const jonas = await buildInvestor(club.db, { full_name: "Jonas Weber", signed_at });
  const amara = await buildInvestor(club.db, { full_name: "Amara Okafor", signed_at });
  record_id = jonas.record_id;
  [member, other, admin] = [await club.as(jonas), await club.as(amara), await club.as(await buildAdmin(club.db))];
  const paid = { tier: "trial", paid_on: "2027-01-28" } as const;
  held = await buildHeldRound(club.db, {
    company: { name: "Alder Analytics" },
    terms: { price: "1.24", scheme: "SEIS", share_class: "Ordinary" },
    code: "A7F",
    called_on: "2027-01-25",
    wired_on: "2027-02-01",
    issued_on: "2027-02-02",
    members: [
      { ...paid, record_id, shares: 6879 },
      { ...paid, record_id: amara.record_id, shares: 1000 },
    ],
  });
  const [own, others] = held.holdings;
  const of = { deal_id: held.id, commitment_id: own?.commitment_id ?? "" };
  await buildPaper(club.db, { ...of, kind: "signed_commitment", created_at: new Date("2027-02-03T10:00:00Z") });
  await buildPaper(club.db, { ...of, kind: "relief_certificate", created_at: new Date("2027-08-12T10:00:00Z") });
  await buildPaper(club.db, {
    ...of,
    commitment_id: null,
    kind: "ledger",
    created_at: new Date("2027-02-03T11:00:00Z"),
  });
  await buildPaper(club.db, { ...of, commitment_id: null, kind: "board_minutes" });
  await buildPaper(club.db, { ...of, commitment_id: others?.commitment_id ?? "", kind: "signed_commitment" });
  await buildLetter(club.db, held.company_id, "2027-Q2");
  for (const id of [record_id, amara.record_id]) await buildSignedPage(club.db, club.pageSeal, id);
  await buildPriceWithEvidence(club.db, held.company_id, "2027-09-30");
  const [first, second] = [await buildAdmin(club.db), await buildAdmin(club.db)];
  await buildPaidExit(club.db, {
    company_id: held.company_id,
    kind: "sale",
    happened_on: "2027-10-05",
    price: "0.40",
    costs_pence: 0,
    costs_payee: null,
    note: null,
    proposed_by: first.id,
    confirmed_by: second.id,
    paid_on: "2027-10-07",
  });
});

const list = async (query = "", by = member): Promise<OwnDocument[]> =>
  (await by("GET", `/api${path}${query}`)).body.items;
const kindsOf = async (query = "", by = member) => (await list(query, by)).map(({ kind }) => kind).toSorted();

const shared = ["company_letter", "exit_statement", "ledger", "price_evidence"];
const own = [...shared, "relief_certificate", "signed_commitment", "signed_statement"].toSorted();

describe(`GET ${path}`, () => {
  it("returns the member's own documents alone, and an admin's own for an admin", async () => {
    expect(await kindsOf()).toEqual(own);
    expect(await kindsOf("", other)).toEqual([...[...shared, "signed_commitment", "signed_statement"].toSorted()]);
    expect(await kindsOf("", admin)).toEqual([]);
  });
  it("returns documents that are files for their owner, and for nobody else unless shared", async () => {
    const documents = await list();
    for (const document of documents) {
      const file = documentPath(document);
      expect((await member("GET", `/api${file}`)).status, document.kind).toBe(200);
      const isShared = shared.includes(document.kind);
      expect((await other("GET", `/api${file}`)).status, document.kind).toBe(isShared ? 200 : 404);
    }
  });
  it("searches by company, round and kind, and filters by company, kind and year", async () => {
    expect(await kindsOf("?q=alder")).toEqual(own.filter((kind) => kind !== "signed_statement"));
    expect(await kindsOf("?q=PAYMENTS")).toEqual(["ledger"]);
    expect(await kindsOf(`?q=${encodeURIComponent("“Ålder”")}`)).toEqual(await kindsOf("?q=alder"));
    expect(await kindsOf("?q=100%25")).toEqual([]);
    expect(await kindsOf(`?company_id=${held.company_id}&kind=ledger`)).toEqual(["ledger"]);
    expect(await kindsOf("?year=2027")).toEqual(own);
    expect(await kindsOf("?year=2026")).toEqual([]);
  });
  it("returns documents page by page, by the day on them, the newest first", async () => {
    const seen: OwnDocument[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body } = await member("GET", `/api${path}?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.items);
      cursor = body.next_cursor;
    }
    expect(seen).toEqual(await list());
    const places = seen.map(({ dated_on, kind }) => `${dated_on} ${kind}`);
    const days = seen.map(({ dated_on }) => dated_on);
    expect(days).toEqual(days.toSorted().toReversed());
    expect(days[0]).not.toBe(days.at(-1));
    // Those of one day by kind, in whichever order they came.
    expect(places.filter((place) => place.startsWith("2027-02-03"))).toEqual([
      ...["2027-02-03 ledger", "2027-02-03 relief_certificate", "2027-02-03 signed_commitment"],
    ]);
  });
});

describe(`GET ${path}/choices`, () => {
  it("returns the companies, kinds and years of the member's own documents", async () => {
    expect((await member("GET", `/api${path}/choices`)).body).toEqual({
      companies: [{ id: held.company_id, name: "Alder Analytics" }],
      kinds: [
        ...["ledger", "signed_commitment", "relief_certificate", "signed_statement", "company_letter"],
        ...["exit_statement", "price_evidence"],
      ],
      years: [2027],
    });
    expect((await admin("GET", `/api${path}/choices`)).body).toEqual({ companies: [], kinds: [], years: [] });
  });
});

describe("Documents of a deal that one committed to", () => {
  it("Documents of a deal are listed while it is open and its member's gate is, and not once the member left it", async () => {
    const deal = await buildDeal(club.db, {
      at: new Date("2027-11-20T10:00:00Z"),
      company: { name: "Rowan Systems" },
      documents: [{ title: "Founders’ deck" }],
    });
    const commitment = await buildCommitment(club.db, { deal_id: deal.id, terms_id: deal.terms_id, record_id });
    const deck = async () =>
      (await list("?kind=deal_document")).map(({ title, company_name }) => [title, company_name]);
    expect(await deck()).toEqual([["Founders’ deck", "Rowan Systems"]]);
    expect(await kindsOf("?kind=deal_document", other)).toEqual([]);
    const set = (state: string) =>
      sql`update commitments set state = ${state} where id = ${commitment.id}`.execute(club.db);
    await set("withdrawn");
    expect(await deck()).toEqual([]);
    await set("committed");
    await sql`update statements set state = 'withdrawn', ended_at = ${now} where record_id = ${record_id}`.execute(
      club.db,
    );
    expect(await deck()).toEqual([]);
    expect(await kindsOf()).toEqual(own);
  });
});
