import { createHash } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { findWrongSignatures, type SignedAct } from "#server/auth/signing/verify-signed.ts";
import { buildEnquiry } from "#server/sample/build-deal.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { giveAdminRole, type Person } from "#server/sample/builders.ts";
import { commitmentTicks } from "#shared/commitments/commitment-messages.ts";
import { checklistItems } from "#shared/deals/deal-messages.ts";
import { alderTerms } from "#tests/support/alder-terms.ts";
import { fileForCompletion } from "#tests/support/complete-deal.ts";
import { moveClock } from "#tests/support/move-clock.ts";
import { pdfOfRows } from "#tests/support/relief-certificates.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { createSigner, type Signer, signAct } from "#tests/support/sign-act.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";
import { unzip } from "#tests/support/unzip.ts";

/**
 * A round of fourteen members, two of them its founders, from its terms to the last certificate by two signed lists. Every figure is computed
 * by hand: shares, costs and fees of each, the payments, the ledger, and the hash of the shares as anybody can compute it.
 */
const at = (moment: string) => new Date(moment);
/** Name, tier, typed, asked, base, rest, shares, cost, fee, day on which it is paid. */
type Row = [string, "vip" | "premium" | "trial", number, number, number, number, number, number, number, number];
const members: Row[] = [
  ["Amara Okafor", "vip", 200000, 1457, 365, 848, 1213, 166484, 0, 18],
  ["Daniel Price", "vip", 150000, 1092, 365, 565, 930, 127643, 0, 19],
  ["Ben Lindqvist", "vip", 300000, 2185, 365, 1413, 1778, 244031, 0, 18],
  ["Chloe Martin", "premium", 250000, 1821, 365, 1130, 1495, 205189, 8208, 18],
  ["Dev Shah", "premium", 250000, 1821, 365, 1130, 1495, 205189, 8208, 19],
  ["Esther Brown", "premium", 200000, 1457, 365, 848, 1213, 166484, 6659, 18],
  ["Farid Haddad", "premium", 200000, 1457, 365, 848, 1213, 166484, 6659, 19],
  ["Grace Owen", "trial", 150000, 1092, 365, 564, 929, 127505, 15938, 18],
  ["Hugh Nolan", "trial", 150000, 1092, 365, 564, 929, 127505, 15938, 19],
  ["Isla Reid", "trial", 150000, 1092, 365, 564, 929, 127505, 15938, 20],
  ["Jonas Weber", "trial", 125000, 910, 365, 423, 788, 108153, 13519, 20],
  ["Keira Doyle", "trial", 100000, 728, 365, 282, 647, 88801, 11100, 18],
  ["Liam Carter", "trial", 100000, 728, 365, 282, 647, 88801, 11100, 19],
  ["Mona Sethi", "trial", 50000, 365, 365, 0, 365, 50096, 6262, 20],
];
const dueOf = ([, , , , , , , cost, fee]: Row) => cost + fee;
const wirePence = 1_999_870;
const feesPence = 119_529;

let now = at("2027-05-03T18:00:00Z");
const club = await openTestApp({ now: () => now, hasLastingSessions: true });
let amara: Signer;
let daniel: Signer;
let dealId: string;
const people: { person: Person & { record_id: string }; call: Call; commitment: string; reference: string }[] = [];
const moveTo = (moment: string) => moveClock(club, (time) => (now = time), at(moment));
const next = async (by: Signer = amara): Promise<string> =>
  (await by.call("GET", `/api/deals/${dealId}/next`)).body.text;
const acts = async (by: Signer = amara) => (await by.call("GET", `/api/deals/${dealId}/acts`)).body.items;
const stateOf = async () => (await amara.call("GET", `/api/deals/${dealId}`)).body.state;

beforeAll(async () => {
  await setDeals(club.db);
  for (const [full_name, tier] of members) {
    const person = await buildInvestor(club.db, { full_name, signed_at: at("2027-04-01T09:00:00Z") });
    if (tier !== "trial")
      await club.db
        .insertInto("memberships")
        .values({ user_id: person.id, tier, from_date: "2027-01-01", reason: "As agreed." })
        .execute();
    people.push({ person, call: await club.as(person), commitment: "", reference: "" });
  }
  for (const { person } of people.slice(0, 2)) await giveAdminRole(club.db, person);
  [amara, daniel] = [await createSigner(club, peopleAt(0).person), await createSigner(club, peopleAt(1).person)];
  dealId = (await buildEnquiry(club.db, { company: { name: "Fern Robotics Ltd" }, state: "preparing", at: now })).id;
});

function peopleAt(place: number) {
  const found = people[place];
  if (!found) throw new Error(`There is nobody at ${place}.`);
  return found;
}

const collectionAccount = {
  account_name: "Sample Nominee Services, clients",
  sort_code: "00-00-00",
  account_number: "00001234",
  bank: "Sample Bank",
  partner: "Sample Nominee Services",
};
const companyAccount = {
  account_name: "Fern Robotics Ltd",
  sort_code: "10-20-30",
  account_number: "00004321",
  bank: "A Bank",
};

it("Two founders sign the offer, which opens and is mailed by itself", async () => {
  const terms = {
    ...alderTerms,
    price: "1.3725",
    pre_money_pence: 89_212_500,
    round_total_pence: 15_000_000,
    priority_share_percent: 0,
    priority_tiers: [],
    club_minimum_pence: 1_000_000,
    club_maximum_pence: 2_000_000,
    minimum_commitment_pence: 50_000,
    opens_at: "2027-05-10T09:00:00.000Z",
    priority_until: "2027-05-11T09:00:00.000Z",
    closes_at: "2027-05-17T16:00:00.000Z",
    completion_expected_on: "2027-06-07",
    assurance_on: "2027-04-20",
  };
  const set = await amara.call("POST", `/api/deals/${dealId}/terms`, terms);
  expect([set.status, set.body.errors]).toEqual([201, undefined]);
  const { body: deal } = await amara.call("GET", `/api/deals/${dealId}`);
  const page = {
    why_we_like_it: ["Eleven farms pay."],
    what_would_make_it_fail: ["A frost in two years of three."],
    team: [],
    traction: [],
    scheme_note: null,
  };
  const saved = await amara.call("PUT", `/api/deals/${dealId}`, {
    name: deal.name,
    owner_id: null,
    page,
    expected_version: deal.updated_at,
  });
  expect(saved.status).toBe(200);
  expect((await amara.call("POST", `/api/deals/${dealId}/collection-account`, collectionAccount)).status).toBe(201);
  const panel = [amara, daniel].map(({ person }, place) => ({
    user_id: person.id,
    arranges: true,
    invests_pence: place === 0 ? 200_000 : 150_000,
  }));
  const frozen = await amara.call("POST", `/api/deals/${dealId}/versions`, { checklist: [...checklistItems], panel });
  expect([frozen.status, frozen.body.detail]).toEqual([201, undefined]);
  expect(await next()).toBe("Sign the offer. Its page, its terms and who signs for it are fixed.");
  const { status, body: offer } = await amara.call("POST", `/api/deals/${dealId}/acts`, { kind: "offer" });
  expect([status, offer.content.parts]).toEqual([201, ["offer", "collection_account"]]);
  expect((await signAct(amara, offer.id)).status).toBe(201);
  expect((await signAct(amara, offer.id)).body.code).toBe("second_person_required");
  await moveTo("2027-05-04T07:10:00Z");
  expect(await next(daniel)).toBe(
    "Amara Okafor signed the offer, Mon 3 May 2027, 19:00. Read and sign it by Mon 17 May 2027, 17:00. It opens on Mon 10 May 2027, 10:00, if two have signed by then.",
  );
  const signed = await signAct(daniel, offer.id);
  expect([signed.status, signed.body.detail]).toEqual([201, undefined]);
  await moveTo("2027-05-04T07:11:00Z");
  expect([await stateOf(), await next()]).toEqual(["approved", "Nothing to do: it opens on Mon 10 May 2027, 10:00."]);
  await moveTo("2027-05-10T09:00:00Z");
  expect(await stateOf()).toBe("released");
});

const ticks = Object.fromEntries(commitmentTicks.map((tick) => [tick, true]));

it("Fourteen members commit, both founders among them, who cannot raise what they ask for on the last day", async () => {
  const { body: deal } = await amara.call("GET", `/api/deals/${dealId}`);
  const terms_id = deal.terms[0].id;
  for (const { call } of people) expect((await call("GET", `/api/open-deals/${dealId}`)).status).toBe(200);
  await moveTo("2027-05-12T09:00:00Z");
  for (const [place, [name, , amount_pence, asked]] of members.entries()) {
    await moveTo(`2027-05-12T09:${String(place).padStart(2, "0")}:00Z`);
    const placed = await peopleAt(place).call("PUT", `/api/open-deals/${dealId}/commitment`, {
      amount_pence,
      least_shares: null,
      wants_relief: true,
      ticks,
      signature: name,
      terms_id,
      expected_version: null,
    });
    expect([name, placed.status, placed.body.shares]).toEqual([name, 201, asked]);
    peopleAt(place).commitment = placed.body.id;
  }
  expect(await next()).toBe("Nothing to do: open until Mon 17 May 2027, 17:00. 14 people asked for £23,740.13.");
  // The same sum wherever it is shown.
  const { body: commitments } = await amara.call("GET", `/api/deals/${dealId}/commitments`);
  const { body: today } = await amara.call("GET", "/api/today");
  const ofToday = today.deals.find(({ id }: { id: string }) => id === dealId);
  expect([commitments.asked_pence, ofToday.asked_pence]).toEqual([2_374_013, 2_374_013]);
});

it("The deal closes and shares are worked out by the clock; two founders who invest sign the closing list", async () => {
  await moveTo("2027-05-17T17:00:00Z");
  expect([await stateOf(), await next()]).toEqual([
    "closing",
    "Shares are worked out for 14 people. Ask the company for its account, or enter it. Then sign the closing list.",
  ]);
  const early = await amara.call("POST", `/api/deals/${dealId}/acts`, { kind: "closing" });
  expect([early.status, early.body.code]).toEqual([409, "act_not_ready"]);
  expect((await amara.call("POST", `/api/deals/${dealId}/company-account`, companyAccount)).status).toBe(201);
  const fee = { decision: "allowed", article: "14", allowed_bp: 800 };
  expect((await amara.call("POST", `/api/deals/${dealId}/success-fee`, fee)).status).toBe(201);
  expect(await next()).toBe("Shares are worked out for 14 people. Sign the closing list.");
  const { body: list } = await amara.call("POST", `/api/deals/${dealId}/acts`, { kind: "closing" });
  expect(list.content.parts).toEqual(["shares", "company_account", "wire", "fees", "completion"]);
  expect([list.content.wire.pence, list.content.fees.pence]).toEqual([wirePence, feesPence]);
  const proof = members.map(([, , , asked, base, rest, shares, cost, fee_pence], place) =>
    ["M".concat(String(place + 1).padStart(2, "0")), asked, base, rest, shares, cost, fee_pence].join(",").concat("\n"),
  );
  const sha256 = createHash("sha256").update(proof.join("")).digest("hex");
  expect(list.content.shares.odd).toEqual([{ name: "Daniel Price", than: [8, 9, 10] }]);
  expect([list.content.shares.result_sha256, sha256]).toEqual([
    "22e24e732f7606f0071003325cf655e531774603fb5ae2e45023915bea61e343",
    "22e24e732f7606f0071003325cf655e531774603fb5ae2e45023915bea61e343",
  ]);
  expect((await signAct(amara, list.id)).status).toBe(201);
  await moveTo("2027-05-17T20:15:00Z");
  const without = await signAct(daniel, list.id, { call_backs: {} });
  expect([without.status, without.body.errors?.[0]?.path]).toEqual([422, "call_backs.company_account"]);
  const signed = await signAct(daniel, list.id);
  expect([signed.status, signed.body.detail]).toEqual([201, undefined]);
  await moveTo("2027-05-17T20:16:00Z");
  const [shown] = await acts();
  expect(
    shown.signatures.map(({ name, takes_part_pence }: { name: string; takes_part_pence: number }) => [
      name,
      takes_part_pence,
    ]),
  ).toEqual([
    ["Amara Okafor", 166_484],
    ["Daniel Price", 127_643],
  ]);
  expect(await next()).toBe("Members are asked to pay on Tue 18 May 2027, 10:00.");
});

it("Money is called at the next slot", async () => {
  await moveTo("2027-05-18T09:00:00Z");
  const { rows } = await sql<{ reference: string; due: number; number: number }>`
    select reference, due_pence as due, number from commitments where deal_id = ${dealId} and state = 'called' order by number`.execute(
    club.db,
  );
  expect(rows.map(({ due }) => due)).toEqual(members.map(dueOf));
  for (const [place, { reference }] of rows.entries()) peopleAt(place).reference = reference;
  expect(await next()).toBe("Bring the bank file: 14 payments of 14 due by Thu 20 May 2027, 10:00.");
});

/** Starling's columns, up to and with a day; what left the account comes last. */
function bankFile(day: number): string {
  let balance = 0;
  const line = (date: number, name: string, reference: string, pence: number) => {
    balance += pence;
    return `${date}/05/2027,${name},${reference},FASTER PAYMENT,${(pence / 100).toFixed(2)},${(balance / 100).toFixed(2)},,`;
  };
  const lines = [18, 19, 20].flatMap((date) =>
    members.flatMap((row, place) =>
      date <= day && row[9] === date ? [line(date, row[0], peopleAt(place).reference, dueOf(row))] : [],
    ),
  );
  if (day >= 21) {
    lines.push(line(21, "Fern Robotics Ltd", "KINDLING", -wirePence));
    lines.push(line(21, "Kindling Club Ltd", "FEES", -feesPence));
  }
  return `Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes\n${lines.join("\n")}\n`;
}
const importFile = (by: Signer, day: number) =>
  by.call("POST", `/api/deals/${dealId}/bank-files?name=starling.csv`, bankFile(day), { "content-type": "text/csv" });

it("Two files and the bank's balance: the other founder confirms Amara's own payment, and both payments are ready", async () => {
  await moveTo("2027-05-19T16:00:00Z");
  const first = await importFile(amara, 19);
  expect([first.status, first.body.booked]).toMatchObject([201, { lines: 10, paid_in_pence: 1_631_442 }]);
  await moveTo("2027-05-20T15:30:00Z");
  expect((await importFile(amara, 20)).body.booked).toMatchObject({ lines: 3, paid_in_pence: 321_473 });
  await moveTo("2027-05-20T16:00:00Z");
  const { items } = (await daniel.call("GET", `/api/deals/${dealId}/bank-lines?show=open&limit=100`)).body;
  expect(items.map(({ amount_pence }: { amount_pence: number }) => amount_pence)).toEqual([166_484]);
  const own = await amara.call("POST", "/api/bank-lines/confirm", { ids: [items[0].id] });
  expect([own.status, own.body.reason ?? own.body.code]).toEqual([403, "own_commitment"]);
  expect((await daniel.call("POST", "/api/bank-lines/confirm", { ids: [items[0].id] })).status).toBe(200);
  expect(await next(amara)).toBe(
    "All have paid. To check the bank lines that you brought, somebody else of the panel types the balance that the bank shows.",
  );
  expect(await next(daniel)).toBe("Type the balance that the bank shows. Look in the bank yourself.");
  const sighting = (by: Signer, balance_pence: number) =>
    by.call("POST", `/api/deals/${dealId}/balance`, { balance_pence });
  expect((await sighting(amara, 2_119_399)).body.reason).toBe("same_account");
  const off = await sighting(daniel, 2_119_398);
  expect([off.status, off.body.code, off.body.detail]).toEqual([
    409,
    "balance_differs",
    "The bank’s balance and the list differ by £0.01. Nothing leaves the account. Look for a payment that is missing, or that should not be there.",
  ]);
  expect((await sighting(daniel, 2_119_399)).status).toBe(201);
  await moveTo("2027-05-20T16:01:00Z");
  expect(await next()).toBe("Pay £19,998.70 to Fern Robotics Ltd and £1,195.29 to the club, then bring the bank file.");
});

it("Outgoing payments are booked, the papers are filed, and the deal completes after a day's notice", async () => {
  await moveTo("2027-05-24T08:00:00Z");
  expect((await importFile(amara, 21)).body.booked).toMatchObject({ lines: 2 });
  expect(await next()).toBe("Drop the four signed documents: 4 missing.");
  await moveTo("2027-05-25T09:00:00Z");
  await fileForCompletion(dealId, amara.call);
  const schedule = await pdfOfRows([
    ["Shares issued to", "Sample Nominee Services"],
    ["Date of issue of the shares", "25 May 2027"],
  ]);
  const filed = await amara.call("POST", `/api/deals/${dealId}/papers?kind=share_schedule&file_name=s.pdf`, schedule, {
    "content-type": "application/pdf",
  });
  expect(filed.status).toBe(201);
  expect((await amara.call("GET", `/api/deals/${dealId}/completion`)).body.schedule_says).toBe("2027-05-25");
  const other = await amara.call("POST", `/api/deals/${dealId}/completion`, { issued_on: "2027-05-24" });
  expect([other.status, other.body.errors]).toEqual([
    422,
    [
      {
        path: "issued_on",
        message: "The company’s schedule says 25 May 2027. File the right schedule, or give that day.",
      },
    ],
  ]);
  const issued = await amara.call("POST", `/api/deals/${dealId}/completion`, { issued_on: "2027-05-25" });
  expect([issued.status, issued.body.detail]).toEqual([201, undefined]);
  expect(await next()).toBe("Completes on Wed 26 May 2027, 10:00, unless somebody objects.");
  await moveTo("2027-05-26T08:59:00Z");
  expect(await stateOf()).toBe("closing");
  await moveTo("2027-05-26T09:00:00Z");
  expect(await stateOf()).toBe("completed");
  expect(await next()).toBe(
    "Completed. Send the company the invoice of £1,599.90 for the success fee. 14 SEIS3 certificates not delivered yet. The share certificate of Fern Robotics Ltd is not filed yet.",
  );
  const { rows: holdings } = await sql<{ shares: number; cost: number; fee: number }>`
    select h.shares, h.cost_pence as cost, h.fee_pence as fee from holdings h join commitments c on c.id = h.commitment_id
     where h.deal_id = ${dealId} order by c.number`.execute(club.db);
  expect(holdings.map(({ shares, cost, fee }) => [shares, cost, fee])).toEqual(
    members.map(([, , , , , , shares, cost, fee]) => [shares, cost, fee]),
  );
  const { rows } = await sql<{ transactions: number; entries: number; accounts: number; fee: number }>`
    select (select count(*)::int from ledger_transactions where deal_id = ${dealId}) as transactions,
           (select count(*)::int from ledger_entries where deal_id = ${dealId}) as entries,
           (select count(*)::int from (select account, commitment_id from ledger_entries where deal_id = ${dealId}
                                        group by account, commitment_id having sum(amount_pence) <> 0) x) as accounts,
           (select fee_pence::int from success_fee_invoices where deal_id = ${dealId}) as fee`.execute(club.db);
  expect(rows).toEqual([{ transactions: 30, entries: 87, accounts: 0, fee: 159_990 }]);
  expect((await acts()).map(({ kind, state }: { kind: string; state: string }) => [kind, state])).toEqual([
    ["closing", "executed"],
    ["offer", "executed"],
  ]);
});

it("The signatures prove themselves without the database, and another text or signer is found", async () => {
  const answer = await club.fetch(
    new Request(`${club.appUrl}/api/deals/${dealId}/evidence`, {
      method: "POST",
      headers: { cookie: await club.cookieOf(amara.person), origin: club.appUrl },
    }),
  );
  const lists = unzip(Buffer.from(await answer.arrayBuffer())).get("lists.json");
  const acts = JSON.parse(lists?.toString("utf8") ?? "[]") as SignedAct[];
  expect(acts.map(({ kind, signatures }) => [kind, signatures.length])).toEqual([
    ["offer", 2],
    ["closing", 2],
  ]);
  expect(findWrongSignatures(acts)).toEqual([]);
  const [offer, closing] = acts as [SignedAct, SignedAct];
  const forged = closing.content.replace('"shares": 1213', '"shares": 1313');
  expect(forged).not.toBe(closing.content);
  expect(findWrongSignatures([offer, { ...closing, content: forged }])).toEqual([
    "List 2 (closing): its text has another hash",
  ]);
  const content_sha256 = createHash("sha256").update(forged).digest("hex");
  expect(findWrongSignatures([offer, { ...closing, content: forged, content_sha256 }])).toEqual([
    "List 2 (closing), Amara Okafor: signed another text",
    "List 2 (closing), Daniel Price: signed another text",
  ]);
  const [first, second] = closing.signatures;
  const twice = [first, { ...first, name: "Ada Finch" }] as SignedAct["signatures"];
  expect(findWrongSignatures([offer, { ...closing, signatures: twice }])).toEqual([
    "List 2 (closing), Ada Finch: is not on the panel of the offer",
    "List 2 (closing): was not signed by two",
  ]);
  const swapped = [first, { ...second, public_key: first?.public_key ?? null }] as SignedAct["signatures"];
  expect(findWrongSignatures([offer, { ...closing, signatures: swapped }])).toContain(
    "List 2 (closing), Daniel Price: the signature is not of this passkey",
  );
});
