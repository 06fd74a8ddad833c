import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, buildMember, giveAdminRole, type Person } from "#server/sample/builders.ts";
import { actMessages, codeOf } from "#shared/acts/act-messages.ts";
import { partSummary } from "#shared/acts/act-words.ts";
import { checklistItems } from "#shared/deals/deal-messages.ts";
import { completionMessages } from "#shared/funds/funds-completion-messages.ts";
import type { Today } from "#shared/waiting-counts/to-do.ts";
import { buildBankLine, buildCollectionAccount } from "#tests/support/build-allocated-deal.ts";
import { meetAtRow } from "#tests/support/held-row.ts";
import { moveClock } from "#tests/support/move-clock.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { expectSameInPoppler, readPdf } from "#tests/support/read-pdf.ts";
import { giveSecondFactor } from "#tests/support/second-factor.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { callBackNote, createSigner, type Signer, signAct, signByTwo } from "#tests/support/sign-act.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { runDealClock } from "./deal-clock.ts";

const hour = 60 * 60 * 1000;
const opened = new Date("2027-05-10T09:00:00Z");
const closed = new Date("2027-05-17T16:00:00Z");
let now = closed;
const club = await openTestApp({ now: () => now, hasLastingSessions: true });
const { db } = club;
await setDeals(db);
type Investor = Person & { record_id: string };

const founder = async (full_name: string) => {
  const person = await buildInvestor(db, { full_name, signed_at: new Date("2027-04-01T09:00:00Z") });
  await giveAdminRole(db, person);
  return { person, signer: await createSigner(club, person) };
};
const { person: amara, signer: amaras } = await founder("Amara Okafor");
const { person: daniel, signer: daniels } = await founder("Daniel Price");
const ben = await buildInvestor(db, { full_name: "Ben Lindqvist", signed_at: new Date("2027-04-01T09:00:00Z") });
const bens = await club.as(ben);
const ruth = await buildMember(db, { full_name: "Ruth Bell" });
await db
  .insertInto("signatories")
  .values({
    user_id: ruth.id,
    capacity: "second",
    origin: "proposed",
    how_known: "She keeps our books.",
    proposed_by: amara.id,
    confirmed_by: daniel.id,
    told_at: new Date("2027-04-01"),
    announced_at: new Date("2027-04-01"),
    confirmed_at: new Date("2027-04-01"),
    proposed_at: new Date("2027-04-01"),
  })
  .execute();
const ruths = await createSigner(club, ruth);

beforeEach(() => {
  now = closed;
});
const pass = (milliseconds: number) => moveClock(club, (time) => (now = time), new Date(now.getTime() + milliseconds));
const runClock = () => pass(1000);

interface Given {
  panel?: readonly Person[];
  members?: readonly Investor[];
  state?: "released" | "closing";
  fee_bp?: number;
  club_minimum_pence?: number;
  club_maximum_pence?: number;
}

/** Closed for commitments, with both accounts and the success fee: only the list is missing. */
async function ready({
  panel = [amara, daniel, ruth],
  members = [amara, daniel, ben],
  state = "closing",
  fee_bp = 0,
  club_minimum_pence = 100_000,
  club_maximum_pence,
}: Given = {}) {
  const deal = await buildDeal(db, {
    state,
    at: opened,
    company: { name: "Fern Robotics Ltd" },
    panel: panel.map(({ id }) => id),
    terms: {
      price: "1.00",
      club_minimum_pence,
      ...(club_maximum_pence && { club_maximum_pence }),
      minimum_commitment_pence: 50_000,
      closes_at: closed,
      priority_share_percent: 0,
    },
  });
  const commitments = [];
  for (const [place, { record_id }] of members.entries())
    commitments.push(
      await buildCommitment(db, {
        deal_id: deal.id,
        terms_id: deal.terms_id,
        record_id,
        price: "1.00",
        number: place + 1,
        shares: 2000,
        least_shares: 500,
        placed_at: new Date(opened.getTime() + place * hour),
        fee_bp,
        tier: "vip",
      }),
    );
  await buildCollectionAccount(db, deal.id, opened);
  const account = {
    account_name: "Fern Robotics Ltd",
    sort_code: "10-20-30",
    account_number: "00004321",
    bank: "A Bank",
  };
  expect((await amaras.call("POST", `/api/deals/${deal.id}/company-account`, account)).status).toBe(201);
  const fee = { decision: "waived", reason: "The first round." };
  expect((await amaras.call("POST", `/api/deals/${deal.id}/success-fee`, fee)).status).toBe(201);
  await club.asOwner(null, async (_tx, effects) => effects.schedule("deal-clock", { deal_id: deal.id }, now));
  await runClock();
  return { ...deal, commitments };
}

/** The company types its account on the page of a link. */
async function askByLink(dealId: string, by: Signer) {
  const asked = { name: "Jo Fern", email: "jo@fern.example" };
  await takeMails(club);
  expect((await by.call("POST", `/api/deals/${dealId}/company-account-requests`, asked)).status).toBe(201);
  const [mail] = await takeMails(club);
  const token = new URLSearchParams(mail?.link?.split("?")[1]).get("token");
  const account = {
    account_name: "Fern Robotics Ltd",
    sort_code: "123456",
    account_number: "00004321",
    bank: "A Bank",
  };
  const sent = await club.visitor("POST", "/api/company-account-links/send", { account, may_give: true, token });
  expect(sent.status).toBe(201);
}

/** Other than that of the deals before, so that it is called back. */
async function enterPartner(dealId: string, by: Signer) {
  const digits = String(dealId.replaceAll(/\D/g, "")).slice(-8).padStart(8, "7");
  const account = {
    account_name: "Harbour Nominees Ltd",
    sort_code: "20-30-40",
    account_number: digits,
    bank: "Harbour Bank",
    partner: "Harbour Nominees",
  };
  expect((await by.call("POST", `/api/deals/${dealId}/collection-account`, account)).status).toBe(201);
}

/** What nobody can write any more, for a test of what it would do. */
const pastTriggers = (table: string, statement: ReturnType<typeof sql>) =>
  db.transaction().execute(async (tx) => {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
    await statement.execute(tx);
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
  });
const prepare = (dealId: string, by: Signer = amaras, kind = "closing") =>
  by.call("POST", `/api/deals/${dealId}/acts`, { kind });
const prepared = async (dealId: string, by: Signer = amaras, kind = "closing") => {
  const { status, body } = await prepare(dealId, by, kind);
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.id as string;
};
const reasonOf = ({ status, body }: { status: number; body: { code?: string; reason?: string } }) => [
  status,
  body.code,
  body.reason,
];
const refused = (reason: string) => [403, "second_person_required", reason];
const sharesOf = async (dealId: string) => {
  const rows = await db
    .selectFrom("commitments")
    .select("allocated_shares")
    .where("deal_id", "=", dealId)
    .orderBy("number")
    .execute();
  return rows.map(({ allocated_shares }) => allocated_shares);
};
const changeLine = async (dealId: string, commitmentId: string, shares: number, by = amaras) => {
  const { body } = await by.call("GET", `/api/deals/${dealId}/allocation`);
  const given = { shares, reason: "The founders asked for it.", expected_version: body.updated_at };
  expect((await by.call("PUT", `/api/deals/${dealId}/allocation/lines/${commitmentId}`, given)).status).toBe(200);
};
const partOf = async (actId: string, part: string, by = amaras) =>
  (await by.call("GET", `/api/acts/${actId}`)).body.parts.find((one: { part: string }) => one.part === part);

describe("Two who sign are two persons, of the panel", () => {
  it("A list takes no second signature of its first signer or of one off the panel, and no first one of a second signer", async () => {
    const { id } = await ready({ panel: [amara, daniel] });
    const eleanor = await createSigner(club, await buildAdmin(db, { full_name: "Eleanor Marsh" }));
    expect(reasonOf(await prepare(id, eleanor))).toEqual(refused("not_on_panel"));
    const act = await prepared(id);
    expect((await signAct(amaras, act)).status).toBe(201);
    expect(reasonOf(await signAct(amaras, act))).toEqual(refused("same_account"));
    expect(reasonOf(await signAct(eleanor, act))).toEqual(refused("not_on_panel"));
    expect((await ruths.call("POST", `/api/acts/${act}/challenge`, {})).status).toBe(404);
    expect(await sharesOf(id)).toEqual([null, null, null]);
  });
  it("Both founders may sign though both take part, and a second signatory may sign in place of one", async () => {
    const first = await ready();
    await signByTwo(first.id, "closing", [amaras, daniels]);
    await runClock();
    expect(await sharesOf(first.id)).toEqual([2000, 2000, 2000]);
    const second = await ready();
    expect(reasonOf(await signAct(ruths, await prepared(second.id)))).toEqual(refused("not_on_panel"));
    await signByTwo(second.id, "closing", [amaras, ruths]);
    await runClock();
    expect(await sharesOf(second.id)).toEqual([2000, 2000, 2000]);
  });
  it("Two sign an account that the company entered by a link, called back by one who did not choose its address", async () => {
    const { id } = await ready();
    await askByLink(id, amaras);
    const act = await prepared(id, daniels);
    expect((await signAct(daniels, act, { call_backs: {} })).body.errors[0].path).toBe("call_backs.company_account");
    expect((await signAct(daniels, act)).status).toBe(201);
    expect((await signAct(amaras, act)).status).toBe(201);
    const { body } = await daniels.call("GET", `/api/acts/${act}`);
    expect(body.content.company_account).toMatchObject({ entered_by: "Jo Fern by link", is_new: true });
    expect((await partOf(act, "company_account")).is_discretionary).toBe(true);
    await runClock();
    const { body: completion } = await amaras.call("GET", `/api/deals/${id}/completion`);
    expect(completion.company_account.current).toMatchObject({ entered_by_name: "Jo Fern", sort_code: "12-34-56" });
  });
  it("A second signer is refused: no longer standing, let in by the first alone, same browser, or same bank account", async () => {
    const others: [string, (person: Investor) => Promise<unknown>][] = [
      [
        "not_standing",
        (person) => sql`update signatories set ended_at = now() where user_id = ${person.id}`.execute(db),
      ],
      [
        "same_origin",
        (person) =>
          sql`insert into invitations (code, email, created_by, used_by, used_at, expires_at)
              values (${person.id.slice(-8)}, ${person.email}, ${amara.id}, ${person.id}, now(), now() + interval '1 day')`.execute(
            db,
          ),
      ],
      [
        "same_device",
        (person) =>
          sql`insert into auth.devices (user_id, device_hash, first_seen_at, last_seen_at)
              select id, ${"d".repeat(64)}, ${now}::timestamptz, ${now}::timestamptz from unnest(${[person.id, amara.id]}::uuid[]) id
              on conflict do nothing`.execute(db),
      ],
      [
        "same_identity",
        async (person) => {
          await sql`delete from auth.devices`.execute(db);
          await sql`update investor_records set bank_account_name = 'A Okafor' where user_id = any (${[person.id, amara.id]}::uuid[])`.execute(
            db,
          );
        },
      ],
    ];
    for (const [reason, arrange] of others) {
      const { person, signer } = await founder(`Other ${reason}`);
      if (reason === "same_origin")
        await pastTriggers(
          "signatories",
          sql`update signatories set origin = 'proposed', how_known = 'A friend.', proposed_by = ${amara.id}, confirmed_by = ${amara.id}
               where user_id = ${person.id}`,
        );
      const { id } = await ready({ panel: [amara, person] });
      const act = await prepared(id);
      expect((await signAct(amaras, act)).status).toBe(201);
      await arrange(person);
      expect(reasonOf(await signAct(signer, act))).toEqual(refused(reason));
      await db
        .updateTable("investor_records")
        .set({ bank_account_name: null })
        .where("user_id", "=", amara.id)
        .execute();
    }
  });
  it("Somebody new to the panel cannot sign for three days, as members were told of another panel", async () => {
    const { id, version_id } = await ready({ panel: [amara, daniel] });
    const until = new Date(now.getTime() + 72 * hour);
    await db
      .updateTable("deal_panel")
      .set({ signs_from: until })
      .where("version_id", "=", version_id)
      .where("user_id", "=", daniel.id)
      .execute();
    const act = await prepared(id);
    await signAct(amaras, act);
    const early = await signAct(daniels, act);
    expect([early.status, early.body.code]).toEqual([423, "act_not_yet"]);
    await pass(72 * hour);
    expect((await signAct(daniels, act)).status).toBe(201);
  });
  it("A list that gives a signer more shares than the method does is refused to that signer alone", async () => {
    const { id, commitments } = await ready({ members: [amara, daniel, ben] });
    await changeLine(id, commitments[2]?.id ?? "", 1900, daniels);
    await sql`update allocation_lines set shares = 2000, base = 1900, priority = 0, rest = 0, reason = 'More.', changed_at = now()
               where commitment_id = ${commitments[0]?.id}`.execute(db);
    const act = await prepared(id);
    expect(reasonOf(await signAct(amaras, act))).toEqual(refused("own_gain"));
  });
  it("The admin who changed a line signs second, as the first signer is another person and has read the change", async () => {
    const { id, commitments } = await ready({ panel: [amara, daniel] });
    await changeLine(id, commitments[2]?.id ?? "", 1000, daniels);
    const act = await prepared(id);
    expect((await signAct(amaras, act)).status).toBe(201);
    expect(reasonOf(await signAct(amaras, act))).toEqual(refused("same_account"));
    expect((await signAct(daniels, act)).status).toBe(201);
    await runClock();
    expect((await partOf(act, "shares")).refusal).toBe("not_yet");
  });
  it("A list cannot be signed where somebody arranges as one who takes part, and gets no shares", async () => {
    const { id, version_id } = await ready({ members: [daniel, ben] });
    await pastTriggers(
      "deal_panel",
      sql`update deal_panel set arranges = true where version_id = ${version_id} and user_id = ${amara.id}`,
    );
    const { status, body } = await prepare(id);
    const so = "So the closing list cannot be signed. Sign a new offer whose panel does not say so.";
    const detail = `Amara Okafor arranges this round as one who takes part and gets no shares in it. ${so}`;
    const toAmara = `You arrange this round as one who takes part and get no shares in it. ${so}`;
    expect([status, body.code, body.detail]).toEqual([409, "act_not_ready", toAmara]);
    expect((await daniels.call("GET", `/api/deals/${id}/next`)).body).toMatchObject({
      text: `Shares are worked out for 2 people. ${detail}`,
      act: "freeze",
    });
    now = new Date(closed.getTime() - 48 * hour);
    const open = await ready({ members: [daniel, ben], state: "released" });
    await pastTriggers(
      "deal_panel",
      sql`update deal_panel set arranges = true, invests_pence = 175050 where version_id = ${open.version_id} and user_id = ${amara.id}`,
    );
    expect((await daniels.call("GET", `/api/deals/${open.id}/next`)).body).toMatchObject({
      text: "Amara Okafor arranges this round as one who takes part, with shares for at most £1,750.50, and has not committed. Without shares for them the closing list cannot be signed. They commit by Sun 16 May 2027, 17:00, or a new offer does not say that they arrange it. It is open until Mon 17 May 2027, 17:00. 2 people asked for £4,000.00.",
      act: null,
      waits_for: "others",
    });
    expect((await amaras.call("GET", `/api/deals/${open.id}/next`)).body).toMatchObject({
      text: "You arrange this round as one who takes part, with shares for at most £1,750.50, and have not committed. Without shares for you the closing list cannot be signed. Commit by Sun 16 May 2027, 17:00, or sign a new offer that does not say that you arrange it. It is open until Mon 17 May 2027, 17:00. 2 people asked for £4,000.00.",
      act: "commit",
      waits_for: "reader",
    });
    now = new Date(closed.getTime() - 24 * hour);
    expect((await amaras.call("GET", `/api/deals/${open.id}/next`)).body).toMatchObject({
      text: "You arrange this round as one who takes part, with shares for at most £1,750.50, and have not committed. Without shares for you the closing list cannot be signed. In the last 24 hours of a round nobody who signs for it can ask for shares. Sign a new offer that does not say that you arrange it. It is open until Mon 17 May 2027, 17:00. 2 people asked for £4,000.00.",
      act: "freeze",
    });
  });
});

const companyNote = "Jo Fern, at the number of Companies House.";
const partnerNote = "Ann Harbour, at the number of the contract.";
const readAct = async (act: string, by: Signer) => (await by.call("GET", `/api/acts/${act}`)).body;
const nextOf = async (dealId: string, by: Signer) => (await by.call("GET", `/api/deals/${dealId}/next`)).body.text;

describe("Each new account is called back by a signer who did not make it", () => {
  for (const [who, firstIs] of [
    ["whoever asked the company signs first", 0],
    ["whoever entered the members' account signs first", 1],
  ] as const)
    it(`Two who made one account each both sign, each with a note on the other's account: ${who}`, async () => {
      const { id } = await ready({ panel: [amara, daniel] });
      await enterPartner(id, daniels);
      await askByLink(id, amaras);
      const hers = { signer: amaras, part: "collection_account", note: { collection_account: partnerNote } };
      const his = { signer: daniels, part: "company_account", note: { company_account: companyNote } };
      const [first, second] = firstIs === 0 ? [hers, his] : [his, hers];
      const act = await prepared(id, first.signer);
      for (const { signer, part, note } of [first, second]) {
        expect((await readAct(act, signer)).call_backs_needed).toEqual([part]);
        const without = await signAct(signer, act, { call_backs: {} });
        expect([without.status, without.body.errors]).toEqual([
          422,
          [{ path: `call_backs.${part}`, message: actMessages.needsCallBack }],
        ]);
        expect((await signAct(signer, act, { call_backs: note })).status).toBe(201);
      }
      const { signatures, call_backs_needed } = await readAct(act, amaras);
      expect(signatures.map(({ call_backs }: { call_backs: object }) => call_backs)).toEqual([first.note, second.note]);
      expect(call_backs_needed).toEqual([]);
      await runClock();
      const { body: partner } = await amaras.call("GET", `/api/deals/${id}/collection-account`);
      const { body: completion } = await amaras.call("GET", `/api/deals/${id}/completion`);
      expect(
        [partner.current, completion.company_account.current].map(
          ({ entered_by_name, confirmed_by_name, call_back_note }) => [
            entered_by_name,
            confirmed_by_name,
            call_back_note,
          ],
        ),
      ).toEqual([
        ["Daniel Price", "Amara Okafor", partnerNote],
        ["Jo Fern", "Daniel Price", companyNote],
      ]);
    });
  it("A signature takes no call-back note on another account, none by who made the account, and none that is blank", async () => {
    const { id } = await ready({ panel: [amara, daniel] });
    await enterPartner(id, amaras);
    const act = await prepared(id);
    const refusedAt = async (signer: Signer, call_backs: object) => {
      const { status, body } = await signAct(signer, act, { call_backs });
      return [status, body.errors];
    };
    expect(await refusedAt(amaras, { company_account: companyNote })).toEqual([
      422,
      [{ path: "call_backs.company_account", message: actMessages.ownCallBack }],
    ]);
    expect((await readAct(act, amaras)).call_backs_needed).toEqual([]);
    expect((await signAct(amaras, act, { call_backs: {} })).status).toBe(201);
    const needed = (path: string) => [422, [{ path, message: actMessages.needsCallBack }]];
    expect((await readAct(act, daniels)).call_backs_needed).toEqual(["collection_account", "company_account"]);
    expect(await refusedAt(daniels, { company_account: companyNote })).toEqual(needed("call_backs.collection_account"));
    expect(await refusedAt(daniels, { collection_account: partnerNote })).toEqual(needed("call_backs.company_account"));
    expect(await refusedAt(daniels, { collection_account: partnerNote, company_account: "  " })).toEqual(
      needed("call_backs.company_account"),
    );
    const both = { collection_account: partnerNote, company_account: companyNote };
    expect((await signAct(daniels, act, { call_backs: both })).status).toBe(201);
  });
  it("Any of a panel of three may sign second, as the first calls back what another of them made", async () => {
    for (const second of [daniels, ruths]) {
      const { id } = await ready();
      await enterPartner(id, daniels);
      const act = await prepared(id);
      expect((await readAct(act, amaras)).call_backs_needed).toEqual(["collection_account"]);
      expect((await signAct(amaras, act)).status).toBe(201);
      for (const signer of [daniels, ruths])
        expect((await readAct(act, signer)).call_backs_needed).toEqual(["company_account"]);
      expect((await signAct(second, act)).status).toBe(201);
    }
  });
  it("The second signer calls back an account that nobody of the panel made", async () => {
    const { id } = await ready({ panel: [amara, daniel] });
    const { signer: other } = await founder("Olga Other");
    await enterPartner(id, other);
    const act = await prepared(id);
    expect((await readAct(act, amaras)).call_backs_needed).toEqual([]);
    expect((await signAct(amaras, act)).status).toBe(201);
    expect((await readAct(act, daniels)).call_backs_needed).toEqual(["collection_account", "company_account"]);
    expect((await signAct(daniels, act)).status).toBe(201);
  });
  it("A list says by name that nobody can sign second, and what helps, before the first signature and after", async () => {
    const { person, signer } = await founder("Nora New");
    const { id } = await ready({ panel: [amara, person] });
    await enterPartner(id, signer);
    const act = await prepared(id);
    expect((await readAct(act, amaras)).no_second).toBeNull();
    expect(await nextOf(id, amaras)).toBe("Sign the closing list.");
    await db
      .transaction()
      .execute((tx) => sql`update signatories set ended_at = now() where user_id = ${person.id}`.execute(tx));
    const words =
      "Nobody else of the panel can sign it second now: Nora New or the other signer has not been announced for 7 days without an objection. Sign a new offer with somebody else on its panel.";
    expect((await readAct(act, amaras)).no_second).toBe(words);
    expect(await nextOf(id, amaras)).toBe(`Sign the closing list. ${words}`);
    await takeMails(club);
    expect((await signAct(amaras, act)).status).toBe(201);
    await runClock();
    expect((await takeMails(club)).filter(({ subject }) => subject.includes("closing list"))).toEqual([]);
    expect(await nextOf(id, amaras)).toContain(words);
  });
  it("Whoever made an account on which an old first signature has no note cannot sign, and reads what helps", async () => {
    const { id } = await ready({ panel: [amara, daniel] });
    await enterPartner(id, daniels);
    const act = await prepared(id);
    expect((await signAct(amaras, act)).status).toBe(201);
    await pastTriggers("act_signatures", sql`update act_signatures set call_backs = '{}' where act_id = ${act}`);
    expect(reasonOf(await signAct(daniels, act))).toEqual(refused("same_account"));
    expect((await readAct(act, amaras)).no_second).toBe(
      "Nobody else of the panel can sign it second now: Daniel Price made an account of the list that nobody else has called back. Withdraw it and make it again: whoever signs first then calls that account back.",
    );
    expect((await amaras.call("POST", `/api/acts/${act}/withdrawal`, { reason: "Nobody can sign." })).status).toBe(200);
    await signByTwo(id, "closing", [amaras, daniels]);
  });
  it("Admins are told that nobody can sign second any more, and no member or signatory of other deals is", async () => {
    const { id } = await ready({ panel: [amara, daniel] });
    const act = await prepared(id);
    await signAct(amaras, act);
    await pastTriggers(
      "deal_panel",
      sql`update deal_panel set user_id = null where deal_id = ${id} and user_id = ${daniel.id}`,
    );
    const { person: olga, signer: olgas } = await founder("Olga Admin");
    expect(await nextOf(id, olgas)).toContain("Nobody else of the panel can sign it second now: Daniel Price ");
    for (const person of [ben, ruth]) {
      const { rows } = await club.asActor({ userId: person.id, at: now }, (tx) =>
        sql<{ told: unknown }>`select second_obstacle(${id}, 'closing') as told`.execute(tx),
      );
      expect(rows).toEqual([{ told: null }]);
    }
    for (const statement of [
      sql`select made_account(${id}, 'company_account', ${amara.id})`,
      sql`select uncalled_accounts(${act})`,
      sql`select signer_refusal(${id}, 'closing', ${act}, ${amara.id})`,
      sql`update act_signatures set call_backs = '{"company_account": "x"}'`,
    ])
      await expect(club.asActor({ userId: olga.id, at: now }, (tx) => statement.execute(tx))).rejects.toThrow(
        /permission denied/,
      );
  });
});

describe("A signature is of one text, by one person, once", () => {
  it("A passkey of 71 hours cannot sign, and signs an hour later", async () => {
    const { id } = await ready();
    const person = await buildInvestor(db, { full_name: "Young Key", signed_at: new Date("2027-04-01T09:00:00Z") });
    await giveAdminRole(db, person);
    const young = await createSigner(club, person, { since: new Date(now.getTime() - 71 * hour) });
    await sql`insert into deal_panel (deal_id, version_id, user_id, name, capacity, signs_from)
              select deal_id, version_id, ${person.id}, 'Young Key', 'admin', signs_from from deal_panel
               where deal_id = ${id} and user_id = ${amara.id}`.execute(db);
    const act = await prepared(id);
    await signAct(amaras, act);
    expect(reasonOf(await signAct(young, act))).toEqual(refused("new_passkey"));
    const { body } = await young.call("GET", `/api/deals/${id}/next`);
    expect([body.text, body.act]).toEqual([
      expect.stringMatching(/Your passkey is new: you can sign with it from Mon 17 May 2027, 18:00\.$/),
      null,
    ]);
    await pass(hour);
    expect((await signAct(young, act)).status).toBe(201);
  });
  it("A list refuses the password alone, a code beside a passkey, an answer of another list, and one used before", async () => {
    const other = await prepared((await ready()).id);
    const { id } = await ready();
    const act = await prepared(id);
    const { body } = await amaras.call("GET", `/api/acts/${act}`);
    const sign = (given: object) =>
      amaras.call("POST", `/api/acts/${act}/signatures`, {
        content_sha256: body.content_sha256,
        ticks: body.content.parts,
        ...given,
      });
    expect((await sign({ password: "seven quiet lanterns" })).status).toBe(422);
    expect((await sign({ password: "seven quiet lanterns", code: "123456" })).body.errors[0].path).toBe("passkey");
    const { body: foreign } = await amaras.call("POST", `/api/acts/${other}/challenge`, {});
    expect((await sign({ passkey: amaras.key.answer(foreign) })).body.code).toBe("passkey_invalid");
    const { body: request } = await amaras.call("POST", `/api/acts/${act}/challenge`, {});
    expect((await sign({ passkey: amaras.key.answer(request), ticks: [] })).body.errors[0].path).toBe("ticks");
    const answer = amaras.key.answer(request);
    expect((await sign({ passkey: answer })).status).toBe(201);
    expect((await sign({ passkey: answer })).body.code).toBe("passkey_invalid");
    expect((await sign({ passkey: daniels.key.answer(request) })).body.code).toBe("passkey_invalid");
  });
  it("Password and code sign for somebody without a passkey, and the list says so", async () => {
    const password = "seven quiet lanterns";
    const person = await buildInvestor(db, {
      full_name: "No Passkey",
      signed_at: new Date("2027-04-01T09:00:00Z"),
      password_hash: await hashPassword(password),
    });
    await giveAdminRole(db, person);
    const { id } = await ready({ panel: [amara, person] });
    const act = await prepared(id);
    await signAct(amaras, act);
    const factor = await giveSecondFactor(club, person);
    const call = await club.as(person);
    await sql`update auth.sessions set factor_at = ${now} where user_id = ${person.id}`.execute(db);
    const { body } = await call("GET", `/api/acts/${act}`);
    const sign = (given: string) =>
      call("POST", `/api/acts/${act}/signatures`, {
        content_sha256: body.content_sha256,
        ticks: body.content.parts,
        call_backs: { company_account: "Jo Fern." },
        password: given,
        code: factor.codeAt(now),
      });
    expect((await sign("not the right one")).body.code).toBe("wrong_password");
    const signed = await sign(password);
    expect([signed.status, signed.body.detail]).toEqual([201, undefined]);
    const { signatures } = (await call("GET", `/api/acts/${act}`)).body;
    expect(signatures.map(({ method }: { method: string }) => method)).toEqual(["passkey", "password_and_code"]);
  });
  it("A list is refused once a figure changed between its two signatures, and a new list can be signed", async () => {
    const { id, commitments } = await ready();
    const act = await prepared(id);
    await signAct(amaras, act);
    await changeLine(id, commitments[2]?.id ?? "", 1000);
    const late = await signAct(daniels, act);
    expect([late.status, late.body.code]).toEqual([409, "act_changed"]);
    expect((await amaras.call("GET", `/api/acts/${act}`)).body.is_stale).toBe(true);
    const again = await prepared(id);
    expect(again).not.toBe(act);
    expect((await signAct(daniels, act)).status).not.toBe(201);
  });
  it("A list expires two weeks later, and this is told", async () => {
    const { id } = await ready();
    const act = await prepared(id);
    await signAct(amaras, act);
    await pass(14 * 24 * hour);
    await club.asOwner(null, async (_tx, effects) => effects.schedule("deal-clock", { deal_id: id }, now));
    await runClock();
    expect((await amaras.call("GET", `/api/acts/${act}`)).body.state).toBe("expired");
    const { content_sha256 } = (await amaras.call("GET", `/api/acts/${act}`)).body;
    const told = (await takeMails(club)).filter(
      ({ template, text }) => template === "act-void" && text.includes(codeOf(content_sha256)),
    );
    expect(told.map(({ to }) => to)).toEqual([amara.email]);
    expect(told[0]?.text).toContain("Nobody signed it second by 31 May 2027, 17:00.");
    expect((await club.auditOf(id, "kind")).map(({ kind }) => kind)).toContain("act_ended");
  });
  it("Only the server writes lists and signatures: no request of a member or admin does", async () => {
    const { id } = await ready();
    const act = await prepared(id);
    const asDaniel = (statement: ReturnType<typeof sql>) =>
      club.asActor({ userId: daniel.id, at: now }, (tx) => statement.execute(tx));
    for (const statement of [
      sql`select sign_act(${act}, ${daniel.id}, null, null, '{}', '{}')`,
      sql`select execute_part(${act}, 'shares')`,
      sql`select confirm_allocation(${id}, ${daniel.id})`,
      sql`select call_funds(${id}, 'ABC', '{}', '{}')`,
      sql`select arm_payment(${act}, 'wire', null)`,
      sql`select complete_deal(${id}, ${act}, null)`,
      sql`select approve_deal_version(${id}, null, '{}')`,
      sql`select confirm_company_account(${id}, null, 'note')`,
      sql`insert into act_signatures (act_id, name, capacity, takes_part_pence, method) values (${act}, 'x', 'admin', 0, 'password_and_code')`,
      sql`update acts set state = 'signed' where id = ${act}`,
      sql`delete from act_parts where act_id = ${act}`,
      sql`insert into outgoing_payments (deal_id, kind, amount_pence, payee, reason, state, approved_at) values (${id}, 'wire', 1, 'x', 'x', 'approved', now())`,
    ])
      await expect(asDaniel(statement)).rejects.toThrow(/permission denied|row-level security/);
    await expect(sql`update acts set content = '{}' where id = ${act}`.execute(db)).rejects.toThrow("never changed");
  });
});

describe("What waits, and who objects", () => {
  it("A list that waits is told by notice and mail to those who can sign, and to nobody else", async () => {
    await takeMails(club);
    const { id } = await ready();
    const act = await prepared(id);
    await signAct(amaras, act);
    await runClock();
    const mails = (await takeMails(club)).filter(({ subject }) => subject.includes("closing list"));
    expect(mails.map(({ to, subject }) => [to, subject]).toSorted()).toEqual(
      [daniel, ruth].map(({ email }) => [email, "Fern Robotics Ltd: the closing list waits for you"]).toSorted(),
    );
  });
  it("A changed line waits a day; an objection stops the list until answered by one without a part, and a day more", async () => {
    const { id, commitments } = await ready();
    await changeLine(id, commitments[2]?.id ?? "", 1000);
    const list = await signByTwo(id, "closing", [amaras, daniels]);
    await runClock();
    expect(await sharesOf(id)).toEqual([null, null, null]);
    expect((await partOf(list.id, "shares")).refusal).toBe("not_yet");
    const objected = await bens("POST", `/api/acts/${list.id}/objections`, { reason: "Why mine?" });
    expect([objected.status, objected.body.is_stopped]).toEqual([201, true]);
    expect((await bens("POST", `/api/acts/${list.id}/objections`, { reason: "Again." })).status).toBe(409);
    await pass(25 * hour);
    expect(await sharesOf(id)).toEqual([null, null, null]);
    const objection = objected.body.objections[0].id;
    const answer = (by: Signer) =>
      by.call("POST", `/api/act-objections/${objection}/answer`, { answer: "As agreed with you." });
    expect(reasonOf(await answer(amaras))).toEqual(refused("same_account"));
    expect(reasonOf(await answer(daniels))).toEqual(refused("own_part"));
    expect((await answer(ruths)).status).toBe(200);
    await pass(23 * hour);
    expect(await sharesOf(id)).toEqual([null, null, null]);
    await pass(2 * hour);
    expect(await sharesOf(id)).toEqual([2000, 2000, 1000]);
  });
  it("Founders and the member read that nobody may answer an objection where both take part, and what is left to do", async () => {
    const { id, commitments } = await ready({ panel: [amara, daniel] });
    const bensLine = commitments[2]?.id ?? "";
    await changeLine(id, bensLine, 1000);
    await takeMails(club);
    const list = await signByTwo(id, "closing", [amaras, daniels]);
    await runClock();
    const told = (await takeMails(club)).filter(({ to, template }) => to === ben.email && template === "act-announced");
    expect(told.map(({ subject }) => subject)).toEqual([
      "Fern Robotics Ltd: shares were changed by hand, object by 18 May 2027, 17:00",
    ]);
    expect(told[0]?.text).toContain("You get 1,000 shares, £1,000.00. By the published method it was 2,000 shares.");
    expect(told[0]?.text).toContain("The founders asked for it.");
    expect((await bens("GET", `/api/acts/${list.id}`)).body.answerers).toEqual([]);
    const objected = await bens("POST", `/api/acts/${list.id}/objections`, { reason: "Why mine?" });
    expect(objected.body.objections[0].can.answer).toBe(false);
    await runClock();
    const mails = (await takeMails(club)).filter(({ subject }) => subject.includes("objects"));
    expect(mails.map(({ to }) => to).toSorted()).toEqual([amara.email, daniel.email].toSorted());
    const left =
      "Nobody may answer: whoever signs for this deal made the list, or takes part in the round. Withdraw the list. Then put the changed lines back, or change them with another reason, and sign a new list.";
    for (const { text } of mails) {
      expect(text).toContain("Why mine?");
      expect(text).toContain(left);
    }
    for (const by of [amaras, daniels])
      expect((await by.call("GET", `/api/deals/${id}/next`)).body).toMatchObject({
        text: `Somebody objects to the closing list. ${left}`,
        act: "sign_closing",
      });
    const withdrawn = await daniels.call("POST", `/api/acts/${list.id}/withdrawal`, { reason: "Ben is right." });
    expect(withdrawn.status).toBe(200);
    // A line that is put back to what the method gives is not changed by hand: nothing waits, and nobody is told that it does.
    await changeLine(id, bensLine, 2000);
    const { body: lines } = await amaras.call("GET", `/api/deals/${id}/allocation/lines`);
    expect(lines.items.map(({ reason }: { reason: string | null }) => reason)).toEqual([null, null, null]);
    const again = await signByTwo(id, "closing", [amaras, daniels]);
    expect(await partOf(again.id, "shares")).toMatchObject({ is_discretionary: false, not_before: null });
    const { body } = await bens("GET", `/api/acts/${again.id}`);
    expect(body.content.shares.lines.map(({ reason }: { reason: string | null }) => reason)).toEqual([
      null,
      null,
      null,
    ]);
    await runClock();
    expect(await sharesOf(id)).toEqual([2000, 2000, 2000]);
    const changes = await db
      .selectFrom("audit_log")
      .select("details")
      .where("subject_id", "=", id)
      .where("kind", "=", "allocation_line_changed")
      .orderBy("id")
      .execute();
    expect(changes.map(({ details }) => details)).toMatchObject([
      { shares: 1000, reason: "The founders asked for it." },
      { shares: 2000, reason: "The founders asked for it." },
    ]);
  });
  it("An objection names who answers and from when the list goes on", async () => {
    const { id, commitments } = await ready();
    await changeLine(id, commitments[2]?.id ?? "", 1000);
    const list = await signByTwo(id, "closing", [amaras, daniels]);
    const objected = await bens("POST", `/api/acts/${list.id}/objections`, { reason: "Why mine?" });
    expect(objected.body.answerers).toEqual(["Ruth Bell"]);
    const next = async () => (await amaras.call("GET", `/api/deals/${id}/next`)).body;
    expect(await next()).toMatchObject({
      text: "Somebody objects to the closing list. Ruth Bell can answer. You can withdraw the list.",
      act: null,
      waits_for: "others",
    });
    const objection = objected.body.objections[0].id;
    await runClock();
    await takeMails(club);
    await ruths.call("POST", `/api/act-objections/${objection}/answer`, { answer: "As agreed with you." });
    await runClock();
    const mails = await takeMails(club);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [ben.email, "Fern Robotics Ltd: your objection to the closing list is answered"],
    ]);
    for (const words of [
      "Why mine?",
      "Ruth Bell has answered:",
      "As agreed with you.",
      "goes on from 18 May 2027, 17:00",
    ])
      expect(mails[0]?.text).toContain(words);
    expect(await next()).toMatchObject({
      text: "An objection to the closing list was answered. It goes on from Tue 18 May 2027, 17:00.",
      act: null,
      waits_for: "time",
    });
  });
  it("A list goes on when the objection is withdrawn, and can be withdrawn itself with a reason", async () => {
    const { id, commitments } = await ready();
    await changeLine(id, commitments[2]?.id ?? "", 1000);
    const list = await signByTwo(id, "closing", [amaras, daniels]);
    const objected = await bens("POST", `/api/acts/${list.id}/objections`, { reason: "Why mine?" });
    const withdrawal = `/api/act-objections/${objected.body.objections[0].id}/withdrawal`;
    expect((await amaras.call("POST", withdrawal)).status).toBe(404);
    expect((await bens("POST", withdrawal)).body.is_stopped).toBe(false);
    expect((await bens("POST", `/api/acts/${list.id}/withdrawal`, { reason: "No." })).status).toBe(404);
    await runClock();
    await takeMails(club);
    const withdrawn = await ruths.call("POST", `/api/acts/${list.id}/withdrawal`, { reason: "Ben is right." });
    await runClock();
    const told = await takeMails(club);
    expect(told.map(({ to, subject }) => [to, subject]).toSorted()).toEqual(
      [amara, daniel]
        .map(({ email }) => [email, "Fern Robotics Ltd: the closing list that you signed is void"])
        .toSorted(),
    );
    expect(told[0]?.text).toMatch(/Ruth Bell has withdrawn it\. The reason:\s+> Ben is right\./);
    expect([withdrawn.status, withdrawn.body.state, withdrawn.body.ended_because]).toEqual([
      200,
      "withdrawn",
      "Ben is right.",
    ]);
    await pass(25 * hour);
    expect(await sharesOf(id)).toEqual([null, null, null]);
  });
  it("Members who take part read the whole list but the numbers of accounts, and nobody else reads anything", async () => {
    const { id } = await ready();
    const act = await prepared(id);
    expect((await bens("GET", `/api/acts/${act}`)).status).toBe(404);
    await signAct(amaras, act);
    await signAct(daniels, act);
    const { body } = await bens("GET", `/api/acts/${act}`);
    // Whom Daniel rang is not theirs to read.
    const notes = ({ signatures }: { signatures: { call_backs: object }[] }) =>
      signatures.map(({ call_backs }) => call_backs);
    expect(notes(body)).toEqual([{}, {}]);
    expect(notes((await amaras.call("GET", `/api/acts/${act}`)).body)).toEqual([{}, { company_account: callBackNote }]);
    expect([body.content.wire.pence, body.signatures[0].name, body.content.company_account.account_name]).toEqual([
      600_000,
      "Amara Okafor",
      "Fern Robotics Ltd",
    ]);
    expect(JSON.stringify(body)).not.toMatch(/00004321|10-20-30|00001234/);
    const stranger = await club.as(await buildInvestor(db));
    expect((await stranger("GET", `/api/acts/${act}`)).status).toBe(404);
    expect((await stranger("GET", `/api/deals/${id}/acts`)).status).toBe(404);
  });
  it("The list's PDF is read by another program with the same code, figures and signatures", async (context) => {
    const { id } = await ready();
    const list = await signByTwo(id, "closing", [amaras, daniels]);
    const download = async (person: Person) => {
      const headers = { cookie: await club.cookieOf(person) };
      const answer = await club.fetch(new Request(`${club.appUrl}/api/acts/${list.id}/pdf`, { headers }));
      expect([answer.status, answer.headers.get("content-disposition")]).toEqual([
        200,
        `attachment; filename="fern-robotics-ltd-closing-list-${list.number}.pdf"`,
      ]);
      return new Uint8Array(await answer.arrayBuffer());
    };
    const { text } = await readPdf(await download(amara));
    for (const words of [
      `Code of this list: ${codeOf(list.content_sha256)}; both signers see the same.`,
      "Payment to the company £6,000.00 to Fern Robotics Ltd",
      "Fern Robotics Ltd, 10-20-30, 00004321, A Bank",
      "M03 2,000 2,000 £2,000.00 £0.00",
      "Amara Okafor, Admin, takes part with shares for £2,000.00",
      "by passkey",
      "Called back by Daniel Price Jo Fern",
    ])
      expect(text).toContain(words);
    const toMember = await download(ben);
    expect((await readPdf(toMember)).text).not.toMatch(/00004321|10-20-30|Called back/);
    await expectSameInPoppler(context, toMember);
  });
  it("A second signatory reads lists and nothing else", async () => {
    const { id } = await ready();
    await signAct(amaras, await prepared(id));
    expect((await ruths.call("GET", `/api/deals/${id}/acts`)).body.items).toHaveLength(1);
    for (const path of [
      `/api/deals/${id}`,
      `/api/deals/${id}/commitments`,
      "/api/people",
      `/api/deals/${id}/next`,
      "/api/statements",
    ])
      expect([path, (await ruths.call("GET", path)).status]).toEqual([path, 403]);
    expect((await ruths.call("GET", `/api/open-deals/${id}`)).status).not.toBe(200);
  });
});

describe("Money of a signed round", () => {
  const pay = async (dealId: string, pence: number, commitmentId: string, day: string) => {
    const line = await buildBankLine(db, { deal_id: dealId, amount_pence: pence, booked_on: day }, now);
    const parts = JSON.stringify([{ kind: "receipt", commitment_id: commitmentId, amount_pence: pence }]);
    await sql`select set_config('app.now', ${now.toISOString()}, false)`.execute(db);
    await club.asOwner(null, (tx) => sql`select match_bank_line(${line}, ${parts}::jsonb, 'Seen.')`.execute(tx));
  };
  async function called(given: Given = {}) {
    const deal = await ready(given);
    const list = await signByTwo(deal.id, "closing", [amaras, daniels]);
    // Monday evening: the next slot is Tuesday, 10:00.
    await runClock();
    await moveClock(club, (time) => (now = time), new Date("2027-05-18T09:00:00Z"));
    return { ...deal, list };
  }
  const sighting = (dealId: string, balance_pence: number, by = daniels) =>
    by.call("POST", `/api/deals/${dealId}/balance`, { balance_pence });

  it("No money leaves with a penny open, unidentified or to be sent back, nor on the fifteenth day", async () => {
    const { id, list, commitments } = await called();
    const refusal = async () => (await partOf(list.id, "wire")).refusal;
    expect(await refusal()).toBe("not_yet");
    now = new Date("2027-05-19T09:00:00Z");
    for (const [place, { id: commitment }] of commitments.entries())
      await pay(id, place === 2 ? 199_999 : 200_000, commitment, "2027-05-18");
    expect(await refusal()).toBe("not_all_paid");
    await pay(id, 2, commitments[2]?.id ?? "", "2027-05-19");
    expect(await refusal()).toBe("refund_open");
    now = new Date(closed.getTime() + 15 * 24 * hour);
    expect(await refusal()).toBe("expired");
    // The next one says the same, and is another list.
    expect((await prepare(id, amaras)).body).toMatchObject({
      state: "prepared",
      id: expect.not.stringMatching(list.id),
    });
  });
  it("The next step says what is to be sent back, who approves it, and when the bank sends it", async () => {
    const { id, list, commitments } = await called();
    const next = async (by = amaras) => {
      const { text, act } = (await by.call("GET", `/api/deals/${id}/next`)).body;
      return [text, act];
    };
    now = new Date("2027-05-19T09:00:00Z");
    for (const { id: commitment } of commitments) await pay(id, 200_000, commitment, "2027-05-18");
    await pay(id, 5_000, commitments[2]?.id ?? "", "2027-05-19");
    const line = { deal_id: id, amount_pence: 25_000, booked_on: "2027-05-19", payer: "J SMITH" };
    const stray = await buildBankLine(db, line, now);
    const unknown = JSON.stringify([{ kind: "unidentified", amount_pence: 25_000 }]);
    await club.asOwner(null, (tx) =>
      sql`select match_bank_line(${stray}, ${unknown}::jsonb, 'Nobody knows.')`.execute(tx),
    );
    expect((await partOf(list.id, "wire")).refusal).toBe("unidentified");
    const unidentified = "£250.00 from J SMITH is not identified. Say whose it is, or send it back.";
    expect(await next()).toEqual([
      `Send £50.00 back to members, before the company is paid. ${unidentified}`,
      "refund",
    ]);
    const propose = (path: string, body: object) =>
      amaras.call("POST", `/api/deals/${id}/${path}`, { ...body, reason: "Sent too much." });
    const refund = { commitment_id: commitments[2]?.id, amount_pence: 5_000 };
    expect((await propose("refunds", refund)).status).toBe(201);
    expect(await next(daniels)).toEqual([`Approve that £50.00 is sent back. ${unidentified}`, "approve"]);
    expect(await next()).toEqual([unidentified, "unknown"]);
    expect((await propose("returns", { bank_line_id: stray, amount_pence: 25_000 })).status).toBe(201);
    expect(await next()).toEqual(["£300.00 is to be sent back. Another admin approves it.", null]);
    const payments = await db
      .selectFrom("outgoing_payments")
      .select("id")
      .where("deal_id", "=", id)
      .where("state", "=", "proposed")
      .execute();
    for (const { id: payment } of payments)
      expect((await daniels.call("POST", `/api/outgoing-payments/${payment}/approve`)).status).toBe(200);
    expect(await next()).toEqual(["Send £300.00 back as approved, then bring the bank file.", "bank_file"]);
  });
  it("A new list is asked for where another account of the company was entered, until the company is paid", async () => {
    const { id, list, commitments } = await called();
    const other = {
      account_name: "Fern Robotics Ltd",
      sort_code: "30-90-09",
      account_number: "87654321",
      bank: "Lloyds",
    };
    const known = {
      account_name: "Fern Robotics Ltd",
      sort_code: "10-20-30",
      account_number: "00004321",
      bank: "A Bank",
    };
    const enter = (account: object) => amaras.call("POST", `/api/deals/${id}/company-account`, account);
    const next = async () => (await amaras.call("GET", `/api/deals/${id}/next`)).body;
    const called_text = (await next()).text;
    expect((await enter(other)).status).toBe(201);
    expect(await next()).toMatchObject({
      text: "What the closing list says is not so any more. Sign a new one.",
      act: "sign_closing",
    });
    await takeMails(club);
    await club.asOwner(null, async (_tx, effects) => effects.schedule("deal-clock", { deal_id: id }, now));
    await runClock();
    const told = (await takeMails(club)).filter(({ template }) => template === "act-void");
    expect(told.map(({ to }) => to).toSorted()).toEqual([amara.email, daniel.email].toSorted());
    for (const { text } of told) {
      expect(text).toContain("An account, a sum or shares that it names are not so any more.");
      expect(text).toContain("What was carried out stays: Shares,");
    }
    await club.asOwner(null, async (_tx, effects) => effects.schedule("deal-clock", { deal_id: id }, now));
    await runClock();
    expect((await takeMails(club)).filter(({ template }) => template === "act-void")).toEqual([]);
    // The account that two have signed, entered again, takes the place of the one that waits.
    expect((await enter(known)).status).toBe(201);
    expect((await next()).text).toBe(called_text);

    for (const { id: commitment } of commitments) await pay(id, 200_000, commitment, "2027-05-18");
    now = new Date("2027-05-19T15:00:00Z");
    expect((await sighting(id, 600_000)).status).toBe(201);
    await runClock();
    expect((await next()).text).toBe("Pay £6,000.00 to Fern Robotics Ltd, then bring the bank file.");
    const refused = await enter(other);
    expect([refused.status, refused.body.detail]).toEqual([409, completionMessages.accountPaid]);
    expect((await partOf(list.id, "wire")).executed_at).not.toBeNull();
  });
  it("A cancelled deal carries out nothing of its signed list", async () => {
    const { id, list } = await called();
    const { updated_at } = (await amaras.call("GET", `/api/deals/${id}`)).body;
    const move = { to: "cancelled", reason: "The company has sold itself.", until: null, expected_version: updated_at };
    await takeMails(club);
    const proposed = await amaras.call("POST", `/api/deals/${id}/transitions`, move);
    expect([proposed.status, proposed.body.state, proposed.body.cancelling_proposal]).toMatchObject([
      ...[200, "closing", { reason: move.reason, proposed_by_name: "Amara Okafor", can: { confirm: false } }],
    ]);
    expect((await amaras.call("GET", `/api/acts/${list.id}`)).body.state).toBe("signed");
    expect(reasonOf(await amaras.call("POST", `/api/deals/${id}/transitions`, move))).toEqual(refused("same_account"));
    expect((await daniels.call("GET", `/api/deals/${id}/next`)).body).toMatchObject({
      text: expect.stringMatching(
        /^Amara Okafor proposes to cancel this deal\. Confirm it by \w+ \d+ \w+ 2027, \d\d:\d\d, or leave it\. Reason: The company has sold itself\.$/,
      ),
      act: "prepare",
    });
    expect(await takeMails(club)).toEqual([]);
    const moved = await daniels.call("POST", `/api/deals/${id}/transitions`, move);
    expect([moved.status, moved.body.state, moved.body.cancelling_proposal]).toEqual([200, "cancelled", null]);
    expect((await daniels.call("GET", `/api/acts/${list.id}`)).body).toMatchObject({
      state: "withdrawn",
      ended_because: "The deal was cancelled.",
      can: { withdraw: false },
    });
    const told = (await takeMails(club)).filter(({ template }) => template === "deal-stopped");
    expect(told.map(({ to, subject }) => [to, subject])).toEqual([
      [amara.email, "Fern Robotics Ltd: the deal is cancelled"],
    ]);
    expect(told[0]?.text).toContain(
      "Daniel Price has confirmed that the deal of Fern Robotics Ltd is cancelled, as you proposed.",
    );
    expect(told[0]?.text).toMatch(/The company has sold itself\.\s+The closing list, code \w{4} \w{4}, is void\./);
    const notices = db.selectFrom("notices").select(["user_id", "text"]).where("subject_id", "=", id);
    expect(await notices.where("kind", "=", "deal_stopped").execute()).toEqual([
      {
        user_id: amara.id,
        text: "Fern Robotics Ltd: the deal is cancelled. What was signed for it is void.",
      },
    ]);
  });
  it("Founders who invested are sent their money back too, where the two are the only admins", async () => {
    const { id, commitments } = await called({ members: [amara, daniel, ben] });
    const next = async (by = amaras) => (await by.call("GET", `/api/deals/${id}/next`)).body.text;
    for (const { id: commitment } of commitments) await pay(id, 200_000, commitment, "2027-05-18");
    const { updated_at } = (await amaras.call("GET", `/api/deals/${id}`)).body;
    const cancelled = {
      to: "cancelled",
      reason: "The company has sold itself.",
      until: null,
      expected_version: updated_at,
    };
    for (const by of [amaras, daniels])
      expect((await by.call("POST", `/api/deals/${id}/transitions`, cancelled)).status).toBe(200);
    expect(await next()).toBe("Send £6,000.00 back to members.");
    const [amarasMoney, danielsMoney, bensMoney] = commitments.map(({ id: commitment }) => commitment);
    const refund = (by: Signer, commitment_id: string | undefined, amount_pence = 200_000) =>
      by.call("POST", `/api/deals/${id}/refunds`, { commitment_id, amount_pence, reason: "The deal was cancelled." });
    const part = await refund(amaras, danielsMoney, 1);
    expect([part.status, part.body.errors]).toEqual([
      422,
      [{ path: "amount_pence", message: "Of an admin, all of it is sent back: enter £2,000.00" }],
    ]);
    expect((await refund(amaras, amarasMoney)).body.reason).toBe("own_commitment");
    expect((await refund(amaras, danielsMoney)).status).toBe(201);
    expect((await refund(amaras, bensMoney)).status).toBe(201);
    expect((await refund(daniels, amarasMoney)).status).toBe(201);
    const payments = async () =>
      db
        .selectFrom("outgoing_payments")
        .select(["id", "commitment_id", "proposed_by"])
        .where("deal_id", "=", id)
        .orderBy("id")
        .execute();
    const { payments: listed } = (await amaras.call("GET", `/api/deals/${id}/closing`)).body;
    const askedBy = listed.map((one: { asked_by_name: string | null }) => one.asked_by_name);
    expect(askedBy.toSorted()).toEqual(["Amara Okafor", "Daniel Price", null]);
    const { items } = (await amaras.call("GET", `/api/deals/${id}/closing/members`)).body;
    expect(items.map((one: { is_of_admin: boolean }) => one.is_of_admin)).toEqual([true, true, false]);
    const [toDaniel, toBen, toAmara] = await payments();
    expect([toDaniel?.proposed_by, toBen?.proposed_by, toAmara?.proposed_by]).toEqual([null, amara.id, null]);
    const approve = async (by: Signer, payment = toBen) =>
      (await by.call("POST", `/api/outgoing-payments/${payment?.id}/approve`)).status;
    expect([await approve(amaras), await approve(daniels, toDaniel), await approve(amaras, toAmara)]).toEqual([
      403, 403, 403,
    ]);
    expect(await next()).toBe("Approve that £2,000.00 is sent back.");
    expect(await approve(amaras, toDaniel)).toBe(200);
    expect(await next(daniels)).toBe("Approve that £4,000.00 is sent back.");
    expect([await approve(daniels), await approve(daniels, toAmara)]).toEqual([200, 200]);
    expect(await next()).toBe("Send £6,000.00 back as approved, then bring the bank file.");
    for (const payment of await payments()) {
      const line = await buildBankLine(db, { deal_id: id, amount_pence: -200_000, booked_on: "2027-05-19" }, now);
      const parts = JSON.stringify([
        { kind: "refund", commitment_id: payment.commitment_id, payment_id: payment.id, amount_pence: 200_000 },
      ]);
      await club.asOwner(null, (tx) => sql`select match_bank_line(${line}, ${parts}::jsonb, 'Sent.')`.execute(tx));
    }
    expect(await next()).toBe("This deal is over.");
  });
  it("The next step says by how much released shares miss the minimum, before it asks for another list", async () => {
    const { id, commitments } = await called({ club_minimum_pence: 500_000 });
    const [first, ...rest] = commitments;
    for (const { id: commitment } of rest) await pay(id, 200_000, commitment, "2027-05-18");
    now = new Date("2027-05-22T09:00:00Z");
    const next = async () => (await amaras.call("GET", `/api/deals/${id}/next`)).body;
    expect(await next()).toMatchObject({
      text: "1 person did not pay in time, grace included. Bring the bank file, give more time, or release the shares.",
      act: "late",
    });
    const { due_at } = await db
      .selectFrom("commitments")
      .select("due_at")
      .where("id", "=", first?.id ?? "")
      .executeTakeFirstOrThrow();
    const today = async () => (await amaras.call("GET", "/api/today")).body as Today;
    const { rows, waiting } = await today();
    expect(rows.find(({ act }) => act === "late")).toMatchObject({ by: due_at?.toISOString() });
    const unpaid = waiting.find(({ kind, path }) => kind === "unpaid" && path.includes(id));
    expect(unpaid).toMatchObject({ count: 1, by: due_at?.toISOString(), remind: { people: 1 } });
    expect((await amaras.call("POST", `/api${unpaid?.remind?.path}`)).body).toEqual({ members: 1 });
    expect((await today()).waiting).toContainEqual({ ...unpaid, remind: null });
    await sql`select set_config('app.now', ${now.toISOString()}, false)`.execute(db);
    expect((await daniels.call("POST", `/api/commitments/${first?.id}/release`, { reason: "Not paid." })).status).toBe(
      200,
    );
    expect((await next()).text).toBe(
      "The shares that are left cost £1,000.00 less than the club’s minimum. Nobody asked for more. Cancel the deal.",
    );
  });
  it("The next step asks whether freed shares are offered before it asks for another list, and no promise is broken", async () => {
    const { id, commitments } = await called({ club_maximum_pence: 500_000 });
    const [amarasShares, danielsShares, bensShares] = commitments;
    const next = async (by = amaras) => {
      const { text, act } = (await by.call("GET", `/api/deals/${id}/next`)).body;
      return [text, act];
    };
    const shares = await sharesOf(id);
    expect(shares).toEqual([1667, 1667, 1666]);
    const [first, , third] = shares;
    await pay(id, (first ?? 0) * 100, amarasShares?.id ?? "", "2027-05-18");
    await pay(id, (third ?? 0) * 100, bensShares?.id ?? "", "2027-05-18");
    now = new Date("2027-05-22T09:00:00Z");
    const setNow = () => sql`select set_config('app.now', ${now.toISOString()}, false)`.execute(db);
    await setNow();
    const released = await amaras.call("POST", `/api/commitments/${danielsShares?.id}/release`, {
      reason: "Not paid.",
    });
    expect(released.status).toBe(200);
    expect(await next()).toEqual([
      "Offer the 667 freed shares to members who asked for more, or leave them out.",
      "freed",
    ]);
    const offered = await amaras.call("POST", `/api/deals/${id}/top-ups`, {});
    expect(offered.status).toBe(201);
    expect(await next()).toEqual(["667 freed shares are on offer until Sun 23 May 2027, 10:00.", null]);
    const early = await prepare(id);
    expect([early.status, early.body.code, early.body.detail]).toEqual([409, "act_not_ready", actMessages.sharesKept]);
    const taken = await bens("POST", `/api/commitments/${bensShares?.id}/top-up`, {
      top_up_id: offered.body.id,
      shares: 334,
    });
    expect(taken.status).toBe(200);
    expect((await next())[0]).toBe("333 freed shares are on offer until Sun 23 May 2027, 10:00.");
    // The time is over: what was taken is called, and the rest waits for whoever comes first until the list is signed.
    now = new Date("2027-05-23T09:00:00Z");
    expect((await next())[0]).toBe("Members are asked to pay on Mon 24 May 2027, 10:00.");
    await moveClock(club, (time) => (now = time), new Date("2027-05-24T09:00:00Z"));
    await setNow();
    await pay(id, 33_400, bensShares?.id ?? "", "2027-05-24");
    expect(await next()).toEqual([
      "What the closing list says is not so any more. Sign a new one. It leaves out 333 shares that members asked for.",
      "sign_closing",
    ]);
    const list = await prepared(id);
    expect(partSummary(await readAct(list, amaras), "wire")).toBe(
      "£3,667.00 to Fern Robotics Ltd, without 333 shares that members asked for",
    );
    expect((await signAct(amaras, list)).status).toBe(201);
    expect((await signAct(daniels, list)).status).toBe(201);
    const late = await amaras.call("POST", `/api/top-ups/${offered.body.id}/end`);
    expect([late.status, late.body.code]).toEqual([409, "top_up_closed"]);
  });
  it("Neither a second signature nor the clock breaks what was promised of shares on offer", async () => {
    const { id, commitments } = await called({ club_maximum_pence: 500_000 });
    const [amarasShares, danielsShares, bensShares] = commitments;
    for (const [place, commitment] of [amarasShares, danielsShares, bensShares].entries())
      if (commitment !== danielsShares)
        await pay(id, [166_700, 0, 166_600][place] ?? 0, commitment?.id ?? "", "2027-05-18");
    now = new Date("2027-05-22T09:00:00Z");
    await sql`select set_config('app.now', ${now.toISOString()}, false)`.execute(db);
    await amaras.call("POST", `/api/commitments/${danielsShares?.id}/release`, { reason: "Not paid." });
    // Made and signed by one before the shares were offered.
    const waiting = await prepared(id);
    expect((await signAct(amaras, waiting)).status).toBe(201);
    expect((await amaras.call("POST", `/api/deals/${id}/top-ups`, {})).status).toBe(201);
    const second = await signAct(daniels, waiting);
    expect([second.status, second.body.detail]).toEqual([409, actMessages.sharesKept]);
    const { id: topUp } = await db
      .selectFrom("top_ups")
      .select("id")
      .where("deal_id", "=", id)
      .executeTakeFirstOrThrow();
    expect((await amaras.call("POST", `/api/top-ups/${topUp}/end`)).status).toBe(200);
    const told = await db
      .selectFrom("notices")
      .select(["user_id", "text"])
      .where("kind", "=", "shares_offer_ended")
      .execute();
    expect(told.map(({ user_id }) => user_id).toSorted()).toEqual([amara.id, ben.id].toSorted());
    expect(told[0]?.text).toBe(
      "The club has ended the offer of freed shares of Fern Robotics Ltd before its time. What you took of it is yours; no more can be taken.",
    );
    expect((await signAct(daniels, waiting)).status).toBe(201);
    // Signed, and offered again before the company is paid.
    expect((await amaras.call("POST", `/api/deals/${id}/top-ups`, {})).status).toBe(201);
    expect((await partOf(waiting, "wire")).refusal).toBe("shares_kept");
    expect((await sighting(id, 333_300)).status).toBe(201);
    await runClock();
    expect((await partOf(waiting, "wire")).executed_at).toBeNull();
    now = new Date("2027-05-23T10:00:00Z");
    await runDealClock(club, id);
    expect((await partOf(waiting, "wire")).executed_at).not.toBeNull();
    const again = await amaras.call("POST", `/api/deals/${id}/top-ups`, {});
    expect([again.status, again.body.detail]).toEqual([
      409,
      "The company is paid or about to be, so no shares are offered any more.",
    ]);
  });
  it("The payer of a line is told who books it, and is asked for nothing but what a payer can do", async () => {
    const { id, commitments } = await called();
    const next = async (by: Signer) => {
      const { text, act } = (await by.call("GET", `/api/deals/${id}/next`)).body;
      // Tests before this one may have made a third admin.
      return [text.replaceAll("Another admin books", "Daniel Price books"), act];
    };
    const [, danielsShares, bensShares] = commitments;
    const { reference } = await db
      .selectFrom("commitments")
      .select("reference")
      .where("id", "=", commitments[0]?.id ?? "")
      .executeTakeFirstOrThrow();
    const own = { payer: "AMARA OKAFOR", reference: reference ?? "", booked_on: "2027-05-18" };
    await buildBankLine(db, { deal_id: id, amount_pence: 200_000, ...own }, now);
    expect(await next(amaras)).toEqual([
      "Bring the bank file: 2 payments of 3 due by Thu 20 May 2027, 10:00. Daniel Price books your payment of £2,000.00.",
      "bank_file",
    ]);
    expect(await next(daniels)).toEqual([
      "1 line of the bank waits for somebody else than who brought the file. Book it.",
      "lines",
    ]);
    for (const commitment of [danielsShares, bensShares]) await pay(id, 200_000, commitment?.id ?? "", "2027-05-18");
    expect(await next(amaras)).toEqual([
      "All have sent it. Daniel Price books your payment of £2,000.00. Then somebody else of the panel types the balance that the bank shows.",
      null,
    ]);
    await buildBankLine(db, { deal_id: id, amount_pence: 12_345, booked_on: "2027-05-18", reference: "HELLO" }, now);
    expect(await next(amaras)).toEqual([
      "1 line of the bank is not booked. Say what it is. Daniel Price books your payment of £2,000.00.",
      "lines",
    ]);
    expect(await next(daniels)).toEqual([
      "2 lines of the bank are not booked. Book 1 that is sure, and say what the other is.",
      "lines",
    ]);
    const { updated_at } = (await amaras.call("GET", `/api/deals/${id}`)).body;
    for (const by of [amaras, daniels])
      await by.call("POST", `/api/deals/${id}/transitions`, {
        to: "cancelled",
        reason: "The company has sold itself.",
        until: null,
        expected_version: updated_at,
      });
    expect((await next(amaras))[0]).toMatch(/^1 line of the bank is not booked\..* £2,000.00/);
  });
  it("What is to be sent back comes before the balance, also while the payment of who brought the file waits", async () => {
    const { id, commitments } = await called();
    const next = async (by: Signer) => (await by.call("GET", `/api/deals/${id}/next`)).body;
    const { reference } = await db
      .selectFrom("commitments")
      .select("reference")
      .where("id", "=", commitments[0]?.id ?? "")
      .executeTakeFirstOrThrow();
    const own = { payer: "AMARA OKAFOR", reference: reference ?? "", booked_on: "2027-05-18" };
    for (const { id: commitment } of commitments.slice(1)) await pay(id, 200_000, commitment, "2027-05-18");
    await pay(id, 99, commitments[2]?.id ?? "", "2027-05-18");
    await buildBankLine(db, { deal_id: id, amount_pence: 200_000, ...own }, now);
    const forDaniel = await next(daniels);
    expect([forDaniel.text, forDaniel.act]).toEqual([
      "1 line of the bank waits for somebody else than who brought the file. Book it.",
      "lines",
    ]);
    const forAmara = await next(amaras);
    expect(forAmara.text).toMatch(/^Send £0\.99 back to members, before the company is paid\. .* books your payment/);
    expect(forAmara.act).toBe("refund");
  });
  it("The next step asks what a line of the bank is before it asks for the next file", async () => {
    const { id } = await called();
    const next = async () => (await amaras.call("GET", `/api/deals/${id}/next`)).body;
    expect((await next()).text).toMatch("Bring the bank file: 3 payments of 3 due by");
    await buildBankLine(db, { deal_id: id, amount_pence: 12_345, booked_on: "2027-05-18", reference: "HELLO" }, now);
    expect(await next()).toMatchObject({
      text: "1 line of the bank is not booked. Say what it is.",
      act: "lines",
    });
  });
  it("No money leaves while the bank's balance differs from the list: admins are told, then members, then of its end", async () => {
    const { id, list, commitments } = await called();
    for (const { id: commitment } of commitments) await pay(id, 200_000, commitment, "2027-05-18");
    now = new Date("2027-05-19T15:00:00Z");
    expect((await partOf(list.id, "wire")).refusal).toBe("no_balance");
    const forged = await sighting(id, 400_000);
    expect([forged.status, forged.body.code, forged.body.detail]).toEqual([
      409,
      "balance_differs",
      expect.stringContaining("£2,000.00"),
    ]);
    const told = async (kind: "balance_differs" | "balance_agrees" = "balance_differs") => {
      const { rows } = await sql<{ user_id: string; text: string }>`
        select user_id, text from notices where kind = ${kind} and subject_id = ${id}
           and user_id = any (${[amara.id, daniel.id, ben.id]}::uuid[])`.execute(db);
      return { to: rows.map(({ user_id }) => user_id).toSorted(), texts: [...new Set(rows.map(({ text }) => text))] };
    };
    // A person who mistyped it has time to type it again.
    await pass(9 * 60 * 1000);
    expect((await told()).to).toEqual([]);
    await pass(2 * 60 * 1000);
    const differs =
      "Fern Robotics Ltd: the bank’s balance and the list of payments differ by £2,000.00. Nothing leaves the account until that is explained.";
    expect(await told()).toEqual({ to: [amara.id, daniel.id].toSorted(), texts: [differs] });
    await pass(23 * hour);
    expect((await told()).to).toHaveLength(2);
    await pass(hour);
    expect(await told()).toEqual({ to: [amara.id, daniel.id, ben.id].toSorted(), texts: [differs] });
    expect((await partOf(list.id, "wire")).refusal).toBe("balance_differs");
    expect((await sighting(id, 600_000, await createSigner(club, ben))).status).toBe(404);
    now = new Date("2027-05-20T16:00:00Z");
    expect((await sighting(id, 600_000)).status).toBe(201);
    await runClock();
    const agrees = {
      to: [amara.id, daniel.id, ben.id].toSorted(),
      texts: ["Fern Robotics Ltd: the bank’s balance and the list agree again since Thu 20 May 2027, 17:00."],
    };
    expect(await told("balance_agrees")).toEqual(agrees);
    await pass(2 * 24 * hour);
    expect([await told("balance_agrees"), (await told()).to.length]).toEqual([agrees, 3]);
    const payments = await db
      .selectFrom("outgoing_payments")
      .select(["kind", "state", "amount_pence"])
      .where("deal_id", "=", id)
      .execute();
    expect(payments).toEqual([{ kind: "wire", state: "approved", amount_pence: 600_000 }]);
  });
  it("The balance of two who both brought lines counts once both typed it", async () => {
    const { id, list, commitments } = await called({ panel: [amara, daniel] });
    for (const { id: commitment } of commitments) await pay(id, 200_000, commitment, "2027-05-18");
    now = new Date("2027-05-19T15:00:00Z");
    const bring = (by: { id: string }, digit: string) =>
      db
        .insertInto("bank_files")
        .values({
          deal_id: id,
          imported_by: by.id,
          imported_at: now,
          name: `${digit}.csv`,
          format: "starling",
          sha256: digit.repeat(64),
          lines: 1,
          new_lines: 1,
        })
        .execute();
    const others = async ({ call }: typeof amaras) => (await call("GET", `/api/deals/${id}/next`)).body;
    await bring(amara, "a");
    const refused = await sighting(id, 600_000, amaras);
    expect([refused.status, refused.body.reason]).toEqual([403, "same_account"]);
    await bring(daniel, "b");
    expect(await others(amaras)).toMatchObject({ act: "balance" });
    // A mistyped one is over as soon as the right one is typed.
    expect((await sighting(id, 599_982, amaras)).status).not.toBe(403);
    expect(await others(amaras)).toMatchObject({
      text: expect.stringMatching(/^The bank’s balance and the list differ/),
    });
    now = new Date(now.getTime() + 60_000);
    const first = await sighting(id, 600_000, amaras);
    expect([first.status, first.body.is_half]).toEqual([201, true]);
    expect((await partOf(list.id, "wire")).refusal).toBe("no_balance");
    expect((await sighting(id, 600_000, amaras)).status).toBe(403);
    expect(await others(amaras)).toMatchObject({
      text: "All have paid. To check the bank lines that you brought, somebody else of the panel types the balance that the bank shows.",
      act: null,
      waits_for: "others",
    });
    expect((await others(daniels)).act).toBe("balance");
    await pass(20 * 60 * 1000);
    const told = db
      .selectFrom("notices")
      .select("id")
      .where("kind", "=", "balance_differs")
      .where("subject_id", "=", id);
    expect(await told.execute()).toEqual([]);
    const second = await sighting(id, 600_000);
    expect([second.status, second.body.is_half]).toEqual([201, false]);
    expect((await partOf(list.id, "wire")).refusal).toBeNull();
  });
  it("A balance that was typed before a file was taken back does not count", async () => {
    const { id, list, commitments } = await called();
    for (const { id: commitment } of commitments) await pay(id, 200_000, commitment, "2027-05-18");
    now = new Date("2027-05-19T15:00:00Z");
    const file = await db
      .insertInto("bank_files")
      .values({
        deal_id: id,
        imported_at: now,
        name: "a.csv",
        format: "starling",
        sha256: "a".repeat(64),
        lines: 1,
        new_lines: 0,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    now = new Date("2027-05-19T15:05:00Z");
    expect((await sighting(id, 600_000)).status).toBe(201);
    expect((await partOf(list.id, "wire")).refusal).toBeNull();
    now = new Date("2027-05-19T15:10:00Z");
    expect((await amaras.call("POST", `/api/bank-files/${file.id}/take-back`)).status).toBe(204);
    expect((await partOf(list.id, "wire")).refusal).toBe("no_balance");
    expect((await sighting(id, 600_000)).status).toBe(201);
    expect((await partOf(list.id, "wire")).refusal).toBeNull();
  });
  it("The balance can be typed again while money is to be sent back, which is what is asked for next", async () => {
    const { id, list, commitments } = await called();
    for (const { id: commitment } of commitments) await pay(id, 200_000, commitment, "2027-05-18");
    now = new Date("2027-05-19T15:00:00Z");
    expect((await sighting(id, 590_000)).status).toBe(409);
    await pay(id, 1_000, commitments[2]?.id ?? "", "2027-05-19");
    expect((await partOf(list.id, "wire")).refusal).toBe("balance_differs");
    const next = (await amaras.call("GET", `/api/deals/${id}/next`)).body;
    expect([next.text, next.act]).toEqual(["Send £10.00 back to members, before the company is paid.", "refund"]);
    expect((await sighting(id, 601_000)).status).toBe(201);
    expect((await partOf(list.id, "wire")).refusal).toBe("refund_open");
  });
  it("Members are told nothing of a balance that was mistyped and is typed again within a day", async () => {
    const { id, commitments } = await called();
    for (const { id: commitment } of commitments) await pay(id, 200_000, commitment, "2027-05-18");
    now = new Date("2027-05-19T15:00:00Z");
    expect((await sighting(id, 600_100)).status).toBe(409);
    await pass(20 * hour);
    expect((await sighting(id, 600_000)).status).toBe(201);
    await pass(30 * hour);
    const { rows } = await sql<{ user_id: string }>`
      select user_id from notices where kind in ('balance_differs', 'balance_agrees') and subject_id = ${id}
         and user_id = any (${[amara.id, daniel.id, ben.id]}::uuid[])`.execute(db);
    expect(rows.map(({ user_id }) => user_id).toSorted()).toEqual([amara.id, daniel.id].toSorted());
  });
  it("Nobody is told of a balance that was mistyped and is typed again at once", async () => {
    const { id, commitments } = await called();
    for (const { id: commitment } of commitments) await pay(id, 200_000, commitment, "2027-05-18");
    now = new Date("2027-05-19T15:00:00Z");
    expect((await sighting(id, 600_100)).status).toBe(409);
    expect((await sighting(id, 600_000)).status).toBe(201);
    await pass(20 * 60 * 1000);
    const told = await db
      .selectFrom("notices")
      .select("id")
      .where("kind", "=", "balance_differs")
      .where("subject_id", "=", id)
      .execute();
    expect(told).toEqual([]);
  });
  it("The next step says before a list is signed that the account for fees is missing, where members pay fees", async () => {
    const lacks = async (id: string) => (await amaras.call("GET", `/api/deals/${id}/next`)).body.lacks_fee_account;
    const [free, paid] = [await ready({ fee_bp: 0 }), await ready({ fee_bp: 400 })];
    expect([await lacks(free.id), await lacks(paid.id)]).toEqual([false, true]);
    const value = JSON.stringify({ account_name: "Kindling Club Ltd", account_number: "11112222" });
    const proposal = db.insertInto("setting_proposals").values({ key: "fee_account", value }).returning("id");
    const { id } = await proposal.executeTakeFirstOrThrow();
    expect(await lacks(paid.id), "while another admin confirms it").toBe(false);
    await db.deleteFrom("setting_proposals").where("id", "=", id).execute();
    await db.insertInto("club_settings").values({ key: "fee_account", value }).execute();
    expect(await lacks(paid.id)).toBe(false);
    await db.deleteFrom("club_setting_revisions").where("key", "=", "fee_account").execute();
    await db.deleteFrom("club_settings").where("key", "=", "fee_account").execute();
  });
  it("A list has the account for fees of the settings, and sends nothing to another", async () => {
    const account = {
      account_name: "Kindling Club Ltd",
      sort_code: "20-00-01",
      account_number: "11112222",
      bank: "Barclays",
    };
    const setAccount = (change: object) => {
      const value = JSON.stringify({ ...account, ...change });
      return db
        .insertInto("club_settings")
        .values({ key: "fee_account", value })
        .onConflict((row) => row.column("key").doUpdateSet({ value }))
        .execute();
    };
    await setAccount({});
    const { id, list, commitments } = await called({ fee_bp: 400 });
    const { content } = (await daniels.call("GET", `/api/acts/${list.id}`)).body;
    expect(content.fees).toEqual({ pence: 24_000, account });
    expect((await bens("GET", `/api/acts/${list.id}`)).body.content.fees.account).toEqual({
      account_name: "Kindling Club Ltd",
      bank: "Barclays",
    });
    expect(partSummary({ content }, "fees")).toBe("£240.00 to Kindling Club Ltd, 20-00-01, 11112222, Barclays");
    for (const { id: commitment } of commitments) await pay(id, 208_000, commitment, "2027-05-18");
    await setAccount({ account_number: "33334444" });
    now = new Date("2027-05-19T15:00:00Z");
    expect((await sighting(id, 624_000)).status).toBe(201);
    await runClock();
    const kinds = await db.selectFrom("outgoing_payments").select("kind").where("deal_id", "=", id).execute();
    expect([kinds, (await partOf(list.id, "fees")).executed_at]).toEqual([[{ kind: "wire" }], null]);
    const next = await amaras.call("GET", `/api/deals/${id}/next`);
    expect(next.body.text).toBe("Pay £6,000.00 to Fern Robotics Ltd, then bring the bank file.");
    await db.deleteFrom("club_setting_revisions").where("key", "=", "fee_account").execute();
    await db.deleteFrom("club_settings").where("key", "=", "fee_account").execute();
  });
  it("The club is paid its fees less what it bears of them, then or once it can, by the same list or a new one", async () => {
    const { id, list, commitments } = await called({ fee_bp: 400 });
    for (const { id: commitment } of commitments) await pay(id, 208_000, commitment, "2027-05-18");
    const charge = await buildBankLine(db, { deal_id: id, amount_pence: -35, booked_on: "2027-05-18" }, now);
    const borne = JSON.stringify([{ kind: "club_bears", amount_pence: 35 }]);
    await club.asOwner(null, (tx) => sql`select match_bank_line(${charge}, ${borne}::jsonb, 'A charge.')`.execute(tx));
    now = new Date("2027-05-19T15:00:00Z");
    expect((await sighting(id, 623_965)).status).toBe(201);
    const payments = () =>
      db
        .selectFrom("outgoing_payments")
        .select(["id", "kind", "state", "amount_pence"])
        .where("deal_id", "=", id)
        .orderBy("id")
        .execute();
    await runClock();
    const [wire, fee] = await payments();
    expect([wire, fee]).toMatchObject([
      { kind: "wire", state: "approved", amount_pence: 600_000 },
      { kind: "fee", state: "approved", amount_pence: 23_965 },
    ]);
    expect((await partOf(list.id, "fees")).executed_at).not.toBeNull();
    // The company is paid, and the payment of the fees is cancelled: a new list has the fees alone.
    const line = await buildBankLine(db, { deal_id: id, amount_pence: -600_000, booked_on: "2027-05-19" }, now);
    const paid = JSON.stringify([{ kind: "wire", payment_id: wire?.id, amount_pence: 600_000 }]);
    await club.asOwner(null, (tx) => sql`select match_bank_line(${line}, ${paid}::jsonb, 'Paid.')`.execute(tx));
    const next = async () => (await amaras.call("GET", `/api/deals/${id}/next`)).body;
    expect(await next()).toMatchObject({
      text: "Pay £239.65 of fees to the club, then bring the bank file.",
      act: "bank_file",
    });
    expect((await amaras.call("POST", `/api/outgoing-payments/${fee?.id}/cancel`)).status).toBe(200);
    expect(await next()).toMatchObject({
      text: "£239.65 of fees are left for the club. Sign a new closing list for them.",
      act: "sign_closing",
    });
    const again = await signByTwo(id, "closing", [amaras, daniels]);
    expect(again.content.parts).toEqual(["fees", "completion"]);
    await runClock();
    expect((await payments()).at(-1)).toMatchObject({ kind: "fee", state: "approved", amount_pence: 23_965 });
  });
  it("The next step says what goes back to members once the company is paid, before the papers", async () => {
    const { id, commitments } = await called();
    const next = async (by = amaras) => (await by.call("GET", `/api/deals/${id}/next`)).body.text;
    for (const { id: commitment } of commitments) await pay(id, 200_000, commitment, "2027-05-18");
    now = new Date("2027-05-19T15:00:00Z");
    expect((await sighting(id, 600_000)).status).toBe(201);
    await runClock();
    const wire = await db
      .selectFrom("outgoing_payments")
      .select("id")
      .where("deal_id", "=", id)
      .where("kind", "=", "wire")
      .executeTakeFirstOrThrow();
    await pastTriggers(
      "company_accounts",
      sql`update company_accounts set account_name = 'FR Client Money' where deal_id = ${id}`,
    );
    const payer = "FR CLIENT MONEY";
    const line = await buildBankLine(db, { deal_id: id, amount_pence: -600_000, booked_on: "2027-05-19", payer }, now);
    // The bank names the account that two have signed, not the company.
    const { items: lines } = (await amaras.call("GET", `/api/deals/${id}/bank-lines`)).body;
    expect(lines).toMatchObject([{ grade: "sure", payment_id: wire.id }]);
    const paid = JSON.stringify([{ kind: "wire", payment_id: wire.id, amount_pence: 600_000 }]);
    await club.asOwner(null, (tx) => sql`select match_bank_line(${line}, ${paid}::jsonb, 'Paid.')`.execute(tx));
    expect(await next()).toBe("Drop the four signed documents: 4 missing.");
    await pay(id, 1_000, commitments[2]?.id ?? "", "2027-05-19");
    expect(await next()).toBe("Send £10.00 back to members.");
    const refund = { commitment_id: commitments[2]?.id, amount_pence: 1_000, reason: "Sent twice." };
    const proposed = await amaras.call("POST", `/api/deals/${id}/refunds`, refund);
    expect(proposed.status).toBe(201);
    expect(await next()).toBe("Drop the four signed documents: 4 missing.");
    expect(await next(daniels)).toBe("Approve that £10.00 is sent back.");
    const { payments } = (await daniels.call("GET", `/api/deals/${id}/closing`)).body;
    const { id: payment } = payments.find(({ kind }: { kind: string }) => kind === "refund");
    expect((await daniels.call("POST", `/api/outgoing-payments/${payment}/approve`)).status).toBe(200);
    expect(await next()).toBe("Send £10.00 back as approved, then bring the bank file.");
  });
  it("An account was confirmed when it was called back, not when the clock carried the list out", async () => {
    const { id } = await ready();
    const signed = now;
    await signByTwo(id, "closing", [amaras, daniels]);
    now = new Date(closed.getTime() + 3 * hour);
    await runDealClock(club, id);
    const { company_account } = (await amaras.call("GET", `/api/deals/${id}/completion`)).body;
    expect(company_account).toMatchObject({ current: { confirmed_at: signed.toISOString() } });

    // A later list has the same account once more, signed by the same person.
    const later = JSON.stringify({ signed_at: new Date(now.getTime() + hour) });
    await sql`with list as (
        insert into acts select (jsonb_populate_record(a, jsonb_build_object('id', app_uuid_v7(), 'number', 9, 'state', 'executed'))).*
          from acts a where a.deal_id = ${id} and a.kind = 'closing' returning id)
      insert into act_signatures
      select (jsonb_populate_record(s, jsonb_build_object('id', app_uuid_v7(), 'act_id', list.id) || ${later}::jsonb)).*
        from act_signatures s join acts a on a.id = s.act_id cross join list
       where a.deal_id = ${id} and a.kind = 'closing'`.execute(db);
    const again = (await amaras.call("GET", `/api/deals/${id}/completion`)).body;
    expect(again.company_account).toMatchObject({ current: { confirmed_at: signed.toISOString() } });
  });
  it("A company whose account is new is paid a day later, and one with the last round's account at once", async () => {
    const { list } = await called();
    expect((await partOf(list.id, "wire")).not_before).not.toBeNull();
    expect(list.content.company_account?.is_new).toBe(true);
  });
});

describe("The offer", () => {
  it("An offer of the only admin is carried out a day later, and one of an admin who was not alone never", async () => {
    const alone = await openTestApp({ now: () => now, hasLastingSessions: true });
    await setDeals(alone.db);
    const person = await buildAdmin(alone.db, { full_name: "Sole Founder" });
    const signer = await createSigner(alone, person);
    const deal = await buildDeal(alone.db, { state: "preparing", author_id: person.id });
    const frozen = await signer.call("POST", `/api/deals/${deal.id}/versions`, { checklist: [...checklistItems] });
    expect(frozen.status).toBe(201);
    const { body: offer } = await signer.call("POST", `/api/deals/${deal.id}/acts`, { kind: "offer" });
    expect((await signAct(signer, offer.id)).status).toBe(201);
    const stateOf = async () => (await signer.call("GET", `/api/deals/${deal.id}`)).body.state;
    const tick = async (hours: number) => {
      const to = new Date(now.getTime() + hours * hour);
      await alone.asOwner(null, async (_tx, effects) => effects.schedule("deal-clock", { deal_id: deal.id }, to));
      await moveClock(alone, (time) => (now = time), to);
    };
    await tick(23);
    expect(await stateOf()).toBe("preparing");
    await tick(1);
    expect(await stateOf()).not.toBe("preparing");
  });
  it("An offer cannot be signed while the terms are newer than the frozen page", async () => {
    const { id } = await buildDeal(db, { state: "preparing", author_id: amara.id });
    const freeze = () => amaras.call("POST", `/api/deals/${id}/versions`, { checklist: [...checklistItems], panel });
    const panel = [amara, daniel].map(({ id: user_id }) => ({ user_id }));
    expect((await freeze()).status).toBe(201);
    const first = await prepared(id, amaras, "offer");
    expect((await signAct(amaras, first)).status).toBe(201);
    const terms = await db.selectFrom("deal_terms").selectAll().where("deal_id", "=", id).executeTakeFirstOrThrow();
    await db
      .insertInto("deal_terms")
      .values({
        ...terms,
        id: undefined,
        number: 2,
        conflicts: "A cousin of a founder.",
        use_of_funds: JSON.stringify(terms.use_of_funds),
        risks: JSON.stringify(terms.risks),
      })
      .execute();
    expect((await signAct(daniels, first)).body.code).toBe("act_changed");
    const { status, body } = await prepare(id, amaras, "offer");
    expect([status, body.code, body.detail]).toEqual([409, "act_not_ready", actMessages.newerTerms]);
    const next = await amaras.call("GET", `/api/deals/${id}/next`);
    expect(next.body).toMatchObject({ act: "freeze" });
    expect((await freeze()).status).toBe(201);
    const second = await prepared(id, amaras, "offer");
    expect((await signAct(daniels, second)).status).toBe(201);
  });
  it.each([
    ["of terms that close in five days expires with them", 5, 5],
    ["of terms that close in twenty days expires after fourteen", 20, 14],
    ["of terms that have closed, for members who are asked again, expires after fourteen days", -1, 14],
  ])("An offer %s", async (_, closesIn, expiresIn) => {
    const inDays = (days: number) => new Date(now.getTime() + days * 24 * hour);
    const { id } = await buildDeal(db, {
      state: "preparing",
      author_id: amara.id,
      at: inDays(-4),
      terms: { opens_at: inDays(-3), priority_until: inDays(-3), closes_at: inDays(closesIn) },
    });
    const panel = [amara, daniel].map(({ id: user_id }) => ({ user_id }));
    await amaras.call("POST", `/api/deals/${id}/versions`, { checklist: [...checklistItems], panel });
    const offer = await prepared(id, amaras, "offer");
    expect((await signAct(amaras, offer)).status).toBe(201);
    const { body } = await amaras.call("GET", `/api/acts/${offer}`);
    expect([body.state, body.expires_at]).toEqual(["waiting", inDays(expiresIn).toISOString()]);
  });
  it("An offer has a panel of two to four, one of them an admin", async () => {
    const { id } = await buildDeal(db, { state: "preparing", author_id: amara.id });
    const freeze = (panel: readonly Person[]) =>
      amaras.call("POST", `/api/deals/${id}/versions`, {
        checklist: [...checklistItems],
        panel: panel.map(({ id: user_id }) => ({ user_id })),
      });
    for (const panel of [[amara], [ruth], [amara, ben]])
      expect((await freeze(panel)).body.errors?.[0]?.path).toBe("panel");
    expect((await freeze([amara, daniel, ruth])).status).toBe(201);
  });
});

describe("What comes next", () => {
  const next = async (id: string, by: Signer = amaras) => (await by.call("GET", `/api/deals/${id}/next`)).body;

  it("The next step is to write what is empty, then to freeze the page", async () => {
    const { id } = await buildDeal(db, { state: "diligence" });
    await db.updateTable("deals").set({ state: "preparing" }).where("id", "=", id).execute();
    expect(await next(id)).toMatchObject({ text: "Say who signs for this deal, and sign the offer.", act: "freeze" });
    await db.updateTable("deals").set({ page: "{}" }).where("id", "=", id).execute();
    expect(await next(id)).toMatchObject({
      text: "Write the page. Then sign the offer.",
      act: "prepare",
    });
  });
  it("The next step of an admin who does not sign for the deal names who signs, and is no signature of theirs", async () => {
    const { id } = await ready({ panel: [amara, daniel] });
    const other = await club.as(await buildAdmin(db, { full_name: "Olive Other" }));
    expect((await next(id)).act).toBe("sign_closing");
    expect((await other("GET", `/api/deals/${id}/next`)).body).toMatchObject({
      text: "Shares are worked out for 3 people. Amara Okafor or Daniel Price can sign the closing list.",
      act: null,
      waits_for: "others",
    });
  });
  it("The next step is no signature of somebody announced less than a week ago, and says from when they sign", async () => {
    const greta = await buildAdmin(db, { full_name: "Greta Stone" });
    const told = new Date(now.getTime() - 24 * hour);
    await pastTriggers("signatories", sql`update signatories set announced_at = ${told} where user_id = ${greta.id}`);
    const { id } = await ready({ panel: [amara, daniel, ruth, greta] });
    expect((await next(id)).act).toBe("sign_closing");
    const asGreta = await club.as(greta);
    expect((await asGreta("GET", `/api/deals/${id}/next`)).body).toMatchObject({
      text: "Shares are worked out for 3 people. Sign the closing list. You can sign from Sun 23 May 2027, 17:00, if nobody objects.",
      act: null,
      waits_for: "time",
    });
  });
});

describe("What comes next without the company's account", () => {
  it("The next step says who was asked for the company's account and since when, and still lets an admin enter it", async () => {
    const { id } = await ready();
    await db.deleteFrom("company_accounts").where("deal_id", "=", id).execute();
    const text = async () => (await amaras.call("GET", `/api/deals/${id}/next`)).body;
    const shares = "Shares are worked out for 3 people.";
    const then = "Then sign the closing list.";
    expect(await text()).toMatchObject({
      text: `${shares} Ask the company for its account, or enter it. ${then}`,
      act: "company_account",
    });
    const asked = { name: "Jo Fern", email: "jo@fern.example" };
    await amaras.call("POST", `/api/deals/${id}/company-account-requests`, asked);
    expect(await text()).toMatchObject({
      text: `${shares} Jo Fern was asked for the company’s account on 17 May 2027, by a link until 31 May 2027. You can also enter it. ${then}`,
      act: "company_account",
    });
    now = new Date("2027-06-01T09:00:00Z");
    expect((await text()).text).toBe(
      `${shares} Jo Fern was asked for the company’s account on 17 May 2027 and did not enter it by 31 May 2027. Ask again, or enter it. ${then}`,
    );
    now = closed;
    await db.deleteFrom("collection_accounts").where("deal_id", "=", id).execute();
    expect((await text()).text).toBe(
      `${shares} Enter the account that members pay to. Jo Fern was asked for the company’s account on 17 May 2027, by a link until 31 May 2027. ${then}`,
    );
  });
});

describe("At the same time", () => {
  it("Two who sign second at once make one list, and one of them is told that it is closed", async () => {
    const { id } = await ready();
    const act = await prepared(id);
    await signAct(amaras, act);
    const answers = await meetAtRow(db, "deals", id, [() => signAct(daniels, act), () => signAct(ruths, act)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    await runClock();
    expect(await sharesOf(id)).toEqual([2000, 2000, 2000]);
  });
  it("Two who prepare at once leave one list open, and two clocks carry it out once", async () => {
    const { id } = await ready();
    const answers = await meetAtRow(db, "deals", id, [() => prepare(id), () => prepare(id, daniels)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const open = db
      .selectFrom("acts")
      .select("id")
      .where("deal_id", "=", id)
      .where("state", "in", ["prepared", "waiting"]);
    expect(await open.execute()).toHaveLength(1);
    await signByTwo(id, "closing", [amaras, daniels]);
    await Promise.all([runDealClock({ ...club, log: silentLog }, id), runDealClock({ ...club, log: silentLog }, id)]);
    expect(await sharesOf(id)).toEqual([2000, 2000, 2000]);
    const kinds = (await club.auditOf(id, "kind")).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "allocation_confirmed")).toHaveLength(1);
  });
  it("A clock that ends between any two steps is followed by one that does the rest, once", async () => {
    const { id } = await ready();
    await signByTwo(id, "closing", [amaras, daniels]);
    for (const failing of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      let steps = 0;
      const asOwner: typeof club.asOwner = (actorId, work) => {
        steps += 1;
        if (steps === failing) return Promise.reject(new Error("killed"));
        return club.asOwner(actorId, work);
      };
      await expect(runDealClock({ ...club, asOwner, log: silentLog }, id)).rejects.toThrow("killed");
    }
    await runDealClock({ ...club, log: silentLog }, id);
    expect(await sharesOf(id)).toEqual([2000, 2000, 2000]);
    const kinds = (await club.auditOf(id, "kind")).map(({ kind }) => kind);
    expect(
      kinds.filter((kind) => kind === "allocation_confirmed" || kind === "company_account_confirmed"),
    ).toHaveLength(2);
  });
});

describe("A deal that was open before there were lists", () => {
  it("A deal from before there were lists has its standing admins as the panel, who sign three days after the update", async () => {
    const { id } = await ready({ panel: [] });
    const migration = readFileSync("db/migrations/0004_acts.sql", "utf8");
    const [statement] = /insert into deal_panel[^;]+;/.exec(migration) ?? [];
    const others = await db.selectFrom("deal_panel").select("id").execute();
    expect(others.length).toBeGreaterThan(0);
    await db.transaction().execute(async (tx) => {
      await sql.raw((statement ?? "").replace("where d.state in", `where d.id = '${id}' and d.state in`)).execute(tx);
    });
    const rows = await db
      .selectFrom("deal_panel")
      .select(["name", "capacity", "signs_from"])
      .where("deal_id", "=", id)
      .execute();
    expect(rows.length).toBeGreaterThanOrEqual(2);
    expect(rows.map(({ name }) => name)).toContain("Amara Okafor");
    const days = rows.map(({ signs_from }) => Math.round(((signs_from?.getTime() ?? 0) - Date.now()) / (24 * hour)));
    expect(new Set(days)).toEqual(new Set([3]));
  });
});

describe("What a signer takes part with", () => {
  const partsOf = async (actId: string) =>
    (
      await db
        .selectFrom("act_signatures")
        .select(["name", "takes_part_pence"])
        .where("act_id", "=", actId)
        .orderBy("name")
        .execute()
    ).map(({ name, takes_part_pence }) => [name, takes_part_pence]);

  it("is what the shares cost, without the fee, as the limit that members read", async () => {
    const { id } = await ready({ panel: [amara, daniel], fee_bp: 400 });
    await enterPartner(id, amaras);
    const list = await signByTwo(id, "closing", [amaras, daniels]);
    expect(await partsOf(list.id)).toEqual([
      ["Amara Okafor", 200_000],
      ["Daniel Price", 200_000],
    ]);
  });
});

describe("A list of before each account had its own call back", () => {
  it("An old list copies its second signer's note to each new account, and no note to an account that was known", async () => {
    const { id } = await ready({ panel: [amara, daniel] });
    await enterPartner(id, amaras);
    const list = await signByTwo(id, "closing", [amaras, daniels]);
    const known = await ready({ panel: [amara, daniel] });
    const before = sql.raw(`
      alter table act_signatures disable trigger keep_act;
      alter table act_signatures add column call_back_note text;
      update act_signatures set call_back_note = 'Jo Fern.' where call_backs <> '{}';
      alter table act_signatures drop column call_backs;
      update collection_accounts set call_back_note = 'The same account as in the last deal.' where deal_id = '${known.id}'`);
    const migration = sql.raw(readFileSync("db/migrations/0044_call_backs.sql", "utf8"));
    const kept = new Error("undone");
    await db
      .transaction()
      .execute(async (tx) => {
        await before.execute(tx);
        await migration.execute(tx);
        const signatures = await tx
          .selectFrom("act_signatures")
          .select("call_backs")
          .where("act_id", "=", list.id)
          .orderBy("signed_at")
          .orderBy("id")
          .execute();
        expect(signatures.map(({ call_backs }) => call_backs)).toEqual([
          {},
          { collection_account: "Jo Fern.", company_account: "Jo Fern." },
        ]);
        const accounts = tx.selectFrom("collection_accounts").select("call_back_note").where("deal_id", "=", known.id);
        expect(await accounts.execute()).toEqual([{ call_back_note: null }]);
        throw kept;
      })
      .catch((error: unknown) => expect(error).toBe(kept));
  });
});
