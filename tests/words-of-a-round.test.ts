import { createTransport } from "nodemailer";
import PostalMime from "postal-mime";
import { beforeAll, expect, it } from "vitest";
import { mailMessage } from "#server/platform/mail/send-mail.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, type Person } from "#server/sample/builders.ts";
import { caseInState, caseOf, closingWords, factsOfPage } from "#shared/commitments/commitment-cases.ts";
import { commitmentTicks } from "#shared/commitments/commitment-messages.ts";
import type { BankLine } from "#shared/funds/funds.ts";
import { callCompanyBack, completeDeal, fileForCompletion } from "#tests/support/complete-deal.ts";
import { moveClock } from "#tests/support/move-clock.ts";
import {
  callRound,
  confirmCollectionAccount,
  confirmShares,
  draftShares,
  payOut,
} from "#tests/support/past-the-lists.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

/** One round, in which every case of a commitment comes about once: what its page, its notice and its mail say, word for word. */

/** In London, where it is summer. */
const at = (moment: string) => new Date(`2027-05-${moment}:00+01:00`);
type Tier = "trial" | "premium" | "vip";
const members: readonly [name: string, tier: Tier, pounds: number][] = [
  ["Amara Okafor", "vip", 2000],
  ["Daniel Price", "vip", 2000],
  ["Ben Lindqvist", "vip", 3000],
  ["Chloe Martin", "premium", 2500],
  ["Dev Shah", "premium", 2500],
  ["Esther Brown", "premium", 2000],
  ["Farid Haddad", "premium", 2000],
  ["Grace Owen", "trial", 1500],
  ["Hugh Nolan", "trial", 1500],
  ["Isla Reid", "trial", 1500],
  ["Jonas Weber", "trial", 1250],
  ["Keira Doyle", "trial", 1000],
  ["Liam Carter", "trial", 1000],
  ["Mona Sethi", "trial", 500],
  ["Nora Quinn", "trial", 500],
];

let now = at("10T09:00");
const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const moveTo = (moment: string) => moveClock(club, (time) => (now = time), at(moment));
let owen: Call;
let ada: Call;
let fern: Awaited<ReturnType<typeof buildDeal>>;
const people = new Map<string, { person: Person; call: Call }>();
const of = (name: string) => {
  const found = people.get(name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};

beforeAll(async () => {
  const [author, approver] = [
    await buildAdmin(club.db, { full_name: "Owen Pryce" }),
    await buildAdmin(club.db, { full_name: "Ada Finch" }),
  ];
  owen = await club.as(author);
  ada = await club.as(approver);
  await setDeals(club.db, { cooling_off_hours: 0 });
  const nominee = { name: "Sample Nominees Ltd", company_number: "00000001", address: ["1 Sample Street"] };
  await club.db
    .insertInto("club_settings")
    .values({ key: "nominee", value: JSON.stringify(nominee) })
    .execute();
  const given = { at: at("10T10:00"), author_id: author.id, approved_by: approver.id, terms: fernTerms };
  fern = await buildDeal(club.db, { company: { name: "Fern Robotics" }, ...given });
  for (const [full_name, tier] of members) {
    const person = await buildInvestor(club.db, { full_name, signed_at: at("01T09:00") });
    if (tier !== "trial")
      await club.db
        .insertInto("memberships")
        .values({ user_id: person.id, tier, from_date: "2026-01-01", reason: "As agreed." })
        .execute();
    people.set(full_name, { person, call: await club.as(person) });
  }
  now = at("10T10:05");
});

const fernTerms = {
  price: "1.3725",
  pre_money_pence: 892_125_00,
  round_total_pence: 150_000_00,
  club_minimum_pence: 10_000_00,
  club_maximum_pence: 20_000_00,
  minimum_commitment_pence: 500_00,
  priority_share_percent: 0,
  opens_at: at("10T10:00"),
  priority_until: at("10T10:00"),
  closes_at: at("17T17:00"),
};

const ticks = Object.fromEntries(commitmentTicks.map((tick) => [tick, true]));

async function commit(name: string, pounds: number, expected_version: string | null = null, deal = fern) {
  const answer = await of(name).call("PUT", `/api/open-deals/${deal.id}/commitment`, {
    amount_pence: pounds * 100,
    least_shares: null,
    wants_relief: true,
    ticks,
    signature: name,
    terms_id: deal.terms_id,
    expected_version,
  });
  expect([name, answer.status]).toEqual([name, expected_version ? 200 : 201]);
  return answer.body;
}

const ownOf = async (name: string, deal = fern) => {
  const { items } = (await of(name).call("GET", "/api/commitments/me")).body;
  const { id } = items.find(({ deal_id }: { deal_id: string }) => deal_id === deal.id);
  return (await of(name).call("GET", `/api/commitments/${id}`)).body;
};

/** What the member's page says, of what the API gives it. */
async function pageOf(name: string, deal = fern): Promise<string> {
  const { call } = of(name);
  const own = await ownOf(name, deal);
  const paid = await call("GET", `/api/commitments/${own.id}/call`);
  const allocation = await call("GET", `/api/commitments/${own.id}/allocation`);
  const round = allocation.status === 200 ? allocation.body.round : null;
  const facts = factsOfPage(own, paid.status === 200 ? paid.body : null, round, now);
  const found = caseInState(facts, now);
  return found ? caseOf(found).words(facts).join(" ") : "";
}

async function dealPageOf(name: string, deal: { id: string }): Promise<string> {
  const { body } = await of(name).call("GET", `/api/open-deals/${deal.id}`);
  return closingWords({ ...body, is_open: new Date(body.closes_at) > now })?.join(" ") ?? "";
}

const noticeOf = async (name: string, kind: string): Promise<string> =>
  (await of(name).call("GET", "/api/notices")).body.items.find((notice: { kind: string }) => notice.kind === kind)
    ?.text;

const composer = createTransport({ streamTransport: true, buffer: true });

/** Reads the mails as a mail program does; the last one of each person. */
async function readMails(): Promise<Map<string, { subject: string; text: string }>> {
  const read = new Map<string, { subject: string; text: string }>();
  for (const mail of await takeMails(club)) {
    const { message } = await composer.sendMail(mailMessage({ ...mail, id: "1" }, undefined));
    const { subject = "", text = "", html = "" } = await PostalMime.parse(message as Buffer);
    const name = [...people].find(([, { person }]) => person.email === mail.to)?.[0];
    if (!name) continue;
    expect(html).toContain("</table>");
    expect(text).not.toContain("00001234");
    expect(subject).toContain(
      subject.startsWith("A deal ") ? "A deal " : /Fern Robotics|Birch Systems/.exec(subject)?.[0],
    );
    read.set(name, { subject, text: text.replaceAll(/\s+/g, " ") });
  }
  return read;
}

it("Page, notice and mail agree on a commitment placed, changed and withdrawn", async () => {
  for (const [name, , pounds] of members) await commit(name, pounds);
  const placed = await readMails();
  const committed =
    "You committed to 1,457 shares of Fern Robotics, £1,999.74 and a fee of £0.00 at most. Free to withdraw until shares are allocated, which is not before Mon 17 May, 17:00.";
  expect(await pageOf("Amara Okafor")).toBe(committed);
  expect(await noticeOf("Amara Okafor", "commitment_placed")).toBe(committed);
  expect(placed.get("Amara Okafor")?.subject).toBe("Fern Robotics: you committed to 1,457 shares");
  expect(placed.get("Amara Okafor")?.text).toContain(
    `${committed} You instruct Sample Nominees Ltd to subscribe for at most £1,999.74. If this was not you, withdraw now and write to us.`,
  );

  await commit("Daniel Price", 1500, (await ownOf("Daniel Price")).updated_at);
  const changed =
    "You lowered your commitment from 1,457 to 1,092 shares. It is £1,498.77 and a fee of £0.00 at most. Free to withdraw until shares are allocated, which is not before Mon 17 May, 17:00.";
  expect(await pageOf("Daniel Price")).toBe(changed);
  expect(await noticeOf("Daniel Price", "commitment_changed")).toBe(`Fern Robotics: ${changed}`);
  const lowered = (await readMails()).get("Daniel Price");
  expect(lowered?.subject).toBe("Fern Robotics: you lowered your commitment from 1,457 to 1,092 shares");
  expect(lowered?.text).toContain(changed);

  await moveTo("14T09:12");
  const { updated_at: expected_version } = await ownOf("Nora Quinn");
  const withdrawal = { expected_version, reason: null };
  const path = `/api/open-deals/${fern.id}/commitment`;
  expect((await of("Nora Quinn").call("DELETE", path, withdrawal)).status).toBe(200);
  const withdrew =
    "You withdrew on Fri 14 May, 09:12. You owe nothing. Your commitment to 365 shares, £500.97 and a fee of £62.62 at most, has ended.";
  expect(await pageOf("Nora Quinn")).toBe(withdrew);
  expect(await noticeOf("Nora Quinn", "commitment_withdrawn")).toBe(`Fern Robotics: ${withdrew}`);
  const receipt = (await readMails()).get("Nora Quinn");
  expect(receipt?.subject).toBe("Fern Robotics: you withdrew");
  expect(receipt?.text).toContain(`${withdrew} Keep this as your receipt.`);
});

it("Page, notice and mail agree on a deal extended, closing early and closed early", async () => {
  now = at("11T10:00");
  const birch = await buildDeal(club.db, {
    company: { name: "Birch Systems" },
    at: at("10T10:00"),
    terms: fernTerms,
  });
  await commit("Amara Okafor", 2000, null, birch);
  await of("Ben Lindqvist").call("PUT", `/api/open-deals/${birch.id}/interest`, { level: "not_for_me", reason: null });
  await takeMails(club);
  const ada = await club.as(await buildAdmin(club.db, { full_name: "Ada Finch" }));
  /** One proposes it, another confirms it. */
  const announce = async (closes_at: Date, reason: string) => {
    const path = `/api/deals/${birch.id}/closing-announcements`;
    const { body } = await owen("POST", path, { closes_at, reason, expected_proposal_id: null });
    return ada("POST", path, { closes_at, reason, expected_proposal_id: body.closing_proposal.id });
  };

  expect((await announce(at("20T17:00"), "Two more want to join.")).status).toBe(201);
  const extended = "Open until Thu 20 May, 17:00. Places stay. Reason: Two more want to join.";
  for (const name of ["Amara Okafor", "Chloe Martin"]) expect(await dealPageOf(name, birch)).toBe(extended);
  expect(await noticeOf("Amara Okafor", "commitment_closing")).toBe(`Birch Systems, £1,999.74: ${extended}`);
  const later = await readMails();
  expect(later.get("Amara Okafor")?.subject).toBe("Birch Systems: open until Thu 20 May, 17:00");
  expect(later.get("Amara Okafor")?.text).toContain(extended);
  expect(later.get("Chloe Martin")?.subject).toBe("Birch Systems: open until Thu 20 May, 17:00");

  expect((await announce(at("14T17:00"), "The round is full.")).status).toBe(201);
  const early = "Closes early: Fri 14 May, 17:00, not Thu 20 May. Reason: The round is full.";
  for (const name of ["Amara Okafor", "Chloe Martin"]) expect(await dealPageOf(name, birch)).toBe(early);
  expect(await noticeOf("Amara Okafor", "commitment_closing")).toBe(`Birch Systems, £1,999.74: ${early}`);
  expect(await noticeOf("Chloe Martin", "deal_closing")).toBe(
    "A deal that you can commit to closes at another time than announced. Its page says when, and why.",
  );
  const mails = await readMails();
  expect(mails.get("Amara Okafor")?.subject).toBe("Birch Systems closes early, Fri 14 May, 17:00");
  expect(mails.get("Amara Okafor")?.text).toContain(`${early} Commit, change or withdraw by then.`);
  expect(mails.get("Chloe Martin")?.subject).toBe("Birch Systems closes early, Fri 14 May, 17:00");
  expect(mails.get("Chloe Martin")?.text).toContain(`Birch Systems, a deal that you can commit to: ${early}`);
  expect(mails.get("Ben Lindqvist")).toBeUndefined();

  const move = async () => {
    const { updated_at } = (await owen("GET", `/api/deals/${birch.id}`)).body;
    return owen("POST", `/api/deals/${birch.id}/transitions`, { to: "closing", expected_version: updated_at });
  };
  now = at("14T16:59");
  expect((await move()).body.errors).toEqual([
    {
      path: "to",
      message: "Commitments are taken until 14 May 2027, 17:00. Announce an earlier closing first",
    },
  ]);
  now = at("14T17:30");
  expect((await move()).status).toBe(200);
  const closed = "Closed early on Fri 14 May, 17:00. Reason: The round is full.";
  expect(await dealPageOf("Chloe Martin", birch)).toBe(closed);
  expect((await ownOf("Amara Okafor", birch)).closes_at).toBe("2027-05-14T16:00:00.000Z");
  expect(await noticeOf("Amara Okafor", "commitment_closed_early")).toBe(`Birch Systems, £1,999.74: ${closed}`);
  expect((await readMails()).size).toBe(0);
});

it("Page, notice and mail agree on allocated shares, and no page then tells what was committed to", async () => {
  await moveTo("17T17:00");
  const path = `/api/deals/${fern.id}`;
  const { updated_at } = (await owen("GET", path)).body;
  expect((await owen("POST", `${path}/transitions`, { to: "closing", expected_version: updated_at })).status).toBe(200);
  await moveTo("17T18:00");
  await draftShares(club, fern.id);
  await confirmShares(club, fern.id);
  const words = "You asked for 1,457 shares and get 1,213 (83%): £1,664.84. The round was asked for 1.19 times.";
  expect(await pageOf("Amara Okafor")).toBe(words);
  expect(await noticeOf("Amara Okafor", "shares_given_out")).toBe(`Fern Robotics: ${words}`);
  expect(await pageOf("Mona Sethi")).toBe(
    "You asked for 365 shares and get them all: £500.96 and a fee of £62.62, £563.58 together. The round was asked for 1.19 times.",
  );
  const mails = await readMails();
  expect(mails.get("Amara Okafor")?.subject).toBe("Fern Robotics: you get 1,213 of 1,457 shares");
  expect(mails.get("Amara Okafor")?.text).toContain(words);
  for (const [name] of members) if (name !== "Nora Quinn") expect(await pageOf(name)).not.toContain("committed to");
});

it("Page, notice and mail agree on a funds call", async () => {
  await moveTo("18T09:30");
  const path = `/api/deals/${fern.id}`;
  const account = {
    account_name: "Sample Nominee Services, clients",
    sort_code: "00-00-00",
    account_number: "00001234",
    bank: "Sample Bank",
    partner: "Sample Nominee Services",
  };
  await owen("POST", `${path}/collection-account`, account);
  await confirmCollectionAccount(club, fern.id);
  await moveTo("18T10:00");
  await callRound(club, fern.id);
  await moveTo("18T10:01");
  const words = "Pay £1,664.84 by Thu 20 May, 10:00.";
  expect(await pageOf("Amara Okafor")).toBe(words);
  expect(await noticeOf("Amara Okafor", "funds_called")).toBe(`Fern Robotics: ${words}`);
  const mail = (await readMails()).get("Amara Okafor");
  expect(mail?.subject).toBe("Fern Robotics: please pay £1,664.84 by Thu 20 May, 10:00");
  expect(mail?.text).toContain("Account and reference are on your page");
});

it("Page and notice agree on a payment that was said sent, and no reminder comes before it is due", async () => {
  await moveTo("19T09:00");
  const { call } = of("Jonas Weber");
  const path = `/api/open-deals/${fern.id}/commitment/sent`;
  const said = await call("POST", path);
  expect([said.status, said.body.said_sent_at, said.body.can.say_sent]).toEqual([
    200,
    "2027-05-19T08:00:00.000Z",
    false,
  ]);
  const words = "You said on Wed 19 May that you sent it. Not in the bank’s list yet. No reminder before it is due.";
  expect(await pageOf("Jonas Weber")).toBe(words);
  expect(await noticeOf("Jonas Weber", "payment_said_sent")).toBe(`Fern Robotics, £1,216.72: ${words}`);
  await takeMails(club);
  await moveTo("19T16:00");
  const reminded = await readMails();
  expect(reminded.get("Jonas Weber")).toBeUndefined();
  expect(reminded.get("Hugh Nolan")?.subject).toBe("Fern Robotics: please pay £1,434.43 by Thu 20 May, 10:00");
  // A second time changes nothing, and nobody says it of what was not called.
  expect((await call("POST", path)).body.said_sent_at).toBe("2027-05-19T08:00:00.000Z");
  expect((await of("Nora Quinn").call("POST", path)).status).toBe(404);
});

const lines: string[] = [];
let balance = 0;
const pay = async (name: string, day: string, pence?: number) => {
  const { call } = of(name);
  const { body } = await call("GET", `/api/commitments/${(await ownOf(name)).id}/call`);
  addLine(day, name, body.reference, pence ?? body.open_pence);
};
const addLine = (day: string, who: string, reference: string, pence: number) => {
  balance += pence;
  lines.push(
    `${day}/05/2027,${who.toUpperCase()},${reference},FASTER PAYMENT,${(pence / 100).toFixed(2)},${(balance / 100).toFixed(2)}`,
  );
};
/** All lines so far; what is not sure is matched by hand. */
async function importFile(sent?: object): Promise<void> {
  const file = `Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)\n${lines.join("\n")}\n`;
  const type = { "content-type": "text/csv" };
  const imported = await owen("POST", `/api/deals/${fern.id}/bank-files?name=starling.csv`, file, type);
  expect([imported.status, imported.body.code]).toEqual([201, undefined]);
  const { items } = (await owen("GET", `/api/deals/${fern.id}/bank-lines?show=open&limit=100`)).body;
  for (const { id, commitment_id, amount_pence } of items as BankLine[]) {
    const parts = [sent ?? { kind: "receipt", commitment_id, amount_pence }];
    expect((await owen("POST", `/api/bank-lines/${id}/match`, { parts, reason: "Theirs." })).status).toBe(200);
  }
}

it("Page, notice and mail agree on a payment in part, in full and of too much", async () => {
  for (const [name] of members)
    if (!["Jonas Weber", "Hugh Nolan", "Nora Quinn", "Keira Doyle", "Liam Carter"].includes(name))
      await pay(name, "19");
  await pay("Keira Doyle", "19", 900_00);
  await pay("Liam Carter", "19", 1000_00);
  await moveTo("19T17:00");
  await importFile();
  const mails = await readMails();

  const part = "£900.00 has arrived, £99.01 is missing. Send £99.01 by Thu 20 May, 10:00, same reference.";
  expect(await pageOf("Keira Doyle")).toBe(part);
  expect(await noticeOf("Keira Doyle", "payment_arrived")).toBe(`Fern Robotics: ${part}`);
  expect(mails.get("Keira Doyle")?.subject).toBe("Fern Robotics: £99.01 is missing");
  expect(mails.get("Keira Doyle")?.text).toContain(`${part} £900.00 of £999.01 has arrived.`);

  const full = "All £1,664.84 has arrived. Nothing more to do.";
  expect(await pageOf("Amara Okafor")).toBe(full);
  expect(await noticeOf("Amara Okafor", "payment_arrived")).toBe(`Fern Robotics: ${full}`);
  expect(mails.get("Amara Okafor")?.subject).toBe("Fern Robotics: your £1,664.84 has arrived");
  expect(mails.get("Amara Okafor")?.text).toContain(full);

  const tooMuch = "£1,000.00 has arrived, £0.99 more than due. It goes back to you.";
  expect(await pageOf("Liam Carter")).toBe(tooMuch);
  expect(await noticeOf("Liam Carter", "payment_arrived")).toBe(`Fern Robotics: ${tooMuch}`);
  expect(mails.get("Liam Carter")?.subject).toBe("Fern Robotics: paid in full, £0.99 goes back");
  expect(mails.get("Liam Carter")?.text).toContain(tooMuch);
});

it("Page, notice and mail agree on a late payment, also where it was said sent, and on one paid late", async () => {
  await moveTo("20T10:01");
  const late = "£1,216.72 was due by Thu 20 May, 10:00. Your shares are kept until Fri 21 May, 10:00.";
  expect(await pageOf("Jonas Weber")).toBe(late);
  expect(await noticeOf("Jonas Weber", "funds_late")).toBe(`Fern Robotics: ${late}`);
  const mail = (await readMails()).get("Jonas Weber");
  expect(mail?.subject).toBe("Fern Robotics: £1,216.72 is late");
  expect(mail?.text).toContain(late);

  await pay("Jonas Weber", "21");
  await moveTo("21T09:30");
  await importFile();
  const paid = "£1,216.72 arrived late, on Fri 21 May, and in time to keep your shares.";
  expect(await pageOf("Jonas Weber")).toBe(paid);
  expect(await noticeOf("Jonas Weber", "payment_arrived")).toBe(`Fern Robotics: ${paid}`);
  const receipt = (await readMails()).get("Jonas Weber");
  expect(receipt?.subject).toBe("Fern Robotics: your £1,216.72 has arrived");
  expect(receipt?.text).toContain(paid);
});

it("Page, notice and mail agree on too little at the end, and on released shares", async () => {
  await moveTo("21T10:01");
  const choose =
    "Take 582 shares for £898.65 and have £1.35 back, or have £900.00 back. An admin can release your shares from now on; choose before that.";
  expect(await pageOf("Keira Doyle")).toBe(choose);
  expect(await noticeOf("Keira Doyle", "funds_choose")).toBe(`Fern Robotics: ${choose}`);
  const asked = (await readMails()).get("Keira Doyle");
  expect(asked?.subject).toBe("Fern Robotics: please choose");
  expect(asked?.text).toContain(choose);
  const { id } = await ownOf("Keira Doyle");
  const taken = await of("Keira Doyle").call("POST", `/api/commitments/${id}/take-fewer`, { choice: "take_fewer" });
  expect(taken.status).toBe(200);

  const release = `/api/commitments/${(await ownOf("Hugh Nolan")).id}/release`;
  expect((await owen("POST", release, { reason: "Nothing arrived." })).status).toBe(200);
  await moveTo("21T10:02");
  const released = "Nothing arrived by Fri 21 May, 10:00. Your 929 shares are released. You owe nothing.";
  expect(await pageOf("Hugh Nolan")).toBe(released);
  expect(await noticeOf("Hugh Nolan", "commitment_released")).toBe(`Fern Robotics: ${released}`);
  const mail = (await readMails()).get("Hugh Nolan");
  expect(mail?.subject).toBe("Fern Robotics: your 929 shares are released");
  expect(mail?.text).toContain(released);
});

it("Page, notice and mail agree on a completed round", async () => {
  const path = `/api/deals/${fern.id}`;
  /** Approved by the other admin, and sent by the bank. */
  const send = async (kind: string, input: object, who: string, reference: string) => {
    const proposed = await owen("POST", `${path}/${kind}`, input);
    expect([kind, proposed.status]).toEqual([kind, 201]);
    const approved = await ada("POST", `/api/outgoing-payments/${proposed.body.id}/approve`);
    expect([kind, approved.body.state]).toEqual([kind, "approved"]);
    addLine("24", who, reference, -proposed.body.amount_pence);
    const { id: payment_id, amount_pence } = proposed.body;
    await importFile({ kind: "refund", payment_id, amount_pence });
  };
  await moveTo("24T10:00");
  for (const [name, amount_pence] of [
    ["Liam Carter", 99],
    ["Keira Doyle", 135],
  ] as const)
    await send(
      "refunds",
      { commitment_id: (await ownOf(name)).id, amount_pence, reason: "Too much." },
      name,
      "KINDLING REFUND",
    );
  await callCompanyBack(club, fern.id, owen);
  const { wire, fee } = await payOut(club, fern.id);
  for (const [kind, payment_id, who, reference] of [
    ["wire", wire, "FERN ROBOTICS LTD", "KINDLING NOMINEE"],
    ["fee", fee, "KINDLING CLUB LTD", "FEES"],
  ] as const) {
    const { amount_pence } = await club.db
      .selectFrom("outgoing_payments")
      .select("amount_pence")
      .where("id", "=", payment_id ?? "")
      .executeTakeFirstOrThrow();
    addLine("24", who, reference, -amount_pence);
    await importFile({ kind, payment_id: payment_id ?? "", amount_pence });
  }
  await fileForCompletion(fern.id, owen);
  await moveTo("25T10:00");
  await takeMails(club);
  await completeDeal(club, fern.id, owen, "2027-05-25");
  await moveTo("25T10:05");
  const words = "You hold 1,213 shares of Fern Robotics, issued Tue 25 May 2027. They cost £1,664.84, with no fee.";
  expect(await pageOf("Amara Okafor")).toBe(words);
  expect(await noticeOf("Amara Okafor", "shares_issued")).toBe(words);
  const mail = (await readMails()).get("Amara Okafor");
  expect(mail?.subject).toBe("Fern Robotics: you hold 1,213 shares");
  expect(mail?.text).toContain(words);
});
