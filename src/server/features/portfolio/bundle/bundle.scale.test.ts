import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { buildHeldRound } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildLargeLetter } from "#tests/support/build-papers.ts";
import { createTestApp, type TestApp } from "#tests/support/test-app.ts";

const letters = 10;
const bytesEach = 24 * 1024 * 1024;
let club: TestApp;
let cookie: string;

beforeAll(async () => {
  club = await createTestApp();
  const jonas = await buildInvestor(club.db, { full_name: "Jonas Weber" });
  cookie = await club.cookieOf(jonas);
  const { company_id } = await buildHeldRound(club.db, {
    terms: { price: "1.24", scheme: "SEIS", share_class: "Ordinary" },
    code: "B7F",
    called_on: "2022-01-25",
    wired_on: "2022-02-01",
    issued_on: "2022-02-02",
    members: [{ record_id: jonas.record_id, tier: "trial", shares: 6879, paid_on: "2022-01-28" }],
  });
  for (let letter = 0; letter < letters; letter++)
    await buildLargeLetter(club, company_id, `${2022 + Math.floor(letter / 4)}-Q${(letter % 4) + 1}`, bytesEach);
}, 240_000);
afterAll(() => club.close());

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
/** What is still referred to; a busy machine collects late, which is not the bundle's doing. */
function liveBytes(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
const piecesBetweenLooks = 100;

it("240 MB of documents take no more memory than some pieces of them", async () => {
  const before = liveBytes();
  const request = new Request(`${club.appUrl}/api/portfolio/me/bundle.zip`, { headers: { cookie } });
  const { body } = await club.fetch(request);
  let [bytes, pieces, most] = [0, 0, before];
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    pieces += 1;
    if (pieces % piecesBetweenLooks === 0) most = Math.max(most, liveBytes());
  }
  expect(pieces).toBeGreaterThan(10 * piecesBetweenLooks);
  expect(bytes).toBeGreaterThan(letters * bytesEach);
  const grown = Math.round((most - before) / 1024 / 1024);
  expect(grown, `${grown} MB`).toBeLessThan(80);
}, 120_000);
