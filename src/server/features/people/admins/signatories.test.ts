import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment, buildHeldRound } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, buildInvitation, buildPerson, type Person } from "#server/sample/builders.ts";
import type { SignatoryNews } from "#shared/people/signatory-messages.ts";
import { buildBankLine } from "#tests/support/build-allocated-deal.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { type Call, createTestApp, type TestApp } from "#tests/support/test-app.ts";
import { signatoryJobs } from "../index.ts";

const day = 24 * 60 * 60 * 1000;
const start = new Date("2027-02-01T12:00:00Z");
let now = start;

/** A club of its own, with so many admins who have been standing for long. */
async function openClub(admins: number, work: (club: TestApp, calls: Call[], people: Person[]) => Promise<void>) {
  now = start;
  const club = await createTestApp({ now: () => now, hasLastingSessions: true });
  try {
    const people: Person[] = [];
    const calls: Call[] = [];
    for (const full_name of ["Amara Okafor", "Daniel Achebe", "Eleanor Marsh"].slice(0, admins)) {
      const person = await buildAdmin(club.db, { full_name });
      people.push(person);
      calls.push(await club.as(person));
    }
    await work(club, calls, people);
  } finally {
    await club.close();
  }
}

const propose = (by: Call, { id: user_id }: Pick<Person, "id">, capacity = "admin") =>
  by("POST", "/api/signatories", { user_id, capacity, how_known: "We ran a school together." });
const confirm = (by: Call, id: string) => by("POST", `/api/signatories/${id}/confirmation`);
const listed = async (by: Call, { id }: Pick<Person, "id">) =>
  (await by("GET", "/api/signatories")).body.items.find(({ user_id }: { user_id: string }) => user_id === id);

/** Money of nobody known, which is to leave. @returns how somebody else approves it. */
async function proposeReturn(club: TestApp, by: Call) {
  const { id } = await buildDeal(club.db, { state: "closing" });
  const amount_pence = 50_000;
  const line = { deal_id: id, amount_pence, booked_on: now.toISOString().slice(0, 10) };
  const bank_line_id = await buildBankLine(club.db, line, now);
  const parts = [{ kind: "unidentified", amount_pence }];
  await by("POST", `/api/bank-lines/${bank_line_id}/match`, { parts, reason: "Of nobody." });
  const proposed = await by("POST", `/api/deals/${id}/returns`, { bank_line_id, amount_pence, reason: "Of nobody." });
  expect(proposed.status).toBe(201);
  return async (second: Call) => second("POST", `/api/outgoing-payments/${proposed.body.id}/approve`);
}

/** Runs the job that the change scheduled. @returns who has its notice and mail. */
const told = async (club: TestApp, signatory_id: string, news: SignatoryNews) => {
  const { rows: queued } = await sql`select from pgboss.job where name = 'signatory-news'
     and data->>'signatory_id' = ${signatory_id} and data->>'news' = ${news}`.execute(club.db);
  expect(queued).toHaveLength(1);
  await signatoryJobs["signatory-news"].run(club, { signatory_id, news });
  const { rows } = await sql<{ user_id: string }>`
    select user_id from notices n where kind in (${`signatory_${news}`}, ${`own_signatory_${news}`})
       and exists (select from pgboss.job j where j.name = 'mail' and j.data->>'template' = 'signatory-news'
                                              and j.data->>'user_id' = n.user_id::text)
     order by user_id`.execute(club.db);
  return rows.map(({ user_id }) => user_id);
};

describe("An admin", () => {
  it("An admin is proposed by one and confirmed by another, has the rights then and is standing a week later", () =>
    openClub(2, async (club, [amara, daniel], people) => {
      const investor = await buildInvestor(club.db);
      const { id: deal_id, terms_id } = await buildDeal(club.db);
      await buildCommitment(club.db, { deal_id, terms_id, record_id: investor.record_id });
      const mina = await buildPerson(club.db, { full_name: "Mina Castell" });
      const theirs = await club.as(mina);
      const proposed = await propose(amara as Call, mina);
      expect([proposed.status, proposed.body.proposed_by_name, proposed.body.can.confirm]).toEqual([
        201,
        "Amara Okafor",
        false,
      ]);
      const { id } = proposed.body;
      expect((await confirm(amara as Call, id)).body).toMatchObject({ status: 403, reason: "same_account" });
      expect((await confirm(theirs, id)).body).toMatchObject({ status: 403, reason: "same_account" });
      expect((await theirs("GET", "/api/invitations")).status).toBe(403);
      const confirmed = await confirm(daniel as Call, id);
      expect(confirmed.body).toMatchObject({
        confirmed_by_name: "Daniel Achebe",
        standing_since: null,
        stands_from: "2027-02-08T12:00:00.000Z",
      });
      expect((await theirs("GET", "/api/invitations")).status).toBe(200);
      expect(await told(club, id, "announced")).toEqual([...people, investor, mina].map((person) => person.id).sort());
      const mails = await takeMails(club);
      const [own, others] = [true, false].map((isOwn) =>
        mails.filter(({ to, subject }) => subject.includes("announced") && (to === mina.email) === isOwn),
      );
      expect(own?.map(({ subject }) => subject)).toEqual(["Kindling: You are announced as an admin"]);
      expect(own?.[0]?.text).toContain("persons who sign for the club’s money from 8 February 2027, 12:00.");
      expect(own?.[0]?.text).not.toMatch(/, object\.|Mina Castell (is|can)/);
      expect(others?.map(({ subject }) => subject)).toEqual(
        [...people, investor].map(() => "Kindling: Mina Castell is announced as an admin"),
      );
      const { body: bell } = await theirs("GET", "/api/notices");
      expect(bell.items[0].text).toBe(
        "You are announced as an admin; you can sign for money from 8 February 2027, 12:00, if nobody objects.",
      );
      const approved = await proposeReturn(club, amara as Call);
      expect((await approved(theirs)).body).toMatchObject({ code: "second_person_required", reason: "not_standing" });
      now = new Date(start.getTime() + 7 * day - 1);
      expect((await approved(theirs)).body.reason).toBe("not_standing");
      now = new Date(start.getTime() + 7 * day);
      expect((await listed(amara as Call, mina)).standing_since).toBe("2027-02-08T12:00:00.000Z");
      expect((await approved(theirs)).status).toBe(200);
    }));

  it("An admin reads with a waiting item from when they can confirm it, and the author from when another can", () =>
    openClub(1, async (club, [amara]) => {
      const second = await buildAdmin(club.db, {
        full_name: "Mina Castell",
        announced_at: new Date(start.getTime() - day),
      });
      const theirs = await club.as(second);
      const { company_id } = await buildHeldRound(club.db, {
        code: "FRN",
        called_on: "2027-01-11",
        wired_on: "2027-01-18",
        issued_on: "2027-01-19",
        terms: { price: "1.24", scheme: "EIS" },
        members: [
          { record_id: (await buildInvestor(club.db)).record_id, tier: "vip", shares: 100, paid_on: "2027-01-14" },
        ],
      });
      const path = `/api/companies/${company_id}`;
      const price = { basis: "nil", price: "0", as_of: "2027-01-25", source: "A letter of the liquidator." };
      expect((await amara?.("POST", `${path}/valuations`, price))?.status).toBe(201);
      const split = {
        new_shares: 10,
        old_shares: 1,
        share_class: null,
        effective_on: "2027-01-26",
        source: "A resolution.",
      };
      expect((await amara?.("POST", `${path}/share-actions`, split))?.status).toBe(201);
      const from = "2027-02-07T12:00:00.000Z";
      for (const list of ["valuations", "share-actions"]) {
        const read = async (by: Call | undefined) => (await by?.("GET", `${path}/${list}`))?.body.items[0];
        const [asker, other] = [await read(amara), await read(theirs)];
        expect([asker.refusal, asker.confirmable_from]).toEqual(["same_account", from]);
        expect([other.refusal, other.confirmable_from, other.can.confirm]).toEqual(["not_standing", from, false]);
        now = new Date(from);
        const after = await read(theirs);
        expect([after.refusal, after.confirmable_from, after.can.confirm]).toEqual([null, null, true]);
        expect((await read(amara)).confirmable_from).toBe(null);
        now = start;
      }
    }));

  it("An admin is not standing while somebody who was told objects, which all see, and is once that is withdrawn", () =>
    openClub(2, async (club, [amara, daniel], people) => {
      const mina = await buildPerson(club.db, { full_name: "Mina Castell" });
      const stranger = await club.as(await buildPerson(club.db));
      const { id } = (await propose(amara as Call, mina)).body;
      await confirm(daniel as Call, id);
      const reason = { reason: "I met nobody of this name." };
      expect((await stranger("POST", `/api/signatories/${id}/objection`, reason)).status).toBe(403);
      expect((await daniel?.("POST", `/api/signatories/${id}/objection`, reason))?.status).toBe(200);
      expect(await told(club, id, "objected")).toContain(people[0]?.id);
      now = new Date(start.getTime() + 8 * day);
      expect(await listed(stranger, mina)).toMatchObject({
        standing_since: null,
        is_objected_to: true,
        email: null,
        objections: [{ by_name: "Daniel Achebe", reason: "I met nobody of this name.", withdrawn_at: null }],
      });
      expect((await daniel?.("DELETE", `/api/signatories/${id}/objection`))?.status).toBe(200);
      expect((await listed(stranger, mina)).standing_since).toBe("2027-02-09T12:00:00.000Z");
      expect((await daniel?.("POST", `/api/signatories/${id}/objection`, reason))?.body.code).toBe("revision_conflict");
    }));

  it("An admin is removed by two, at once, and never by one", () =>
    openClub(3, async (club, [amara, daniel, eleanor], people) => {
      const { id } = await listed(amara as Call, people[2] as Person);
      expect((await amara?.("POST", `/api/signatories/${id}/end`, { reason: "She moved." }))?.status).toBe(200);
      const end = `/api/signatories/${id}/end/confirmation`;
      expect((await amara?.("POST", end))?.body.reason).toBe("same_account");
      expect((await eleanor?.("POST", end))?.body.reason).toBe("same_account");
      expect((await eleanor?.("GET", "/api/invitations"))?.status).toBe(200);
      expect((await daniel?.("POST", end))?.status).toBe(204);
      expect((await eleanor?.("GET", "/api/invitations"))?.status).toBe(403);
      expect(await told(club, id, "ended")).toContain((people[1] as Person).id);
    }));

  it("A proposed admin is refused with a reason by either admin, and is in no list then", () =>
    openClub(2, async (club, [amara, daniel]) => {
      const mina = await buildPerson(club.db);
      for (const by of [daniel as Call, amara as Call]) {
        const { id } = (await propose(amara as Call, mina)).body;
        expect((await by("POST", `/api/signatories/${id}/refusal`, { reason: "I do not know her." })).status).toBe(204);
        expect(await listed(amara as Call, mina)).toBeUndefined();
        expect((await confirm(daniel as Call, id)).status).toBe(404);
      }
      expect((await (await club.as(mina))("GET", "/api/invitations")).status).toBe(403);
    }));

  it("An admin of ADMIN_EMAILS is announced at registration, waits a week and is removed by the setting alone", () =>
    openClub(1, async (club, [amara]) => {
      now = new Date();
      await club.db.insertInto("admin_emails").values({ email: "founder@castell.example" }).execute();
      const founder = await buildPerson(club.db, { email: "founder@castell.example" });
      const row = await listed(amara as Call, founder);
      expect(row).toMatchObject({ origin: "setting", standing_since: null, can: { propose_end: false, object: true } });
      const { rows } = await sql<{ since: Date }>`select announced_at as since from signatories
        where user_id = ${founder.id}`.execute(club.db);
      now = new Date((rows[0]?.since.getTime() ?? 0) + 7 * day);
      expect((await (await proposeReturn(club, amara as Call))(await club.as(founder))).status).toBe(200);
      await club.db.deleteFrom("admin_emails").execute();
      expect(await listed(amara as Call, founder)).toBeUndefined();
    }));
});

describe("A second signatory", () => {
  it("A second signatory is standing a week later, and has no rights of an admin", () =>
    openClub(2, async (club, [amara, daniel]) => {
      const ruth = await buildPerson(club.db, { full_name: "Ruth Bell" });
      const { id } = (await propose(amara as Call, ruth, "second")).body;
      await confirm(daniel as Call, id);
      now = new Date(start.getTime() + 7 * day);
      const hers = await club.as(ruth);
      expect((await listed(hers, ruth)).standing_since).toBe("2027-02-08T12:00:00.000Z");
      expect((await hers("GET", "/api/invitations")).status).toBe(403);
      // They confirm whom one of two admins proposes.
      const mina = await buildPerson(club.db);
      expect((await confirm(hers, (await propose(amara as Call, mina)).body.id)).status).toBe(200);
    }));

  it("A second signatory stays when the proposed end is taken back, and is removed by an admin and two members", () =>
    openClub(1, async (club, [amara], [admin]) => {
      const old = { created_at: new Date("2026-01-01T12:00:00Z"), decided_by: (admin as Person).id };
      const ruth = await buildPerson(club.db, { full_name: "Ruth Bell" });
      const [one, two] = [
        await club.as(await buildPerson(club.db, old)),
        await club.as(await buildPerson(club.db, old)),
      ];
      const { id } = (await propose(amara as Call, ruth, "second")).body;
      for (const by of [one, two]) await confirm(by, id);
      const [end, confirmation] = [`/api/signatories/${id}/end`, `/api/signatories/${id}/end/confirmation`];
      await amara?.("POST", end, { reason: "She moved." });
      expect((await one("POST", confirmation)).status).toBe(204);
      expect((await listed(amara as Call, ruth)).end_proposed_by_name).toBe("Amara Okafor");
      expect((await amara?.("DELETE", end))?.body).toMatchObject({ end_proposed_by_name: null });
      expect((await two("POST", confirmation)).status).toBe(404);
      // The first confirmation went with the proposal.
      await amara?.("POST", end, { reason: "She moved." });
      expect((await two("POST", confirmation)).status).toBe(204);
      expect((await two("POST", confirmation)).body.reason).toBe("same_account");
      expect(await listed(amara as Call, ruth)).toBeDefined();
      expect((await one("POST", confirmation)).status).toBe(204);
      expect(await listed(amara as Call, ruth)).toBeUndefined();
      expect(await told(club, id, "ended")).toContain(admin?.id);
    }));
});

describe("An attacker who is an admin", () => {
  it("An admin who attacks gets no second person from a mailbox of their own: not at once, and not confirmed by it", () =>
    openClub(2, async (club, [amara], [attacker]) => {
      const invited = await buildInvitation(club.db, { created_by: (attacker as Person).id });
      const alt = await buildPerson(club.db, { decided_by: (attacker as Person).id });
      await club.db
        .updateTable("invitations")
        .set({ used_by: alt.id, used_at: new Date() })
        .where("id", "=", invited.id)
        .execute();
      const { id } = (await propose(amara as Call, alt)).body;
      const theirs = await club.as(alt);
      for (const by of [amara as Call, theirs]) expect((await confirm(by, id)).status).toBe(403);
      expect((await theirs("PUT", `/api/user-roles/${alt.id}/admin`)).status).toBe(404);
      const approved = await proposeReturn(club, amara as Call);
      expect((await approved(theirs)).status).toBe(403);
    }));

  it("An admin who attacks does not act alone once nobody else is left, however long they wait", () =>
    openClub(1, async (club, [amara]) => {
      const approved = await proposeReturn(club, amara as Call);
      expect((await approved(amara as Call)).body).toMatchObject({
        code: "second_person_required",
        reason: "same_account",
      });
      now = new Date(start.getTime() + 30 * day);
      expect((await approved(amara as Call)).status).toBe(403);
    }));

  it("An admin who attacks writes neither roles nor facts of signatories by SQL with a member's rights", () =>
    openClub(2, async (club, _calls, [attacker]) => {
      const { id: user_id } = await buildPerson(club.db);
      const attempts = [
        sql`insert into user_roles (user_id, role, status, approved_at) values (${user_id}, 'admin', 'approved', now())`,
        sql`delete from user_roles where role = 'admin'`,
        sql`insert into signatories (user_id, capacity, how_known) values (${user_id}, 'admin', 'x')`,
        sql`update signatories set announced_at = announced_at - interval '8 days'`,
        sql`select second_person_refusal(${user_id}, ${user_id})`,
      ];
      for (const attempt of attempts)
        await expect(club.asActor({ userId: (attacker as Person).id }, (tx) => attempt.execute(tx))).rejects.toThrow(
          "permission denied",
        );
    }));

  it("An admin who attacks appoints nobody with the key of a program", () =>
    openClub(1, async (club, [amara]) => {
      now = new Date();
      const { body } = await (amara as Call)("POST", "/api/api-keys", {
        name: "Mailing tool",
        scope: "write",
        days: 90,
      });
      const mina = await buildPerson(club.db);
      const proposal = { user_id: mina.id, capacity: "admin", how_known: "From school." };
      const authorization = `Bearer ${body.key}`;
      const answer = await club.visitor("POST", "/api/signatories", proposal, { origin: "", authorization });
      expect(answer.status).toBe(403);
    }));
});

describe("A club with one admin", () => {
  it("A club with one admin has a second once two members of a week confirm, who are neither admin nor person", () =>
    openClub(1, async (club, [amara], [admin]) => {
      const old = { created_at: new Date("2026-01-01T12:00:00Z"), decided_by: (admin as Person).id };
      const mina = await buildPerson(club.db, { ...old, full_name: "Mina Castell" });
      const [one, two] = [
        await club.as(await buildPerson(club.db, old)),
        await club.as(await buildPerson(club.db, old)),
      ];
      const fresh = await club.as(await buildPerson(club.db, { created_at: new Date(start.getTime() - 6 * day) }));
      const { id } = (await propose(amara as Call, mina)).body;
      expect((await confirm(fresh, id)).body.reason).toBe("not_standing");
      expect((await confirm(one, id)).body.confirmed_at).toBeNull();
      expect((await confirm(one, id)).body.reason).toBe("same_account");
      expect((await confirm(two, id)).body.confirmed_at).toBe(start.toISOString());
      now = new Date(start.getTime() + 7 * day);
      // Let in by the admin, and confirmed by others.
      expect((await (await proposeReturn(club, amara as Call))(await club.as(mina))).status).toBe(200);
    }));
});

describe("Two accounts are no two persons", () => {
  const reasonFor = (of: (club: TestApp, one: Person) => Promise<Person>) => async () =>
    openClub(1, async (club, [amara], [one]) => {
      const other = await of(club, one as Person);
      const approved = await proposeReturn(club, amara as Call);
      expect((await approved(await club.as(other))).body.reason).toBe("same_identity");
    });

  it.each([
    ["amara.okafor@gmail.com", "a.maraokafor+club@googlemail.com"],
    ["amara@castell.example", "Amara+two@castell.example"],
  ])("Two accounts with mailboxes %s and %s are no two persons", async (email, second) => {
    await reasonFor(async (club, one) => {
      await club.db.updateTable("auth.users").set({ email }).where("id", "=", one.id).execute();
      return buildAdmin(club.db, { email: second.toLowerCase() });
    })();
  });

  it(
    "Two accounts with one legal name and date of birth are no two persons",
    reasonFor(async (club, one) => {
      const record = { legal_name: "Amara Okafor", date_of_birth: "1980-05-01" };
      await club.db
        .insertInto("investor_records")
        .values({ ...record, user_id: one.id })
        .execute();
      return buildInvestor(club.db, { full_name: "AMARA  Okafor", is_admin: true });
    }),
  );

  it(
    "Two accounts with one bank account are no two persons",
    reasonFor(async (club, one) => {
      await club.db
        .insertInto("investor_records")
        .values({ user_id: one.id, bank_account_name: "A. Okafor" })
        .execute();
      const other = await buildAdmin(club.db);
      await club.db
        .insertInto("investor_records")
        .values({ user_id: other.id, bank_account_name: "a okafor" })
        .execute();
      return other;
    }),
  );

  it("Two accounts in one browser within 30 days are no two persons, whoever signed out of it meanwhile", () =>
    openClub(1, async (club, [amara], [one]) => {
      const password_hash = await hashPassword("seven quiet lanterns");
      const other = await buildAdmin(club.db, { password_hash });
      await club.db
        .updateTable("auth.accounts")
        .set({ password: password_hash })
        .where("user_id", "=", (one as Person).id)
        .execute();
      const signIn = async ({ email }: Person, cookie = "") => {
        const input = { email, password: "seven quiet lanterns" };
        const { headers } = await club.visitor("POST", "/api/auth/sign-in/email", input, { cookie });
        const set = headers.getSetCookie().find((text) => text.includes("kindling.browser="));
        expect(set).toMatch(/; HttpOnly; SameSite=Lax$/);
        return set?.split(";")[0] ?? "";
      };
      const browser = await signIn(one as Person);
      const theirs = await club.as(other);
      const approved = await proposeReturn(club, amara as Call);
      expect(await signIn(other, browser)).toBe(browser);
      expect((await approved(theirs)).body).toMatchObject({ code: "second_person_required", reason: "same_device" });
      now = new Date(start.getTime() + 31 * day);
      expect((await approved(theirs)).status).toBe(200);
    }));

  it("Two accounts are no two persons where one let the other in, and nobody else has confirmed the other", () =>
    openClub(1, async (club, [amara], [one]) => {
      const other = await buildAdmin(club.db, { decided_by: (one as Person).id });
      const approved = await proposeReturn(club, amara as Call);
      await sql`alter table signatories disable trigger keep_signatory`.execute(club.db);
      await club.db
        .updateTable("signatories")
        .set({ origin: "proposed", how_known: "x", confirmed_by: (one as Person).id })
        .where("user_id", "=", other.id)
        .execute();
      expect((await approved(await club.as(other))).body.reason).toBe("same_origin");
    }));
});
