import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { createLog } from "#server/ops/start/create-log.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import type { DealState } from "#shared/deals/deal-messages.ts";
import { companyAccount } from "#tests/support/complete-deal.ts";
import { confirmCompanyAccount } from "#tests/support/past-the-lists.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const start = new Date("2027-02-03T12:00:00Z");
const day = 24 * 60 * 60 * 1000;
const noToken = `01900000-0000-7000-8000-000000000000.${"x".repeat(43)}`;
const jo = { name: "Jo Fern", email: "jo@fern.example" };
const lines: string[] = [];

let now = start;
let deal: { id: string };
const log = createLog("debug", { write: (line) => void lines.push(line) });
const club = await openTestApp({ now: () => now, hasLastingSessions: true, log });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const daniel = await buildAdmin(club.db, { full_name: "Daniel Achebe" });
const admin = await club.as(owen);
beforeEach(async () => {
  now = start;
  await sql`truncate notices, auth.rate_limits`.execute(club.db);
  deal = await buildFern("closing");
  await takeMails(club);
});

async function buildFern(state: DealState) {
  const built = await buildDeal(club.db, { state, company: { name: "Fern Robotics Ltd" } });
  const founders = [
    { name: "Ann Fern", role: "Chief executive", email: null, phone: null },
    { ...jo, role: "Finance", phone: null },
  ];
  await club.db
    .updateTable("companies")
    .set({ founders: JSON.stringify(founders) })
    .where("id", "=", built.company_id)
    .execute();
  return built;
}
const later = (days: number) => {
  now = new Date(start.getTime() + days * day);
};
const ask = (body: object = jo, id = deal.id) => admin("POST", `/api/deals/${id}/company-account-requests`, body);
const tokenOf = (url = "") => new URLSearchParams(url.split("?")[1]).get("token") ?? "";
async function askedToken(id = deal.id): Promise<string> {
  expect((await ask(jo, id)).status).toBe(201);
  const [mail] = await takeMails(club);
  return tokenOf(mail?.link);
}
const read = (token: string) => club.visitor("POST", "/api/company-account-links/read", { token });
const send = (token: string, change: object = {}, may_give = true) =>
  club.visitor("POST", "/api/company-account-links/send", {
    account: { ...companyAccount, ...change },
    may_give,
    token,
  });
const accountsOf = async (id = deal.id) => (await admin("GET", `/api/deals/${id}/completion`)).body.company_account;
const enter = () => admin("POST", `/api/deals/${deal.id}/company-account`, companyAccount);
/** Both calls are refused with these words, and nothing waits. */
async function expectRefused(token: string, words: string): Promise<void> {
  for (const { status, body } of [await read(token), await send(token)])
    expect([status, body.code, body.detail]).toEqual([400, "invalid_token", words]);
}

describe("POST /deals/{id}/company-account-requests", () => {
  it("mails the contact a link, returns who was asked until when, and audits it", async () => {
    expect(await accountsOf()).toMatchObject({ contact: jo, asked_at: null, expires_at: null });
    const { status, body } = await ask({ name: " Jo Fern ", email: "Jo@Fern.Example" });
    expect([status, body.company_account]).toEqual([
      201,
      {
        current: null,
        entered: null,
        contact: jo,
        asked_at: "2027-02-03T12:00:00.000Z",
        expires_at: "2027-02-17T12:00:00.000Z",
      },
    ]);
    expect(await club.auditOf(deal.id, "kind", "actor_id", "details")).toEqual([
      { kind: "company_account_requested", actor_id: owen.id, details: jo },
    ]);
    const [mail, ...others] = await takeMails(club);
    expect([others, mail?.to, mail?.subject]).toEqual([
      [],
      "jo@fern.example",
      "Fern Robotics Ltd: which bank account should Kindling pay?",
    ]);
    for (const words of [
      "Hello Jo,",
      "The link works once, until 17 February 2027.",
      "Kindling never sends account details by mail, and never asks you to answer a mail with them.",
    ])
      expect(mail?.text).toContain(words);
    expect(mail?.link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/#\/company-account\?token=[\da-f-]{36}\.[\w-]{43}$/);
  });
  it("makes a new link, and the old one ends", async () => {
    const [first, second] = [await askedToken(), await askedToken()];
    await expectRefused(
      first,
      "The club has sent a newer link since, or has the account already. Use its newest email, or ask the club.",
    );
    expect((await send(second)).status).toBe(201);
  });
  it("stores no token, in the database or the log", async () => {
    const token = await askedToken();
    await send(token);
    const [, secret = ""] = token.split(".");
    const { rows } = await sql<{ row: string }>`select r::text as row from company_account_requests r`.execute(club.db);
    expect(rows.map(({ row }) => row).join()).not.toContain(secret);
    expect(lines.join()).not.toContain(secret);
    expect(lines.join()).not.toContain("00004321");
  });
  it.each([
    ["name", { name: " " }],
    ["email", { email: "jo at fern" }],
  ])("returns 422 for an invalid %s", async (path, change) => {
    const { status, body } = await ask({ ...jo, ...change });
    expect([status, body.errors[0].path]).toEqual([422, path]);
  });
  it("returns 409 for a deal that is over", async () => {
    const { status, body } = await ask(jo, (await buildFern("cancelled")).id);
    expect([status, body.code]).toEqual([409, "deal_not_open"]);
  });
});

describe("The link of the mail", () => {
  it("The link returns whose account is asked for, as often as it is read", async () => {
    const token = await askedToken();
    for (const _ of [1, 2])
      expect(await read(token)).toMatchObject({
        status: 200,
        body: {
          company_name: "Fern Robotics Ltd",
          expires_at: "2027-02-17T12:00:00.000Z",
        },
      });
    expect((await accountsOf()).entered).toBe(null);
  });
  it.each([
    ["12-34-56", "0000 4321"],
    ["123456", "00004321"],
    [" 12 34 56 ", " 00004321 "],
  ])(
    "The link accepts %s and %s as people have them, and the account waits in the contact's name",
    async (sort_code, number) => {
      const token = await askedToken();
      later(2);
      expect((await send(token, { sort_code, account_number: number })).status).toBe(201);
      expect(await accountsOf()).toMatchObject({
        current: null,
        entered: {
          ...companyAccount,
          sort_code: "12-34-56",
          account_number: "00004321",
          entered_by_name: "Jo Fern",
          entered_at: "2027-02-05T12:00:00.000Z",
          asked_email: "jo@fern.example",
          asked_at: "2027-02-03T12:00:00.000Z",
        },
        contact: jo,
        asked_at: null,
        expires_at: null,
      });
    },
  );
  it.each([
    ["account.account_number", { account_number: "1234567" }, "Please enter the eight digits of the account"],
    ["account.sort_code", { sort_code: "12-34-5" }, "Please enter a sort code such as 12-34-56"],
    ["account.bank", { bank: " " }, "Please fill this in"],
    ["may_give", {}, "Please confirm that you may give this account"],
  ])("The link returns 422 for an invalid %s, and works still", async (path, change, message) => {
    const token = await askedToken();
    const { status, body } = await send(token, change, path !== "may_give");
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ path, message })]]);
    expect((await read(token)).status).toBe(200);
  });
  it("An account sent by the link is told to admins, and audited as nobody's without its digits", async () => {
    await send(await askedToken());
    const { rows } = await sql`select kind, subject_id, user_id from notices order by user_id`.execute(club.db);
    expect(rows).toEqual(
      [owen.id, daniel.id].sort().map((user_id) => ({ kind: "company_account_sent", subject_id: deal.id, user_id })),
    );
    expect((await club.auditOf(deal.id, "kind", "actor_id", "details")).at(-1)).toEqual({
      kind: "company_account_sent",
      actor_id: null,
      details: {},
    });
  });
  it("The link sends one account, even if it is pressed twice at once", async () => {
    const token = await askedToken();
    later(1);
    const answers = await Promise.all([send(token), send(token, { account_number: "99998888" })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    await expectRefused(
      token,
      "This link has been used: the account was sent on 4 February 2027. If something in it is wrong, ring the person at the club who asked you.",
    );
  });
  it("The link works for 14 days", async () => {
    const token = await askedToken();
    later(14);
    await expectRefused(token, "This link worked until 17 February 2027. Ask the club for a new one.");
    expect(await accountsOf()).toMatchObject({ contact: jo, asked_at: start.toISOString() });
  });
  it("The link ends with the deal", async () => {
    const token = await askedToken();
    await club.db.updateTable("deals").set({ state: "cancelled" }).where("id", "=", deal.id).execute();
    await expectRefused(token, "This round is over. The club needs no account for it any more.");
  });
  it("The link leaves room for an admin who enters the account, and ends once that account is signed", async () => {
    const token = await askedToken();
    expect((await enter()).status).toBe(201);
    expect((await read(token)).status).toBe(200);
    await confirmCompanyAccount(club, deal.id, daniel.id);
    await expectRefused(
      token,
      "The club has sent a newer link since, or has the account already. Use its newest email, or ask the club.",
    );
    expect((await accountsOf()).entered).toBe(null);
  });
  it("The link replaces an account that an admin entered and nobody has signed", async () => {
    const token = await askedToken();
    await enter();
    await send(token, { account_number: "99998888" });
    expect((await accountsOf()).entered).toMatchObject({ account_number: "99998888", entered_by_name: "Jo Fern" });
  });
  it.each([
    ["made up", noToken],
    ["cut off", "01900000"],
    ["of another deal's request with this signature", "swapped"],
  ])("A link is refused if it is %s", async (_how, token) => {
    const [own, other] = [await askedToken(), await askedToken((await buildFern("closing")).id)];
    const swapped = `${other.split(".")[0]}.${own.split(".")[1]}`;
    await expectRefused(
      token === "swapped" ? swapped : token,
      "This link is not one of ours, or it was cut off. Open it from the email again, or ask the club for a new one.",
    );
  });
  it("The link of another company changes that company's deal alone", async () => {
    const other = await buildFern("closing");
    await send(await askedToken(other.id));
    expect((await accountsOf(other.id)).entered).toMatchObject({ entered_by_name: "Jo Fern" });
    expect((await accountsOf()).entered).toBe(null);
  });
  it("A link is not mailed any more once it has ended", async () => {
    await ask();
    await ask({ name: "Ann Fern", email: "ann@fern.example" });
    expect((await takeMails(club)).map(({ to }) => to)).toEqual(["ann@fern.example"]);
  });
  it("A link is refused after 60 calls in ten minutes from one address", async () => {
    const token = await askedToken();
    let calls = 0;
    while (calls < 100 && (await read(token)).status !== 429) calls += 1;
    expect([calls, (await send(token)).status]).toEqual([60, 429]);
  });
});
