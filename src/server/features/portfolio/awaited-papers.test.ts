import { beforeEach, expect, it } from "vitest";
import { buildHeldRound } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import type { OwnCompany } from "#shared/portfolio/portfolio.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

let now = new Date("2028-06-15T12:00:00Z");
let [admin, second, member]: [Call, Call, Call] = [] as never;
let held: { company_id: string; id: string; lot: string; commitment_id: string };

const codes = (function* () {
  for (const last of "DEFGHJKMNPQRST") yield `A${last}W`;
})();

const club = await openTestApp({ now: () => now, hasLastingSessions: true });
admin = await club.as(await buildAdmin(club.db));
second = await club.as(await buildAdmin(club.db));
beforeEach(async () => {
  now = new Date("2028-06-15T12:00:00Z");
  const jonas = await buildInvestor(club.db, { full_name: "Jonas Weber" });
  member = await club.as(jonas);
  await hold(jonas.record_id);
});

/** Relief on all of the shares comes to £620. */
async function hold(record_id: string) {
  const { id, company_id } = await buildHeldRound(club.db, {
    terms: { price: "1.24", scheme: "SEIS" },
    code: codes.next().value ?? "",
    called_on: "2027-01-25",
    wired_on: "2027-02-01",
    issued_on: "2027-02-02",
    members: [{ record_id, tier: "vip", shares: 1000, paid_on: "2027-01-28" }],
  });
  const [lot] = await club.db
    .selectFrom("holdings")
    .select(["id", "commitment_id"])
    .where("company_id", "=", company_id)
    .execute();
  held = { id, company_id, lot: lot?.id ?? "", commitment_id: lot?.commitment_id ?? "" };
}
const awaited = async () => (await member("GET", "/api/papers/me")).body.awaited;
const certificate = async () => {
  const own: OwnCompany = (await member("GET", `/api/portfolio/me/companies/${held.company_id}`)).body;
  return own.company.lots[0]?.certificate;
};
async function sell(input: object) {
  const exit = { kind: "sale", happened_on: "2028-06-10", price: "0.30", shares: null, costs_pence: 0, ...input };
  const { status, body } = await admin("POST", `/api/companies/${held.company_id}/exits`, exit);
  expect([status, body.errors]).toEqual([201, undefined]);
  expect((await second("POST", `/api/exits/${body.id}/confirm`)).status).toBe(200);
}
const writeOff = async () => {
  const nothing = {
    as_of: "2028-06-01",
    basis: "nil",
    price: "0",
    source: "The liquidator's letter",
    share_class: null,
  };
  const { status, body } = await admin("POST", `/api/companies/${held.company_id}/valuations`, nothing);
  expect([status, body.errors]).toEqual([201, undefined]);
  expect((await second("POST", `/api/valuations/${body.id}/confirm`)).status).toBe(200);
};
const record = async () => {
  const relief = { lot_id: held.lot, kind: "income", claimed_on: "2028-06-01", pence: 62_000 };
  expect((await member("POST", "/api/portfolio/me/reliefs", relief)).status).toBe(201);
};

it("A certificate is awaited until it comes, late or not, and after its relief was recorded", async () => {
  const expected = [
    { commitment_id: held.commitment_id, deal_id: held.id, scheme: "SEIS", expected_from: "2027-08", withdrawn: null },
  ];
  expect([await certificate(), await awaited()]).toEqual(["late", expected]);
  await sell({ shares: 400 });
  expect([await certificate(), await awaited()]).toEqual(["late", expected]);
  await record();
  expect([await certificate(), await awaited()]).toEqual(["late", expected]);
  now = new Date("2027-03-01T12:00:00Z");
  expect([await certificate(), await awaited()]).toEqual(["awaited", expected]);
});

it.each<[string, string, () => unknown]>([
  ["all shares were sold within three years", "sold_early", () => sell({})],
  ["the company is wound up", "nothing_left", () => sell({ kind: "liquidation", note: "The final report" })],
  [
    "the last day to claim has passed",
    "too_late",
    () => {
      now = new Date("2033-02-01T12:00:00Z");
    },
  ],
])("No certificate is awaited once %s, as on the page of the company", async (_, state, happen) => {
  await happen();
  expect([await certificate(), await awaited()]).toEqual([state, []]);
});

it("A certificate is awaited on while shares are worth nothing, and relief that is recorded without it lowers the loss", async () => {
  await writeOff();
  const expected = [
    { commitment_id: held.commitment_id, deal_id: held.id, scheme: "SEIS", expected_from: "2027-08", withdrawn: null },
  ];
  expect([await certificate(), await awaited()]).toEqual(["late", expected]);
  const { next } = (await member("GET", "/api/portfolio/me")).body;
  expect(next.map(({ kind }: { kind: string }) => kind)).toEqual(["loss_claim", "ask_certificate"]);
  const own = async (): Promise<OwnCompany> =>
    (await member("GET", `/api/portfolio/me/companies/${held.company_id}`)).body;
  const figures = ({ company, losses }: OwnCompany) => [company.lots[0]?.relief_left_pence, losses[0]?.loss_pence];
  expect(figures(await own())).toEqual([62_000, 124_000]);
  await record();
  expect(figures(await own())).toEqual([0, 62_000]);
});
