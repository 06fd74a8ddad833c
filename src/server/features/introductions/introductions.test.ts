import { beforeEach, describe, expect, it } from "vitest";
import { collectData } from "#server/auth/account/export/collect-data.ts";
import { readableRow } from "#server/auth/account/export/data-archive.tsx";
import { composeMail } from "#server/mails.ts";
import { buildAdmin, buildMember, buildPerson, type Person } from "#server/sample/builders.ts";
import { introductionReportMessages, notAskable } from "#shared/introductions/introduction-messages.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const gone = "01900000-0000-7000-8000-000000000000";
const message = "You wrote about pricing. I would like twenty minutes on it.";
const day = 86_400_000;
const start = Date.parse("2026-11-22T10:00:00Z");
let clock = start;
let asker: Person;
let asked: Person;
let askerCalls: Call;
let askedCalls: Call;
const club = await openTestApp({ now: () => new Date(clock), hasLastingSessions: true });
beforeEach(async () => {
  clock = start;
  asker = await buildMember(club.db, { full_name: "Jonas Weber" });
  asked = await buildMember(club.db, { full_name: "Tomasz Lindqvist" });
  askerCalls = await club.as(asker);
  askedCalls = await club.as(asked);
});

const profileOf = async ({ id }: Person) =>
  (await club.db.selectFrom("member_profiles").select("id").where("user_id", "=", id).executeTakeFirstOrThrow()).id;
const ask = async (call: Call, person: Person, text = message) =>
  call("POST", "/api/introductions", { profile_id: await profileOf(person), message: text });
const outlookOf = async (call: Call, person: Person) =>
  (await call("GET", `/api/introductions/outlook?profile_id=${await profileOf(person)}`)).body;
const act = (call: Call, id: string, action: string, body?: unknown) =>
  call("POST", `/api/introductions/${id}/${action}`, body);
const newest = async (call: Call) => (await call("GET", "/api/introductions")).body.items[0];
const auditOf = async ({ id }: Person) =>
  (await club.auditOf(id, "kind", "actor_id")).filter(({ kind }) => kind.startsWith("introduction"));
const noticesOf = ({ id }: Person) =>
  club.db.selectFrom("notices").select("kind").where("user_id", "=", id).orderBy("id").execute();

const noticeTextsOf = async (call: Call) =>
  (await call("GET", "/api/notices")).body.items.map(({ text }: { text: string }) => text);

describe("POST /introductions", () => {
  it.each([
    [{ profile_id: gone, message: "Short" }, "message"],
    [{ profile_id: gone, message: "x".repeat(601) }, "message"],
    [{ profile_id: "1", message }, "profile_id"],
  ])("returns 422 that names the field: %#", async (body, path) => {
    const answer = await askerCalls("POST", "/api/introductions", body);
    expect([answer.status, answer.body.errors[0].path]).toEqual([422, path]);
  });

  it("returns 404 for an unknown profile, and for one that is hidden in the directory", async () => {
    const profile_id = await profileOf(asked);
    await club.db
      .updateTable("member_profiles")
      .set({ hidden_by_owner_at: new Date(clock) })
      .where("id", "=", profile_id)
      .execute();
    for (const id of [gone, profile_id]) {
      expect((await askerCalls("POST", "/api/introductions", { profile_id: id, message })).status).toBe(404);
    }
  });

  it("passes the message on, without an address of either member", async () => {
    expect(await outlookOf(askerCalls, asked)).toEqual({
      state: "can_ask",
      left_this_week: 5,
      again_at: null,
      email: null,
    });
    const { status, body } = await ask(askerCalls, asked);
    expect([status, body.state, body.is_asker, body.name, body.email]).toEqual([
      201,
      "open",
      true,
      "Tomasz Lindqvist",
      null,
    ]);
    expect(body.can).toEqual({ accept: false, decline: false, withdraw: true, block: false, report: false });
    expect(await newest(askedCalls)).toMatchObject({
      id: body.id,
      is_asker: false,
      name: "Jonas Weber",
      email: null,
      message,
      can: { accept: true, decline: true, withdraw: false, block: true, report: true },
    });
    expect(await noticesOf(asked)).toEqual([{ kind: "introduction_asked" }]);
    const mail = await composeMail(club, { template: "introduction-asked", introduction_id: body.id });
    expect(mail?.to).toBe(asked.email);
    expect(mail?.text).toContain(message);
    const { to: _to, ...sent } = mail ?? { to: "" };
    expect(JSON.stringify(sent)).not.toContain(asker.email);
    expect(JSON.stringify(sent)).not.toContain(asked.email);
  });

  it("tells the asked member the asker's name by a notice, until the asker's account is deleted", async () => {
    await ask(askerCalls, asked);
    expect(await noticeTextsOf(askedCalls)).toEqual([
      "Jonas Weber asks to meet you. You decide whether they get your address.",
    ]);
    clock += 31 * day;
    const later = await club.asOwner(null, (tx) => collectData(tx, asker.id, club));
    const [row = {}] = later.introductions ?? [];
    expect(row.state).toBe("expired");
    expect(readableRow("introductions", row).entries).toContainEqual({ label: "State", value: "Not answered" });
    await club.deleteAccount(asker.id, { actorId: null, reason: "requested" }, async () => true);
    expect(await noticeTextsOf(askedCalls)).toEqual([
      "A member asks to meet you. You decide whether they get your address.",
    ]);
  });

  it("tells the asker the accepting member's name by a notice, until that member's account is deleted", async () => {
    const { body } = await ask(askerCalls, asked);
    await act(askedCalls, body.id, "accept");
    expect(await noticeTextsOf(askerCalls)).toEqual([
      "Tomasz Lindqvist has accepted your introduction. The address is in your introductions.",
    ]);
    await club.deleteAccount(asked.id, { actorId: null, reason: "requested" }, async () => true);
    expect(await noticeTextsOf(askerCalls)).toEqual([
      "Your introduction is accepted. The address is in your introductions.",
    ]);
  });

  it("leaves an asker who is hidden in the directory nameless in the notice", async () => {
    await club.db
      .updateTable("member_profiles")
      .set({ hidden_by_owner_at: new Date(clock) })
      .where("user_id", "=", asker.id)
      .execute();
    await ask(askerCalls, asked);
    expect(await noticeTextsOf(askedCalls)).toEqual([
      "A member asks to meet you. You decide whether they get your address.",
    ]);
  });

  it("asks for the asker's name first", async () => {
    const nameless = await club.as(await buildPerson(club.db, { full_name: "" }));
    expect((await outlookOf(nameless, asked)).state).toBe("no_name");
    const refused = await ask(nameless, asked);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      "Enter your name under Account first, so that they know who asks.",
    ]);
  });

  it("accepts one request at a time, and five within a week", async () => {
    await ask(askerCalls, asked);
    const twice = await ask(askerCalls, asked);
    expect([twice.status, twice.body.code, twice.body.detail]).toEqual([
      409,
      "introduction_not_possible",
      notAskable.asked,
    ]);
    for (let count = 0; count < 4; count++)
      expect((await ask(askerCalls, await buildMember(club.db))).status).toBe(201);
    const sixth = await ask(askerCalls, await buildMember(club.db));
    expect([sixth.status, sixth.body.detail]).toEqual([409, notAskable.limit]);
    clock += 7 * day + 1;
    expect((await ask(askerCalls, await buildMember(club.db))).status).toBe(201);
  });

  it("accepts no two requests at once that pass the limit together", async () => {
    for (let count = 0; count < 4; count++) await ask(askerCalls, await buildMember(club.db));
    const others = [await buildMember(club.db), await buildMember(club.db), await buildMember(club.db)];
    const answers = await Promise.all(others.map((other) => ask(askerCalls, other)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });
});

describe("An introduction", () => {
  it("An accepted introduction gives both the other's address, on the page and by mail", async () => {
    const { id } = (await ask(askerCalls, asked)).body;
    expect((await act(askerCalls, id, "accept")).status).toBe(404);
    const { status, body } = await act(askedCalls, id, "accept");
    expect([status, body.state, body.email]).toEqual([200, "accepted", asker.email]);
    expect((await newest(askerCalls)).email).toBe(asked.email);
    expect(await noticesOf(asker)).toEqual([{ kind: "introduction_accepted" }]);
    for (const [to, other, reader] of [
      ["asker", asked, asker],
      ["asked", asker, asked],
    ] as const) {
      const mail = await composeMail(club, { template: "introduction-answered", introduction_id: id, to });
      expect([mail?.to, mail?.text.includes(other.email)]).toEqual([reader.email, true]);
    }
    expect((await act(askedCalls, id, "accept")).status).toBe(200);
    expect((await act(askedCalls, id, "decline")).body.code).toBe("introduction_answered");
    expect(await noticesOf(asker)).toHaveLength(1);
    expect(await outlookOf(askerCalls, asked)).toMatchObject({ state: "accepted", email: asked.email });
  });

  it("An accepted introduction leaves neither of the two anything to ask", async () => {
    const { id } = (await ask(askerCalls, asked)).body;
    const meanwhile = await ask(askedCalls, asker);
    expect([meanwhile.status, meanwhile.body.detail]).toEqual([409, notAskable.asks_you]);
    await act(askedCalls, id, "accept");
    expect(await outlookOf(askedCalls, asker)).toEqual({
      state: "accepted",
      left_this_week: 5,
      again_at: null,
      email: asker.email,
    });
    for (const [call, other] of [
      [askerCalls, asked],
      [askedCalls, asker],
    ] as const) {
      const again = await ask(call, other);
      expect([again.status, again.body.detail]).toEqual([409, notAskable.accepted]);
    }
    expect((await askedCalls("GET", "/api/introductions")).body.items).toHaveLength(1);
  });

  it("An accepted introduction ends the crossing request of the asked member", async () => {
    const { id } = (await ask(askerCalls, asked)).body;
    await act(askerCalls, id, "withdraw");
    const crossing = (await ask(askedCalls, asker)).body;
    await club.db.updateTable("introductions").set({ state: "open", ended_at: null }).where("id", "=", id).execute();
    await act(askerCalls, crossing.id, "accept");
    expect((await newest(askerCalls)).state).toBe("accepted");
    const { items } = (await askerCalls("GET", "/api/introductions")).body;
    expect(items.map((one: { state: string }) => one.state)).toEqual(["accepted", "withdrawn"]);
  });

  it("A declined introduction is told without a reason, and can be asked again after 90 days", async () => {
    const { id } = (await ask(askerCalls, asked)).body;
    await act(askedCalls, id, "decline");
    expect(await newest(askerCalls)).toMatchObject({ state: "declined", email: null });
    const mail = await composeMail(club, { template: "introduction-answered", introduction_id: id, to: "asker" });
    expect(mail?.subject).toBe("Your introduction to Tomasz Lindqvist did not come about");
    expect(mail?.text).not.toContain(asked.email);
    expect(await outlookOf(askerCalls, asked)).toMatchObject({
      state: "too_soon",
      again_at: new Date(clock + 90 * day).toISOString(),
    });
    clock += 90 * day - 1000;
    expect((await ask(askerCalls, asked)).status).toBe(409);
    clock += 1000;
    expect((await ask(askerCalls, asked)).status).toBe(201);
  });

  it("An introduction ends by itself after 30 days, and then nobody can accept it", async () => {
    const { id } = (await ask(askerCalls, asked)).body;
    clock += 30 * day;
    expect(await newest(askedCalls)).toMatchObject({ state: "expired", can: { accept: false, decline: false } });
    expect((await act(askedCalls, id, "accept")).body.code).toBe("introduction_answered");
    expect(await composeMail(club, { template: "introduction-asked", introduction_id: id })).toBeUndefined();
    clock += 90 * day;
    expect((await ask(askerCalls, asked)).status).toBe(201);
  });

  it("An introduction can be withdrawn, of which nobody is told", async () => {
    const { id } = (await ask(askerCalls, asked)).body;
    expect((await act(askedCalls, id, "withdraw")).status).toBe(404);
    expect((await act(askerCalls, id, "withdraw")).body.state).toBe("withdrawn");
    expect(await composeMail(club, { template: "introduction-asked", introduction_id: id })).toBeUndefined();
    expect(await noticesOf(asked)).toEqual([{ kind: "introduction_asked" }]);
  });

  it("An introduction brings nobody together with a member who was suspended meanwhile", async () => {
    const { id } = (await ask(askerCalls, asked)).body;
    const admin = await club.as(await buildAdmin(club.db));
    await admin("POST", `/api/people/${asker.id}/suspend`, { reason: "Spam" });
    expect((await act(askedCalls, id, "accept")).body.code).toBe("introduction_answered");
  });

  it("An introduction is shown to nobody but the two members, to admins neither", async () => {
    const { id } = (await ask(askerCalls, asked)).body;
    for (const person of [await buildMember(club.db), await buildAdmin(club.db)]) {
      const other = await club.as(person);
      expect((await other("GET", "/api/introductions")).body.items).toEqual([]);
      for (const action of ["accept", "decline", "withdraw", "block"])
        expect((await act(other, id, action)).status).toBe(404);
      expect((await act(other, id, "report", { reason: "x" })).status).toBe(404);
    }
  });

  it("An introduction is in the data that both download, and goes with the account of either", async () => {
    await ask(askerCalls, asked);
    for (const [{ id }, with_whom] of [
      [asker, "Tomasz Lindqvist"],
      [asked, "Jonas Weber"],
    ] as const) {
      const data = await club.asOwner(null, (tx) => collectData(tx, id, club));
      expect(data.introductions).toMatchObject([{ with_whom, message, state: "open" }]);
    }
    await club.deleteAccount(asker.id, { actorId: null, reason: "requested" }, async () => true);
    expect((await askedCalls("GET", "/api/introductions")).body.items).toEqual([]);
  });
});

describe("Who takes no introductions", () => {
  it("A member who takes no introductions is not asked, and a block reads like a plain refusal", async () => {
    await askedCalls("PUT", "/api/introduction-settings/me", { is_off: true });
    expect((await outlookOf(askerCalls, asked)).state).toBe("unavailable");
    expect((await ask(askerCalls, asked)).body.detail).toBe(notAskable.unavailable);
    await askedCalls("PUT", "/api/introduction-settings/me", { is_off: false });
    const { id } = (await ask(askerCalls, asked)).body;
    expect((await act(askedCalls, id, "block")).body).toMatchObject({ state: "declined", is_blocked: true });
    expect(await outlookOf(askerCalls, asked)).toMatchObject({ state: "too_soon" });
    expect(await noticesOf(asker)).toEqual([]);
    clock += 91 * day;
    expect(await outlookOf(askerCalls, asked)).toMatchObject({ state: "can_ask" });
    await takeMails(club);
    const before = await noticesOf(asked);
    const unheard = await ask(askerCalls, asked);
    expect([unheard.status, unheard.body.state, unheard.body.is_asker]).toEqual([201, "open", true]);
    expect(await outlookOf(askerCalls, asked)).toMatchObject({ state: "asked" });
    expect([await noticesOf(asked), await takeMails(club)]).toEqual([before, []]);
    const own = (await askedCalls("GET", "/api/introductions")).body.items;
    expect(own.map((one: { id: string }) => one.id)).not.toContain(unheard.body.id);
    expect((await act(askedCalls, unheard.body.id, "accept")).status).toBe(404);
    const rows = await club.asActor({ userId: asked.id, at: new Date(clock) }, (tx) =>
      tx.selectFrom("introductions").select("id").where("id", "=", unheard.body.id).execute(),
    );
    expect(rows).toEqual([]);
    expect((await act(askerCalls, unheard.body.id, "withdraw")).status).toBe(200);

    const { body } = await askedCalls("GET", "/api/introduction-blocks");
    expect(body.items).toMatchObject([{ name: "Jonas Weber" }]);
    const end = (call: Call) => call("DELETE", `/api/introduction-blocks/${body.items[0].id}`);
    expect((await end(askerCalls)).body).toEqual({ status: false });
    expect((await end(askedCalls)).body).toEqual({ status: true });
    expect((await outlookOf(askerCalls, asked)).state).toBe("can_ask");
  });
});

describe("GET /introduction-reports", () => {
  let admin: Call;
  let owen: Person;
  beforeEach(async () => {
    await club.db.deleteFrom("introduction_reports").execute();
    owen = await buildAdmin(club.db);
    admin = await club.as(owen);
  });
  const reported = async () => {
    const { id } = (await ask(askerCalls, asked)).body;
    expect((await act(askedCalls, id, "report", { reason: "" })).body.errors[0].path).toBe("reason");
    for (const reason of ["It is an advertisement.", "Again"])
      expect((await act(askedCalls, id, "report", { reason })).body.is_reported).toBe(true);
    return (await admin("GET", "/api/introduction-reports")).body.items;
  };

  it("returns reports with their reason, and how many wait", async () => {
    expect(await reported()).toMatchObject([
      {
        reason: "It is an advertisement.",
        message,
        asker_name: "Jonas Weber",
        asked_name: "Tomasz Lindqvist",
        outcome: null,
        can: { dismiss: true, bar: true, lift: false },
      },
    ]);
    expect((await admin("GET", "/api/waiting-counts")).body.introduction_reports).toBe(1);
    // The asker learns nothing of it.
    expect((await newest(askerCalls)).is_reported).toBe(false);
  });

  it("lets an admin dismiss a report, once", async () => {
    const [{ id }] = await reported();
    const { status, body } = await admin("POST", `/api/introduction-reports/${id}/dismiss`);
    expect([status, body.outcome, body.can.bar]).toEqual([200, "dismissed", false]);
    expect((await auditOf(asker)).at(-1)).toEqual({ kind: "introduction_report_dismissed", actor_id: owen.id });
    const late = await admin("POST", `/api/introduction-reports/${id}/bar`, { reason: "Spam" });
    expect([late.status, late.body.detail]).toEqual([409, introductionReportMessages.closed]);
    expect((await outlookOf(askerCalls, await buildMember(club.db))).state).toBe("can_ask");
  });

  it("lets an admin end somebody's asking, who reads why, until that is lifted", async () => {
    const [{ id }] = await reported();
    const bare = await admin("POST", `/api/introduction-reports/${id}/bar`, { reason: "" });
    expect(bare.body.errors[0].path).toBe("reason");
    await admin("POST", `/api/introduction-reports/${id}/bar`, { reason: "Advertising is not what this is for." });
    expect((await newest(askedCalls)).state).toBe("withdrawn");
    expect((await askerCalls("GET", "/api/introduction-settings/me")).body).toEqual({
      is_off: false,
      barred_because: "Advertising is not what this is for.",
    });
    expect((await noticesOf(asker)).at(-1)).toEqual({ kind: "introductions_barred" });
    expect((await ask(askerCalls, await buildMember(club.db))).body.detail).toBe(notAskable.barred);
    expect((await admin("POST", `/api/introduction-reports/${id}/lift`)).body.is_barred).toBe(false);
    expect(await auditOf(asker)).toEqual([
      { kind: "introduction_reported", actor_id: asked.id },
      { kind: "introduction_report_barred", actor_id: owen.id },
      { kind: "introduction_bar_lifted", actor_id: owen.id },
    ]);
    expect((await ask(askerCalls, await buildMember(club.db))).status).toBe(201);
  });

  it("lets no admin decide on a report about themselves", async () => {
    const spammer = await buildAdmin(club.db);
    const spammerCalls = await club.as(spammer);
    const { id } = (await ask(spammerCalls, asked)).body;
    await act(askedCalls, id, "report", { reason: "Rude" });
    const [report] = (await spammerCalls("GET", "/api/introduction-reports")).body.items;
    expect(report.can).toEqual({ dismiss: false, bar: false, lift: false });
    const answer = await spammerCalls("POST", `/api/introduction-reports/${report.id}/dismiss`);
    expect([answer.status, answer.body.detail]).toEqual([409, introductionReportMessages.own]);
  });
});
