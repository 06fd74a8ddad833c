import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { readingScopes, type StandInAccount, startStarlingStandIn } from "#tests/support/starling-stand-in.ts";
import { type BankFeed, BankFeedError } from "./bank-feed.ts";
import { openStarling, starlingAddresses } from "./starling.ts";

const now = new Date("2027-05-20T12:00:00Z");
const bank = await startStarlingStandIn({ now: () => now });
afterAll(() => bank.stop());
const digits = { sort_code: "10-20-30", account_number: "00001234" };
let account: StandInAccount;
let token = "";
beforeEach(() => {
  bank.recover();
  bank.requests.length = 0;
  account = bank.addAccount({ sortCode: "102030", accountNumber: "00001234" });
  token = bank.addToken([bank.addAccount({ sortCode: "102030", accountNumber: "99998888" }), account]);
});

const open = (given = token): BankFeed =>
  openStarling({ address: bank.url, token: given, now: () => now, timeoutMs: 500 });
const found = () => ({ ...digits, id: account.id, category_id: account.categoryId });
const linesSince = (since: string) => open().lines(found(), new Date(since));
const failureOf = async (work: Promise<unknown>): Promise<BankFeedError> => {
  const error = await work.then(
    () => undefined,
    (reason) => reason,
  );
  if (!(error instanceof BankFeedError)) throw new Error(`No failure of the bank: ${error}`);
  return error;
};

it("Starling has the bank's own addresses alone", () => {
  expect(starlingAddresses).toEqual({
    live: "https://api.starlingbank.com",
    sandbox: "https://api-sandbox.starlingbank.com",
  });
});

describe("account", () => {
  it("finds the account with the sort code and number among several", async () => {
    expect(await open().account(digits)).toEqual(found());
  });
  it("refuses a token that opens another account alone", async () => {
    const other = bank.addToken([bank.addAccount({ sortCode: "102031", accountNumber: "00001234" })]);
    expect((await failureOf(open(other).account(digits))).code).toBe("other_account");
  });
  it("refuses a token that can do more than read, and names what", async () => {
    const strong = bank.addToken([account], [...readingScopes, "pay-local:create", "payee:edit"]);
    const { code, scopes } = await failureOf(open(strong).account(digits));
    expect([code, scopes]).toEqual(["too_many_scopes", ["pay-local:create", "payee:edit"]]);
    expect(bank.requests).toEqual(["/api/v2/identity/token"]);
  });
  it("refuses a token that lacks a scope, and names it", async () => {
    const weak = bank.addToken([account], ["account:read", "account-list:read", "balance:read", "transaction:read"]);
    const { code, scopes } = await failureOf(open(weak).account(digits));
    expect([code, scopes]).toEqual(["missing_scopes", ["account-identifier:read"]]);
  });
});

describe("balance", () => {
  it("returns the settled balance, in pence", async () => {
    account.pay({ name: "Ben", pence: 244_031 });
    account.pay({ name: "Fern Robotics", pence: -31 });
    account.begin({ name: "Chloe", pence: 5 });
    expect(await open().balance(found())).toBe(244_000);
  });
});

describe("lines", () => {
  it("returns name, reference, signed pence and the London day of the settlement", async () => {
    const id = account.pay({
      name: "BEN  LINDQVIST",
      reference: "KDF2RC2VTB",
      pence: 244_031,
      at: new Date("2027-05-18T23:30:00Z"),
    });
    const out = account.pay({ name: "Fern Robotics Ltd", pence: -1_999_870, at: new Date("2027-05-20T10:00:00Z") });
    expect(await linesSince("2027-05-01T00:00:00Z")).toEqual([
      {
        id: out,
        state: "settled",
        day: "2027-05-20",
        changed_on: "2027-05-20",
        amount_pence: -1_999_870,
        payer: "Fern Robotics Ltd",
        reference: "",
      },
      {
        id,
        state: "settled",
        day: "2027-05-19",
        changed_on: "2027-05-19",
        amount_pence: 244_031,
        payer: "BEN LINDQVIST",
        reference: "KDF2RC2VTB",
      },
    ]);
  });
  it("counts settled payments alone; one that waits has the same id when it settles", async () => {
    const id = account.begin({ name: "Ben", pence: 100, at: new Date("2027-05-18T10:00:00Z") });
    for (const status of ["UPCOMING", "DECLINED", "REVERSED", "REFUNDED", "RETRYING", "ACCOUNT_CHECK", "NEW_ONE"])
      account.begin({ name: status, pence: 100 }, status);
    const before = await linesSince("2027-05-01T00:00:00Z");
    expect(before.map(({ state }) => state)).toEqual([...Array(7).fill("other"), "pending"]);
    account.settle(id, new Date("2027-05-19T10:00:00Z"));
    const after = (await linesSince("2027-05-01T00:00:00Z")).find((line) => line.id === id);
    expect(after).toMatchObject({ state: "settled", day: "2027-05-19" });
  });
  it("reads a long time in spans that the bank allows, and each payment once", async () => {
    const edge = new Date("2026-11-29T00:00:00Z");
    account.pay({ name: "At the edge", pence: 100, at: edge });
    account.pay({ name: "Early", pence: 200, at: new Date("2026-09-01T10:00:00Z") });
    account.pay({ name: "Late", pence: 300, at: new Date("2027-05-20T11:59:00Z") });
    const lines = await linesSince("2026-08-31T00:00:00Z");
    expect(lines.map(({ payer }) => payer).toSorted()).toEqual(["At the edge", "Early", "Late"]);
    expect(bank.requests).toHaveLength(3);
  });
  it("leaves out a payment without an amount, and refuses another currency", async () => {
    account.pay({ name: "Card check", pence: 0 });
    expect(await linesSince("2027-05-01T00:00:00Z")).toEqual([]);
    account.pay({ name: "Euro", pence: 100, currency: "EUR" });
    expect((await failureOf(linesSince("2027-05-01T00:00:00Z"))).code).toBe("unreadable");
  });
});

describe("A bank that does not answer", () => {
  it.each([
    ["cut", "unreachable"],
    ["outage", "unreachable"],
    ["garbled", "unreadable"],
  ] as const)("A bank's failure is told apart: %s is %s", async (kind, code) => {
    bank.fail({ kind });
    expect((await failureOf(open().balance(found()))).code).toBe(code);
  });
  it("A bank that limits requests says how long it wants to be left alone", async () => {
    bank.fail({ kind: "limited", seconds: 120 });
    const { code, retryAfterMs } = await failureOf(open().balance(found()));
    expect([code, retryAfterMs]).toEqual(["rate_limited", 120_000]);
  });
  it("A token that the bank does not accept ends the access, and is never repeated in the error", async () => {
    bank.revoke(token);
    const error = await failureOf(open().balance(found()));
    expect(error.code).toBe("access_ended");
    expect(JSON.stringify(error) + String(error.stack)).not.toContain(token);
  });
});
