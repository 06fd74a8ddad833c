import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "vitest";
import { readZip } from "#server/platform/files/read-zip.ts";
import { buildPaidExit } from "#server/sample/build-exit.ts";
import { buildHeldRound } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, type Person } from "#server/sample/builders.ts";
import { londonDate } from "#shared/london-time.ts";
import { bundleMessages as messages } from "#shared/portfolio/own-bundle-messages.ts";
import { buildUpdate } from "#tests/support/build-company-update.ts";
import {
  buildLargeLetter,
  buildLetter,
  buildPaper,
  buildPriceWithEvidence,
  buildSignedPage,
} from "#tests/support/build-papers.ts";
import { buildPaidAlder } from "#tests/support/paid-alder.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const path = "/portfolio/me/bundle.zip";
const name = `Alder <script>alert("1")</script> & Co`;
let jonas: Person & { record_id: string };
let amara: Person & { record_id: string };
let held: Awaited<ReturnType<typeof buildHeldRound>>;
let place = 0;

const club = await openTestApp();
beforeEach(async () => {
  [jonas, amara] = [
    await buildInvestor(club.db, { full_name: "Jonas Weber" }),
    await buildInvestor(club.db, { full_name: "Amara Okafor" }),
  ];
  held = await buildHeldRound(club.db, {
    company: { name },
    terms: { price: "1.24", scheme: "SEIS", share_class: "Ordinary" },
    code: `B${"23456789ACDEFGHJK"[place++]}F`,
    called_on: "2025-01-25",
    wired_on: "2025-02-01",
    issued_on: "2025-02-02",
    members: [
      { record_id: jonas.record_id, tier: "trial", shares: 6879, paid_on: "2025-01-28" },
      { record_id: amara.record_id, tier: "vip", shares: 1000, paid_on: "2025-01-28" },
    ],
  });
  await club.db
    .updateTable("companies")
    .set({ website: "javascript:alert(2)", company_number: "12345678" })
    .where("id", "=", held.company_id)
    .execute();
});

const paperOf = (kind: "signed_commitment" | "beneficial_certificate", content: string, owner = 0) =>
  buildPaper(club.db, {
    deal_id: held.id,
    commitment_id: held.holdings[owner]?.commitment_id ?? "",
    kind,
    content: Buffer.from(`%PDF-1.7 ${content}`),
    dated_on: "2025-02-03",
  });

async function ask(person: Person, init: RequestInit = {}): Promise<Response> {
  const headers = { cookie: await club.cookieOf(person), ...init.headers };
  return club.fetch(new Request(`${club.appUrl}/api${path}`, { ...init, headers }));
}

async function unpack(person = jonas): Promise<Map<string, Buffer>> {
  const answer = await ask(person);
  expect(answer.status).toBe(200);
  const files = new Map<string, Buffer>();
  const limits = { entries: 1000, unpackedBytes: 1e8 };
  for await (const entry of readZip(Buffer.from(await answer.arrayBuffer()), limits))
    files.set(entry.name, await buffer(await entry.read()));
  return files;
}
const pageOf = (files: Map<string, Buffer>) => files.get(messages.indexName)?.toString() ?? "";
const hashOf = (content: Buffer) => createHash("sha256").update(content).digest("hex");
const sumsOf = (files: Map<string, Buffer>) =>
  new Map(
    `${files.get(messages.sumsName)}`
      .trim()
      .split("\n")
      .map((line) => line.split("  ").toReversed() as [string, string]),
  );
const audited = async (person: Person) =>
  club.db
    .selectFrom("audit_events")
    .select("kind")
    .where("kind", "=", "own_copy_downloaded")
    .where("actor_id", "=", person.id)
    .where("subject_id", "=", person.id)
    .execute();

describe(`GET ${path}`, () => {
  it("returns payments for shares that are not issued yet, in no figure of the holdings", async () => {
    const { people, company_id } = await buildPaidAlder(club.db, { code: "C7F", until: "received", year: 2025 });
    const { name: company } = await club.db
      .selectFrom("companies")
      .select("name")
      .where("id", "=", company_id)
      .executeTakeFirstOrThrow();
    const [jonasOfRound, esther] = [people[8], people[4]];
    if (!jonasOfRound || !esther) throw new Error("The round has eleven people.");
    const files = await unpack(jonasOfRound);
    expect(pageOf(files)).toContain(`Paid, shares not issued yet: £9,596.21, ${company}.`);
    expect(pageOf(files)).toContain("<dd>£0.00</dd>");
    expect(files.get("csv/payments.csv")?.toString()).toMatch(
      /2025-01-28,,.*,"?Paid, shares not issued yet"?,,-9596.21,/,
    );
    expect(files.get("csv/tax-year-2024-25.csv")?.toString()).toMatch(/"?Paid, shares not issued yet"?,2025-01-28,/);
    // Ten pounds too much go back.
    const { unissued } = (await (await club.as(esther))("GET", "/api/portfolio/me")).body;
    expect(unissued).toEqual([{ company_id, name: company, pence: 1_322_872 }]);
    expect((await (await club.as(amara))("GET", "/api/portfolio/me")).body.unissued).toEqual([]);
  });
  it("returns what shows a price, the statement of a sale and each tax year to a holder whose membership has ended", async () => {
    await buildPriceWithEvidence(club.db, held.company_id, "2026-09-30");
    const [first, second] = [await buildAdmin(club.db), await buildAdmin(club.db)];
    await buildPaidExit(club.db, {
      company_id: held.company_id,
      kind: "sale",
      happened_on: "2026-10-05",
      price: "0.40",
      costs_pence: 0,
      costs_payee: null,
      note: null,
      proposed_by: first.id,
      confirmed_by: second.id,
      paid_on: "2026-10-07",
    });
    await club.db.updateTable("user_roles").set({ ended_at: new Date() }).where("user_id", "=", jonas.id).execute();
    const files = await unpack();
    expect([...files.keys()]).toContain("csv/tax-year-2026-27.csv");
    expect(pageOf(files)).toContain("What you got for shares: sale");
    expect(pageOf(files)).toContain("What shows a price");
  });
  it("returns every document unchanged, every table, and a sum of each", async () => {
    await paperOf("signed_commitment", "own");
    await paperOf("signed_commitment", "another's", 1);
    await buildLetter(club.db, held.company_id, "2025-Q1", "%PDF-1.7 letter");
    await buildSignedPage(club.db, club.pageSeal, jonas.record_id);
    await buildPriceWithEvidence(club.db, held.company_id, "2026-09-30");
    const [first, second] = [await buildAdmin(club.db), await buildAdmin(club.db)];
    await buildPaidExit(club.db, {
      company_id: held.company_id,
      kind: "sale",
      happened_on: "2026-10-05",
      price: "0.40",
      costs_pence: 0,
      costs_payee: null,
      note: null,
      proposed_by: first.id,
      confirmed_by: second.id,
      paid_on: "2026-10-07",
    });
    const files = await unpack();
    const names = [...files.keys()];
    expect(names[0]).toBe(messages.readMeName);
    expect(names.slice(-2)).toEqual([messages.indexName, messages.sumsName]);
    expect(names.filter((file) => file.startsWith("csv/")).map((file) => file.replace(/-alder.*/, ""))).toEqual([
      ...["csv/holdings.csv", "csv/payments.csv", "csv/prices.csv"],
      ...["csv/tax-year-2026-27.csv", "csv/tax-year-2025-26.csv", "csv/tax-year-2024-25.csv", "csv/ledger-1"],
    ]);
    const documents = names.filter((file) => file.startsWith("documents/"));
    expect(documents).toHaveLength(5);
    expect(documents.every((file) => /^documents\/20\d\d-\d\d-\d\d-[a-z\d-]+\.pdf$/.test(file))).toBe(true);
    const contents = documents.map((file) => `${files.get(file)?.subarray(0, 16)}`);
    expect(contents).toEqual(expect.arrayContaining(["%PDF-1.7 own", "%PDF-1.7 letter", "%PDF-1.7 liquida"]));
    expect(`${[...files.values()]}`).not.toContain("another's");
    expect(pageOf(files)).toContain("What you got for shares: sale");
    expect(pageOf(files)).toContain(messages.whole);
    const sums = sumsOf(files);
    const shown = [...pageOf(files).matchAll(/href="(documents\/[^"]+)".*?<code>(.*?)<\/code>/g)];
    expect(new Map(shown.map(([, file = "", sha256]) => [file, sha256]))).toEqual(
      new Map([...sums].filter(([file]) => file.startsWith("documents/"))),
    );
    expect([...sums.keys()].toSorted()).toEqual(names.filter((file) => file !== messages.sumsName).toSorted());
    for (const [file, sha256] of sums) expect(hashOf(files.get(file) ?? Buffer.of()), file).toBe(sha256);
  });

  it("links from its page to each file, says whom to ask, and runs nothing that somebody typed", async () => {
    await paperOf("signed_commitment", "own");
    const files = await unpack();
    const page = pageOf(files);
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link = ""]) => link);
    const linked = [...files.keys()].filter((file) => file !== messages.readMeName && file !== messages.indexName);
    expect(links.toSorted()).toEqual(linked.toSorted());
    expect(page).toContain("Jonas Weber");
    expect(page).toContain("Alder &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; Co");
    expect(page).not.toMatch(/<script/i);
    expect(page).toContain('<td data-column="Website">javascript:alert(2)</td>');
    expect(page).toContain("12345678");
    expect(page).toContain("The nominee, for you by name, on a trust of your own");
    expect(page).toContain("£9,596.21");
    expect(page).toContain(messages.whole);
  });

  it("calls itself what one holds, as shares that one typed are in it, and not only what one holds through the club", async () => {
    const typed = {
      company_name: "Rowan Systems",
      shares: 600,
      share_class: "Ordinary",
      price: "2.5",
      cost_pence: 150_000,
      fee_pence: 0,
      scheme: "EIS",
      issued_on: "2025-02-02",
      certificate_on: null,
      note: null,
    };
    expect((await (await club.as(jonas))("POST", "/api/portfolio/me/typed/holdings", typed)).status).toBe(201);
    const files = await unpack();
    expect(pageOf(files)).toMatch(/<h1[^>]*>What you hold: your copy from Kindling<\/h1>/);
    expect(pageOf(files)).toContain("Rowan Systems");
    expect(files.get(messages.readMeName)?.toString()).toMatch(/^What you hold: your copy from Kindling, as of /);
  });

  it("returns how many shares were bought and are held, and who holds them", async () => {
    const admins = [await buildAdmin(club.db), await buildAdmin(club.db)] as const;
    await buildPaidExit(club.db, {
      company_id: held.company_id,
      kind: "sale",
      happened_on: "2026-10-05",
      price: "0.40",
      costs_pence: 0,
      costs_payee: null,
      note: null,
      proposed_by: admins[0].id,
      confirmed_by: admins[1].id,
      paid_on: "2026-10-07",
    });
    const without = pageOf(await unpack());
    expect(without).toContain(messages.nomineeUnknown);
    const value = {
      name: "Sample Nominee Services Ltd",
      company_number: "01234567",
      address: ["2 Sample Street", "London"],
    };
    const admin = await club.as(admins[0]);
    expect((await admin("PUT", "/api/settings/nominee", { value, expected_revision: 0 })).status).toBe(200);
    await expect.poll(async () => (await admin("GET", "/api/settings")).body.nominee?.name).toBe(value.name);
    const files = await unpack();
    const [page, rows] = [pageOf(files), `${files.get("csv/holdings.csv")}`.trim().split("\r\n")];
    const [columns = [], row = []] = rows.map((line) => line.replace("\uFEFF", "").split(","));
    const day = londonDate(new Date());
    const cell = (name: string) => row.at(columns.indexOf(name) - columns.length);
    expect([cell("Shares bought"), cell(`Shares held on ${day}`)]).toEqual(["6879", "0"]);
    expect(cell("Bought")).toBe("Through the club");
    expect(`${page} ${rows}`).not.toMatch(/By the club|How it is held/);
    expect(page).toContain("Shares bought</th>");
    expect(page).toContain(`Shares held on ${day}</th>`);
    expect(page).toMatch(/<td [^>]*class="short">6879<\/td><td [^>]*class="short">0<\/td>/);
    expect(page).toContain("Sample Nominee Services Ltd<br/>Company number 01234567<br/>2 Sample Street, London");
    expect(page).not.toContain(messages.nomineeUnknown);
    expect(page).toContain('<td data-column="Held by">Sample Nominee Services Ltd</td>');
  });

  it("returns the companies' updates as pages, with their letters, and no offer", async () => {
    const company_id = held.company_id;
    await buildUpdate(club.db, { company_id, quarter: "2026-Q1", text: "We grew.", offer: "New shares at £2.48." });
    await buildUpdate(club.db, { company_id, quarter: "2026-Q2", text: "Not published.", published_at: null });
    await buildLetter(club.db, company_id, "2025-Q4", "%PDF-1.7 letter");
    const files = await unpack();
    const written = [...files.keys()].filter((file) => file.startsWith("updates/")).toSorted();
    expect(written.map((file) => file.slice(0, 15))).toEqual(["updates/2025-Q4", "updates/2026-Q1"]);
    for (const file of written) expect(pageOf(files)).toContain(`href="${file}"`);
    const [letter = "", update = ""] = written.map((file) => `${files.get(file)}`);
    expect(update).toContain("We grew.");
    expect(update).toMatch(/<td [^>]*class="short">£310k<\/td>/);
    const linked = /href="\.\.\/(documents\/[^"]+)"/.exec(letter)?.[1] ?? "";
    expect(`${files.get(linked)}`).toBe("%PDF-1.7 letter");
    for (const file of files.values()) expect(`${file}`).not.toMatch(/New shares at|Not published/);
  });

  it("lists on its page what is missing, cut off or not as it was filed, and holds all the rest", async () => {
    const { db } = club;
    const lost = await paperOf("signed_commitment", "lost");
    await db.deleteFrom("file_chunks").where("file_id", "=", lost.file_id).execute();
    const cut = await buildPaper(db, {
      deal_id: held.id,
      commitment_id: null,
      kind: "ledger",
      dated_on: "2025-02-04",
    });
    await db.updateTable("files").set({ bytes: 1000 }).where("id", "=", cut.file_id).execute();
    const changed = await buildPaper(db, { deal_id: held.id, commitment_id: null, kind: "company_certificate" });
    const content = Buffer.from("%PDF-1.7 company_CERTIFICATE");
    await db.updateTable("file_chunks").set({ content }).where("file_id", "=", changed.file_id).execute();
    await paperOf("beneficial_certificate", "whole");
    const files = await unpack();
    const page = pageOf(files);
    expect(page).toContain(messages.notWhole(3));
    expect(page).not.toContain(messages.whole);
    for (const state of ["missing", "cut_off", "changed"] as const)
      expect(page.split(messages.state[state])).toHaveLength(2);
    const documents = [...files.keys()].filter((file) => file.startsWith("documents/"));
    expect(documents.map((file) => file.replace(/-[^-]+\.pdf$/, "").replace(/.*co-/, "")).toSorted()).toEqual([
      ...["certificate-of-your-beneficial-ownership", "payments-in-this-deal", "the-companys-share-certificate"],
    ]);
    for (const [file, sha256] of sumsOf(files)) expect(hashOf(files.get(file) ?? Buffer.of()), file).toBe(sha256);
  });

  it("leaves a row in the audit, but none for a HEAD", async () => {
    expect((await ask(jonas, { method: "HEAD" })).status).toBe(200);
    expect(await audited(jonas)).toHaveLength(0);
    await unpack();
    expect(await audited(jonas)).toHaveLength(1);
  });

  it("refuses another site, and a seventh copy within an hour", async () => {
    expect((await ask(jonas, { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403);
    for (let copy = 0; copy < 6; copy++) await unpack();
    expect((await ask(jonas, { method: "HEAD" })).status).toBe(429);
    const refused = await ask(jonas);
    expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
    expect((await ask(amara)).status).toBe(200);
  });

  it("returns a page without holdings for a member who holds nothing", async () => {
    const files = await unpack(await buildInvestor(club.db, { full_name: "Nobody" }));
    expect(pageOf(files)).toContain(messages.nothing);
    expect([...files.keys()].filter((file) => file.startsWith("documents/"))).toEqual([]);
  });
});

describe("A download that breaks off", () => {
  it("A download that breaks off stops the reading, and has neither page nor sums", async () => {
    await buildLargeLetter(club, held.company_id, "2025-Q2", 6_000_000);
    const reader = (await ask(jonas)).body?.getReader();
    let taken = "";
    for (let piece = 0; piece < 3; piece++)
      taken += Buffer.from((await reader?.read())?.value ?? []).toString("latin1");
    await reader?.cancel();
    expect(taken).toContain(messages.readMeName);
    expect(taken).not.toContain(messages.indexName);
    expect(pageOf(await unpack())).toContain(messages.whole);
  });
});
