import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin } from "#server/sample/builders.ts";
import type { BankFeed } from "#shared/funds/bank-feeds.ts";
import type { BankLine, LedgerTransaction } from "#shared/funds/funds.ts";
import { buildCalledRound, type CalledRound } from "#tests/support/alder-round.ts";
import { buildCollectionAccount } from "#tests/support/build-allocated-deal.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { readingScopes, type StandInAccount, startStarlingStandIn } from "#tests/support/starling-stand-in.ts";
import { createTestApp, openTestApp } from "#tests/support/test-app.ts";
import { bankFeedJobs } from "../index.ts";

const unknownId = "018f0000-0000-7000-8000-000000000000";
const codes = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const minute = 60_000;
const noon = new Date("2027-01-26T12:00:00Z");
let now = noon;
let round: CalledRound;
let rounds = 0;
let account: StandInAccount;
let token = "";

const bank = await startStarlingStandIn({ now: () => now });
afterAll(() => bank.stop());
const club = await openTestApp({ now: () => now, hasLastingSessions: true, bankStandInUrl: bank.url });
const owen = await buildAdmin(club.db, { full_name: "Owen Pryce" });
const ada = await buildAdmin(club.db, { full_name: "Ada Finch" });
const [admin, second] = [await club.as(owen), await club.as(ada)];
type Call = typeof admin;
await setDeals(club.db);

beforeEach(async () => {
  now = noon;
  bank.recover();
  await sql`update bank_feeds set stopped_at = now(), stopped_because = 'replaced', failing_since = null, failure = null,
              gap_pence = null, retry_at = null where stopped_at is null`.execute(club.db);
  await sql`delete from notices`.execute(club.db);
  rounds += 1;
  round = await buildCalledRound(club.db, `${codes[rounds % 30]}${codes[Math.floor(rounds / 30)]}F`);
  await buildCollectionAccount(club.db, round.deal.id, new Date("2027-01-20T10:00:00Z"));
  account = bank.addAccount({ sortCode: "000000", accountNumber: "00001234" });
  token = bank.addToken([account]);
});

const path = () => `/api/deals/${round.deal.id}`;
const enter = (change: object = {}, by: Call = admin) =>
  by("POST", "/api/bank-feeds", { deal_id: round.deal.id, environment: "live", token, ...change });
const confirm = (id: string, by: Call = second) => by("POST", `/api/bank-feeds/${id}/confirm`);
const sync = (id: string, by: Call = admin) => by("POST", `/api/bank-feeds/${id}/sync`);
const stop = (id: string) => admin("POST", `/api/bank-feeds/${id}/stop`, { reason: "The partner asked us to." });
const read = async () => (await admin("GET", `${path()}/bank-feeds`)).body;
const active = async (): Promise<BankFeed> => (await read()).active;
const connect = async (change: object = {}): Promise<BankFeed> => {
  const { waiting } = (await enter(change)).body;
  const { status, body } = await confirm(waiting.id);
  expect(status).toBe(200);
  return body.active;
};
const runJob = () => bankFeedJobs["bank-feeds"].run(club);
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * minute);
};
const member = (number: number) => {
  const { full_name, reference, due_pence } = round.memberOf(number) as CalledRound["members"][number] & {
    full_name: string;
  };
  return { name: full_name, reference, pence: due_pence };
};
const openLines = async (): Promise<BankLine[]> => (await admin("GET", `${path()}/bank-lines`)).body.items;
const bankFiles = async () => (await admin("GET", `${path()}/bank-files`)).body.items;
const receipts = async (): Promise<LedgerTransaction[]> =>
  (await admin("GET", `${path()}/ledger?limit=500`)).body.items.filter(
    ({ kind }: LedgerTransaction) => kind === "receipt",
  );
const notices = async (userId = owen.id) =>
  (
    await sql<{
      kind: string;
    }>`select kind from notices where user_id = ${userId} and kind = 'bank_feed_failing'`.execute(club.db)
  ).rows.length;
const tokens = async () =>
  (
    await sql<{ sealed: Buffer }>`select sealed from bank_feed_tokens t join bank_feeds f on f.id = t.feed_id
      where f.deal_id = ${round.deal.id}`.execute(club.db)
  ).rows;
const upload = (lines: [payer: string, reference: string, pence: number][], by: Call = admin) => {
  let pence = 0;
  const rows = lines.map(([payer, reference, amount]) => {
    pence += amount;
    return `26/01/2027,${payer},${reference},FASTER PAYMENT,${(amount / 100).toFixed(2)},${(pence / 100).toFixed(2)}`;
  });
  const text = `Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)\n${rows.join("\n")}\n`;
  return by("POST", `${path()}/bank-files?name=a.csv`, text, { "content-type": "text/csv" });
};

describe("POST /bank-feeds", () => {
  it("stores a token that waits for a second person, encrypted and never shown", async () => {
    const { status, body } = await enter();
    expect(status).toBe(201);
    expect(body).toEqual({
      active: null,
      stopped: null,
      waiting: {
        id: expect.any(String),
        environment: "live",
        entered_at: noon.toISOString(),
        entered_by_name: "Owen Pryce",
        confirmers: ["Ada Finch"],
        confirmed_at: null,
        confirmed_by_name: null,
        read_at: null,
        balance_pence: null,
        pending_pence: 0,
        said: null,
        retry_at: null,
        can: { confirm: false, stop: true, sync: false },
      },
    });
    expect(JSON.stringify(body) + JSON.stringify(await read())).not.toContain(token);
    const [kept] = await tokens();
    expect(kept?.sealed.toString("latin1")).not.toContain(token);
    const audits = await club.auditOf(round.deal.id, "kind", "actor_id", "details");
    expect(audits).toEqual([
      { kind: "bank_feed_entered", actor_id: owen.id, details: { feed_id: body.waiting.id, environment: "live" } },
    ]);
  });
  it("asks for a fresh sign-in", async () => {
    const stale = await club.asStale(owen);
    later(11);
    expect((await enter({}, stale)).body.code).toBe("fresh_sign_in_required");
  });
  it("refuses a token that can do more than read, and one that can do less", async () => {
    const strong = bank.addToken([account], [...readingScopes, "pay-local:create"]);
    const refused = await enter({ token: strong });
    expect([refused.status, refused.body.errors[0].path]).toEqual([422, "token"]);
    expect(refused.body.errors[0].message).toContain("pay-local:create");
    const weak = bank.addToken([account], readingScopes.slice(1));
    expect((await enter({ token: weak })).body.errors[0].message).toBe("This token lacks permissions: account:read.");
    expect(await tokens()).toEqual([]);
  });
  it("refuses a token of another account, and one that the bank does not know", async () => {
    const other = bank.addToken([bank.addAccount({ sortCode: "000000", accountNumber: "00001235" })]);
    expect((await enter({ token: other })).body.errors[0].message).toBe(
      "This token opens no account with the sort code and number of the collection account.",
    );
    expect((await enter({ token: "nobody's" })).body.errors[0].message).toBe(
      "Starling does not accept this token. Copy it again, or make a new one.",
    );
  });
  it("returns 503 while the bank cannot be reached, 404 for an unknown deal and 409 without a confirmed account", async () => {
    bank.fail({ kind: "cut" });
    const { status, body } = await enter();
    expect([status, body.code]).toEqual([503, "bank_unavailable"]);
    bank.recover();
    expect((await enter({ deal_id: unknownId })).status).toBe(404);
    await sql`update collection_accounts set replaced_at = now() where deal_id = ${round.deal.id}`.execute(club.db);
    expect((await enter()).body.code).toBe("revision_conflict");
  });
  it("replaces a feed that waits", async () => {
    const first = (await enter()).body.waiting;
    const { waiting, stopped } = (await enter()).body;
    expect([waiting.id === first.id, stopped]).toEqual([false, null]);
    expect((await confirm(first.id)).status).toBe(404);
    expect(await tokens()).toHaveLength(1);
  });
});

describe("POST /bank-feeds/{id}/confirm", () => {
  it("returns 403 to the admin who entered the feed, 404 for an unknown feed and 409 once it is confirmed", async () => {
    const { waiting } = (await enter()).body;
    const { status, body } = await confirm(waiting.id, admin);
    expect([status, body.code, body.reason]).toEqual([403, "second_person_required", "same_account"]);
    expect((await confirm(unknownId)).status).toBe(404);
    expect((await confirm(waiting.id)).status).toBe(200);
    expect((await confirm(waiting.id)).body.code).toBe("revision_conflict");
  });
  it("asks the bank again, and refuses a token that can do more by then", async () => {
    const { waiting } = (await enter()).body;
    bank.setScopes(token, [...readingScopes, "payee:edit"]);
    const { status, body } = await confirm(waiting.id);
    expect([status, body.errors[0].path]).toEqual([422, "token"]);
    expect((await read()).waiting.id).toBe(waiting.id);
  });
  it("refuses a feed after the collection account has changed", async () => {
    const { waiting } = (await enter()).body;
    await sql`update collection_accounts set replaced_at = now() where deal_id = ${round.deal.id}`.execute(club.db);
    await sql`insert into collection_accounts (deal_id, account_name, sort_code, account_number, bank, partner, confirmed_at, call_back_note)
      values (${round.deal.id}, 'New', '00-00-00', '00009999', 'Starling', 'Nominee', now(), 'Mr Hale')`.execute(
      club.db,
    );
    expect((await confirm(waiting.id)).status).toBe(422);
  });
  it("reads the bank at once and books sure lines, as nobody", async () => {
    account.pay(member(1));
    account.pay({ name: "SOMEBODY ELSE", pence: 12_345 });
    account.begin(member(3));
    const feed = await connect();
    expect(feed).toMatchObject({
      confirmed_by_name: "Ada Finch",
      read_at: noon.toISOString(),
      balance_pence: 1_912_769,
      pending_pence: 1_141_296,
      said: null,
      can: { confirm: false, stop: true, sync: true },
    });
    expect(await bankFiles()).toMatchObject([
      { name: "Starling", format: "starling_feed", origin: "feed", imported_by_name: null, new_lines: 2 },
    ]);
    expect((await receipts()).map(({ in_pence }) => in_pence)).toEqual([1_900_424]);
    expect((await openLines()).map(({ payer, grade }) => [payer, grade])).toEqual([["SOMEBODY ELSE", "unknown"]]);
    const booked = await club.auditOf(round.deal.id, "kind", "actor_id");
    expect(booked.filter(({ kind }) => kind === "bank_lines_confirmed")).toEqual([
      { kind: "bank_lines_confirmed", actor_id: null },
    ]);
  });
});

describe("POST /bank-feeds/{id}/sync", () => {
  it("adds each payment once, however often it is pressed, and at the same time", async () => {
    const { id } = await connect();
    account.pay(member(1));
    account.pay(member(2));
    const answers = await Promise.all([sync(id), sync(id, second)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await sync(id)).body.active.balance_pence).toBe(3_326_300);
    expect((await bankFiles()).map(({ new_lines }: { new_lines: number }) => new_lines)).toEqual([2]);
    expect(await receipts()).toHaveLength(2);
  });
  it("counts a waiting payment once it settles, under the same id", async () => {
    const { id } = await connect();
    const uid = account.begin(member(1));
    expect((await sync(id)).body.active).toMatchObject({ balance_pence: 0, pending_pence: 1_900_424 });
    expect(await receipts()).toEqual([]);
    account.settle(uid);
    expect((await sync(id)).body.active).toMatchObject({ balance_pence: 1_900_424, pending_pence: 0 });
    expect(await receipts()).toHaveLength(1);
  });
  it("adds a late payment that the bank dates yesterday", async () => {
    const { id } = await connect();
    account.pay(member(1));
    await sync(id);
    account.pay({ ...member(2), at: new Date("2027-01-25T17:30:00Z") });
    expect((await sync(id)).body.active.said).toBeNull();
    expect((await receipts()).map(({ bank_on }) => bank_on).toSorted()).toEqual(["2027-01-25", "2027-01-26"]);
  });
  it("books a payment that came by file too once, whichever came first", async () => {
    const [one, two] = [member(1), member(2)];
    await upload([[one.name, `ref ${one.reference}`, one.pence]]);
    account.pay(one);
    const { id } = await connect();
    expect(await receipts()).toHaveLength(1);
    account.pay(two);
    await sync(id);
    await upload([
      [one.name, `ref ${one.reference}`, one.pence],
      [two.name, two.reference, two.pence],
    ]);
    expect((await bankFiles()).map((file: BankFeed & { new_lines: number }) => file.new_lines)).toEqual([0, 1, 1]);
    expect(await receipts()).toHaveLength(2);
    account.pay({ name: "Twice", pence: 500 });
    account.pay({ name: "Twice", pence: 500 });
    expect((await sync(id)).body.active.said).toBeNull();
    expect((await openLines()).map(({ payer }) => payer)).toEqual(["Twice", "Twice"]);
  });
  it("returns 404 for an unknown feed, and 409 for one that waits", async () => {
    const { waiting } = (await enter()).body;
    expect((await sync(unknownId)).status).toBe(404);
    expect((await sync(waiting.id)).body.code).toBe("revision_conflict");
  });
});

describe("A payment that the bank reverses", () => {
  it("A reversed payment stays, with a line that reverses it, and stops the deal's money until two persons explain it", async () => {
    const { id } = await connect();
    const uid = account.pay(member(1));
    await sync(id);
    later(24 * 60);
    account.reverse(uid);
    expect((await sync(id)).body.active).toMatchObject({ balance_pence: 0, said: null });
    expect(
      (await openLines()).map(({ booked_on, amount_pence, reference }) => [booked_on, amount_pence, reference]),
    ).toEqual([["2027-01-27", -1_900_424, `Reversed by the bank: ${member(1).reference}`]]);
    expect((await admin("GET", `${path()}/closing`)).body.difference_pence).toBe(-1_900_424);
    expect((await sync(id)).body.active.said).toBeNull();
    expect(await openLines()).toHaveLength(1);

    const reason = "The bank has reversed it.";
    const booked = (await admin("GET", `${path()}/bank-lines?show=booked`)).body.items[0];
    await admin("POST", `/api/bank-lines/${booked.id}/unmatch`, { match_id: booked.matches[0].id, reason });
    const parts = [{ kind: "unidentified", amount_pence: 1_900_424 }];
    expect((await admin("POST", `/api/bank-lines/${booked.id}/match`, { parts, reason })).status).toBe(200);
    const proposed = await admin("POST", `${path()}/returns`, {
      bank_line_id: booked.id,
      amount_pence: 1_900_424,
      reason,
    });
    expect((await second("POST", `/api/outgoing-payments/${proposed.body.id}/approve`)).status).toBe(200);
    await sync(id);
    expect(await openLines()).toEqual([]);
    expect((await admin("GET", `${path()}/closing`)).body).toMatchObject({ difference_pence: 0, on_account_pence: 0 });
  });
  it("A reversed payment leaves no trace where it was never settled", async () => {
    const { id } = await connect();
    account.reverse(account.begin(member(1)));
    expect((await sync(id)).body.active.said).toBeNull();
    expect(await openLines()).toEqual([]);
  });
});

describe("Own money", () => {
  /** Of the round's first member, who is an admin too. */
  const makeAdmin = async () => {
    const { record_id, due_pence } = round.memberOf(1);
    const amara = await buildInvestor(club.db, { full_name: "Amara Okafor", is_admin: true });
    await sql`update commitments set record_id = ${amara.record_id} where record_id = ${record_id}`.execute(club.db);
    return { by: await club.as(amara), pence: due_pence };
  };
  it("Own money is booked without another hand where it is the bank's own line", async () => {
    const { by, pence } = await makeAdmin();
    const { waiting } = (await enter({}, by)).body;
    const feed = (await confirm(waiting.id)).body.active;
    account.pay(member(1));
    await sync(feed.id, by);
    expect((await receipts()).map(({ in_pence }) => in_pence)).toEqual([pence]);
    expect((await receipts())[0]?.text).toContain("own payment of somebody who signs, booked by the bank’s feed");
  });
  it("Own money of a file is booked once the bank shows it, and never without it", async () => {
    const { by } = await makeAdmin();
    const { name, reference, pence } = member(1);
    expect((await upload([[name, reference, pence]], by)).body.own.lines).toBe(1);
    const feed = await connect();
    expect(feed.read_at).toBeNull();
    expect(feed.said).toBe(
      "The bank has £19,004.24 less than the lines of feed and files lead to, so nothing new is kept. Look for a line of a file that the bank does not have, or for money from before the deal. It has not been read since 26 January 2027, 12:00.",
    );
    expect([await receipts(), await notices(ada.id)]).toEqual([[], 1]);
    // Another one of the same sum makes the balance agree, and is another payment.
    account.pay({ name: "SOMEBODY ELSE", pence });
    await sync(feed.id);
    expect(await receipts()).toEqual([]);
    account.items.length = 0;
    account.pay(member(1));
    expect((await sync(feed.id)).body.active.said).toBeNull();
    expect(await receipts()).toHaveLength(1);
  });
});

describe("A reading that fails", () => {
  it("A failed reading is a state with a later try, told to each admin once, and forgotten once a reading works", async () => {
    const { id } = await connect();
    bank.fail({ kind: "outage" });
    const tries: (string | null)[] = [];
    for (let hours = 0; hours < 24; hours += 0.25) {
      later(15);
      const before = (await active()).retry_at;
      await runJob();
      const { retry_at } = await active();
      if (retry_at !== before) tries.push(retry_at);
    }
    const { said, read_at } = await active();
    expect([said, read_at]).toEqual([
      "The bank cannot be reached. It has not been read since 26 January 2027, 12:15.",
      noon.toISOString(),
    ]);
    // After 15, 30, 60, 120, 240 and then each 360 minutes.
    expect(tries).toEqual([
      ...[
        "2027-01-26T12:30:00.000Z",
        "2027-01-26T13:00:00.000Z",
        "2027-01-26T14:00:00.000Z",
        "2027-01-26T16:00:00.000Z",
      ],
      ...[
        "2027-01-26T20:00:00.000Z",
        "2027-01-27T02:00:00.000Z",
        "2027-01-27T08:00:00.000Z",
        "2027-01-27T14:00:00.000Z",
      ],
    ]);
    expect([await notices(), await notices(ada.id)]).toEqual([1, 1]);
    bank.recover();
    account.pay(member(1));
    expect((await sync(id)).body.active).toMatchObject({ said: null, retry_at: null });
    expect(await receipts()).toHaveLength(1);
  });
  it("A bank that wants no more requests is left alone, when pressed too", async () => {
    const { id } = await connect();
    bank.fail({ kind: "limited", seconds: 7200 });
    const { active: feed } = (await sync(id)).body;
    expect([feed.said, feed.retry_at]).toEqual([
      "The bank wants no more requests for now. It has not been read since 26 January 2027, 12:00.",
      "2027-01-26T14:00:00.000Z",
    ]);
    bank.recover();
    bank.requests.length = 0;
    later(60);
    await sync(id);
    await runJob();
    expect(bank.requests).toEqual([]);
    later(60);
    await runJob();
    expect((await active()).said).toBeNull();
    expect(await notices()).toBe(0);
  });
  it("A token that the bank does not accept any more stops the feed and is deleted", async () => {
    const { id } = await connect();
    bank.revoke(token);
    const { active: feed, stopped } = (await sync(id)).body;
    expect([feed, stopped.said]).toEqual([
      null,
      "Stopped on 26 January 2027, 12:00. The bank does not accept the token any more.",
    ]);
    expect([await tokens(), await notices(), await notices(ada.id)]).toEqual([[], 1, 1]);
    bank.requests.length = 0;
    later(60);
    await runJob();
    expect(bank.requests).toEqual([]);
  });
  it("A feed stops once the deal has another account", async () => {
    const { id } = await connect();
    await sql`update collection_accounts set account_number = '00009999' where deal_id = ${round.deal.id}`.execute(
      club.db,
    );
    await sql`update collection_accounts set replaced_at = now() where deal_id = ${round.deal.id}`.execute(club.db);
    expect((await sync(id)).body.stopped.said).toBe(
      "Stopped on 26 January 2027, 12:00. The deal has another collection account.",
    );
  });
  it("A reading stores nothing while the bank's balance differs from the lines, and says by how much", async () => {
    account.pay({ name: "Before the deal", pence: 700, at: new Date("2026-12-01T10:00:00Z") });
    const { id } = await connect();
    account.pay(member(1));
    const { active: feed } = (await sync(id)).body;
    expect(feed.said).toMatch(/^The bank has £7.00 more than the lines of feed and files lead to/);
    expect(await bankFiles()).toEqual([]);
  });
  it("A feed reads again once another account's file, which made the balance differ, is taken back", async () => {
    await upload([["CORNER SHOP", "RENT", 5000]]);
    account.pay(member(1));
    const { id } = await connect();
    expect((await sync(id)).body.active.said).toMatch(/^The bank has £50.00 less than/);
    const takeBack = async () => admin("POST", `/api/bank-files/${(await bankFiles())[0].id}/take-back`);
    expect((await takeBack()).status).toBe(204);
    expect((await sync(id)).body.active).toMatchObject({ said: null, balance_pence: 1_900_424 });
    expect(await bankFiles()).toMatchObject([{ origin: "feed", can: { take_back: false } }]);
    expect((await takeBack()).body.detail).toBe("The feed read these lines from the bank’s own list. They stay.");
  });
  it("A feed whose token cannot be decrypted stops", async () => {
    const { id } = await connect();
    const other = await createTestApp({
      now: () => now,
      hasLastingSessions: true,
      bankStandInUrl: bank.url,
      database: club.database,
      authSecret: "another secret for tests, of 32 characters",
    });
    const by = await other.as(owen);
    expect((await sync(id, by)).body.stopped.said).toBe(
      "Stopped on 26 January 2027, 12:00. The token cannot be decrypted: the server has another secret than when it was entered.",
    );
    await other.close();
  });
  it("A feed goes on after a change of the secret, with the secret before it", async () => {
    const { id } = await connect();
    const authSecret = "another secret for tests, of 32 characters";
    const given = { now: () => now, hasLastingSessions: true, bankStandInUrl: bank.url, database: club.database };
    const both = await createTestApp({ ...given, authSecret, previousAuthSecret: club.authSecret });
    expect((await sync(id, await both.as(owen))).body.active.id).toBe(id);
    await both.close();
    const after = await createTestApp({ ...given, authSecret });
    expect((await sync(id, await after.as(owen))).body.active.id).toBe(id);
    await after.close();
  });
});

describe("The job", () => {
  it("The job reads each quarter of an hour while somebody has to pay, and else once a day", async () => {
    await connect();
    const readAt = async (minutes: number) => {
      later(minutes);
      await runJob();
      return (await active()).read_at;
    };
    expect(await readAt(10)).toBe("2027-01-26T12:00:00.000Z");
    expect(await readAt(5)).toBe("2027-01-26T12:15:00.000Z");
    await sql`update commitments set state = 'withdrawn' where deal_id = ${round.deal.id}`.execute(club.db);
    expect(await readAt(60)).toBe("2027-01-26T12:15:00.000Z");
    expect(await readAt(23 * 60)).toBe("2027-01-27T12:15:00.000Z");
  });
});

describe("POST /bank-feeds/{id}/stop", () => {
  it("ends a feed with its reason, deletes its token and reads nothing more", async () => {
    const { id } = await connect();
    const { active: feed, stopped } = (await stop(id)).body;
    expect([feed, stopped.said]).toEqual([
      null,
      "Stopped on 26 January 2027, 12:00. By Owen Pryce: The partner asked us to.",
    ]);
    expect(await tokens()).toEqual([]);
    expect((await stop(id)).body.code).toBe("revision_conflict");
    expect((await stop(unknownId)).status).toBe(404);
    expect((await admin("POST", `/api/bank-feeds/${id}/stop`, { reason: " " })).body.errors[0].path).toBe("reason");
  });
});

it("A reading that ends after the feed was stopped stores nothing", async () => {
  const { id } = await connect();
  account.pay(member(1));
  bank.hooks.beforeFeed = async () => {
    bank.hooks.beforeFeed = undefined;
    expect((await stop(id)).status).toBe(200);
  };
  expect((await sync(id)).body.active).toBeNull();
  expect([await bankFiles(), await receipts()]).toEqual([[], []]);
});

it("A feed that an admin stopped stays stopped by that admin, though the bank then refuses the token", async () => {
  const { id } = await connect();
  bank.hooks.beforeFeed = async () => {
    bank.hooks.beforeFeed = undefined;
    expect((await stop(id)).status).toBe(200);
    bank.revoke(token);
  };
  expect((await sync(id)).body.stopped.said).toBe(
    "Stopped on 26 January 2027, 12:00. By Owen Pryce: The partner asked us to.",
  );
  const audit = await club.auditOf(round.deal.id, "kind", "actor_id");
  expect(audit.filter(({ kind }) => kind === "bank_feed_stopped")).toEqual([
    { kind: "bank_feed_stopped", actor_id: owen.id },
  ]);
  expect(await notices()).toBe(0);
});

it("Only the owner's transactions may carry out what was signed and book what the bank says, and nobody else's", async () => {
  const isAdmin = async (role: string, userId: string) =>
    club.db.transaction().execute(async (tx) => {
      await sql`select set_config('app.user_id', ${userId}, true), set_config('role', ${role}, true)`.execute(tx);
      return (await sql<{ is: boolean }>`select is_admin() as is`.execute(tx)).rows[0]?.is;
    });
  expect(await isAdmin("none", "")).toBe(true);
  expect(await isAdmin("club_member", "")).toBe(false);
  expect(await isAdmin("club_visitor", "")).toBe(false);
});

describe("A feed of the sandbox", () => {
  it("A feed of the sandbox says that it is a test bank, on the list and on the ledger", async () => {
    account.pay(member(1));
    const feed = await connect({ environment: "sandbox" });
    expect(feed.environment).toBe("sandbox");
    expect((await bankFiles())[0].name).toBe("Starling. Test bank: no real money");
    const { body } = await admin("POST", `${path()}/ledger.csv`);
    expect(body).toContain("Test bank: no real money");
  });
});
