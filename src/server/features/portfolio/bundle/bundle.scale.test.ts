import { afterAll, beforeAll, expect, it } from "vitest";
import { buildHeldRound } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildLargeLetter, buildManyPapers } from "#tests/support/build-papers.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";

const letters = 10;
const megabyte = 1024 * 1024;
const bytesEach = 24 * megabyte;
const papers = Number(process.env.BUNDLE_PAPERS ?? 3000);
const bytesOfPaper = 64 * 1024;
let club: TestApp;
let cookie: string;
let cookieOfMany: string;

beforeAll(async () => {
  club = await createTestApp();
  const jonas = await buildInvestor(club.db, { full_name: "Jonas Weber" });
  cookie = await club.cookieOf(jonas);
  const amara = await buildInvestor(club.db, { full_name: "Amara Okafor" });
  cookieOfMany = await club.cookieOf(amara);
  const { company_id } = await buildHeldRound(club.db, {
    ...{ terms: { price: "1.24", scheme: "SEIS", share_class: "Ordinary" }, code: "B7F" },
    ...{ called_on: "2022-01-25", wired_on: "2022-02-01", issued_on: "2022-02-02" },
    members: [{ record_id: jonas.record_id, tier: "trial", shares: 6879, paid_on: "2022-01-28" }],
  });
  for (let letter = 0; letter < letters; letter++)
    await buildLargeLetter(club, company_id, `${2022 + Math.floor(letter / 4)}-Q${(letter % 4) + 1}`, bytesEach);
  const many = await buildHeldRound(club.db, {
    ...{ terms: { price: "1.24", scheme: "SEIS", share_class: "Ordinary" }, code: "B8F" },
    ...{ called_on: "2022-01-25", wired_on: "2022-02-01", issued_on: "2022-02-02" },
    members: [{ record_id: amara.record_id, tier: "trial", shares: 6879, paid_on: "2022-01-28" }],
  });
  const commitment_id = many.holdings[0]?.commitment_id ?? "";
  await buildManyPapers(club.db, { deal_id: many.id, commitment_id }, papers, bytesOfPaper);
}, 600_000);
afterAll(() => club.close());

async function readBundle(by: string) {
  const before = process.memoryUsage().rss;
  const request = new Request(`${club.appUrl}/api/portfolio/me/bundle.zip`, { headers: { cookie: by } });
  const { body } = await club.fetch(request);
  let [bytes, most, last] = [0, 0, Buffer.of()];
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    most = Math.max(most, process.memoryUsage().rss);
    last = Buffer.concat([last, piece]).subarray(-22);
  }
  return { bytes, grown: Math.round((most - before) / megabyte), entries: last.readUInt16LE(10) };
}

it("240 MB of documents take no more memory than some pieces of them", async () => {
  const { bytes, grown } = await readBundle(cookie);
  expect(bytes).toBeGreaterThan(letters * bytesEach);
  expect(grown, `${grown} MB`).toBeLessThan(128);
}, 120_000);

it(`${papers} papers are all there, and take a part of their size in memory`, async () => {
  const { bytes, grown, entries } = await readBundle(cookieOfMany);
  expect(bytes).toBeGreaterThan(papers * bytesOfPaper);
  // READ-ME-FIRST, index, sums, three tables, a ledger and each tax year are beside them.
  expect(entries).toBeGreaterThan(papers + 7);
  expect(grown, `${grown} of ${Math.round(bytes / megabyte)} MB`).toBeLessThan(bytes / megabyte / 2);
}, 600_000);
