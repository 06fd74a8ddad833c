import { describe, expect, it } from "vitest";
import { signedToken } from "#server/platform/mail/signed-token.ts";
import { oneClickUrl } from "#server/platform/mail/unsubscribe-links.ts";
import { buildAdmin, buildMember, buildPerson, type Person } from "#server/sample/builders.ts";
import { noticeRules } from "#shared/notices/notice-rules.ts";
import { isAllowed, noticeTopicNames, noticeTopics } from "#shared/notices/notice-topics.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const club = await openTestApp({ now: () => new Date("2026-11-23T12:00:00Z") });

const rowsOf = ({ id }: Person) =>
  club.db.selectFrom("notice_choices").select(["topic", "choice"]).where("user_id", "=", id).orderBy("topic").execute();
const choose = (call: Call, topic: string, choice: string) => call("PUT", "/api/notice-choices/me", { topic, choice });
const choiceIn = ({ body }: { body: { items: { topic: string; choice: string }[] } }, topic: string) =>
  body.items.find((row) => row.topic === topic)?.choice;

describe("The topics", () => {
  it("Topics of owed news have no other choice, and promotion and marketing are promised to nobody unasked", () => {
    for (const topic of noticeTopicNames) {
      const { class: kind, choices, usual } = noticeTopics[topic];
      if (kind === "service") expect([topic, choices]).toEqual([topic, ["mail"]]);
      else expect([topic, isAllowed(topic, "never")]).toEqual([topic, true]);
      if (kind === "promotion" || kind === "marketing") expect([topic, usual]).toEqual([topic, "never"]);
    }
  });

  it("News that the law and money ask for is owed", () => {
    const owed = ["funds_called", "terms_changed", "shares_given_out", "shares_issued", "paper_delivered"] as const;
    const more = [
      "distribution_paid",
      "statement_ends",
      "statement_ended",
      "membership_rejected",
      "event_cancelled",
    ] as const;
    for (const kind of [...owed, ...more]) expect(noticeTopics[noticeRules[kind].about].class).toBe("service");
  });
});

describe("GET /notice-choices/me", () => {
  it("returns the usual choice of each topic that the reader is told of, and others for admins", async () => {
    const member = await club.as(await buildMember(club.db));
    const { body } = await member("GET", "/api/notice-choices/me");
    expect(body.items.map(({ topic, choice }: { topic: string; choice: string }) => `${topic} ${choice}`)).toEqual([
      "account mail",
      "money mail",
      "statement mail",
      "deal_release never",
      "deal_reminder never",
      "deal_call never",
      "messages mail",
      "companies mail",
      "events mail",
      "introductions mail",
      "weekly mail",
    ]);
    const admin = await club.as(await buildAdmin(club.db));
    const { items } = (await admin("GET", "/api/notice-choices/me")).body;
    expect(items.slice(-2)).toEqual([
      { topic: "waiting", choice: "daily" },
      { topic: "alarms", choice: "mail" },
    ]);
  });
});

describe("PUT /notice-choices/me", () => {
  it.each([
    ["money", "never"],
    ["statement", "daily"],
    ["account", "never"],
    ["deal_release", "daily"],
    ["newsletter", "daily"],
    ["weekly", "daily"],
  ])("refuses a choice that the topic does not have: %s %s", async (topic, choice) => {
    const member = await club.as(await buildAdmin(club.db));
    const { status, body } = await choose(member, topic, choice);
    expect([status, body.errors[0].path]).toEqual([422, "choice"]);
  });

  it("offers admins' topics to no member", async () => {
    const member = await club.as(await buildMember(club.db));
    expect((await choose(member, "waiting", "never")).status).toBe(404);
  });

  it("stores only choices that differ from the usual", async () => {
    const person = await buildMember(club.db);
    const member = await club.as(person);
    expect(choiceIn(await choose(member, "events", "never"), "events")).toBe("never");
    await choose(member, "companies", "mail");
    expect(await rowsOf(person)).toEqual([{ topic: "events", choice: "never" }]);
    await choose(member, "events", "mail");
    expect(await rowsOf(person)).toEqual([]);
  });

  it("records consent to emails about deals and its withdrawal, and leaves the earlier consent on record", async () => {
    const person = await buildMember(club.db);
    const member = await club.as(person);
    for (const choice of ["mail", "never", "mail", "mail"]) {
      expect(choiceIn(await choose(member, "deal_call", choice), "deal_call")).toBe(choice);
    }
    const consents = club.db.selectFrom("mail_consents").select(["kind", "withdrawn_at"]);
    expect(await consents.where("user_id", "=", person.id).orderBy("id").execute()).toEqual([
      { kind: "deal_call", withdrawn_at: new Date("2026-11-23T12:00:00Z") },
      { kind: "deal_call", withdrawn_at: null },
    ]);
    expect(await rowsOf(person)).toEqual([]);
  });
});

describe("The newsletter", () => {
  it("The newsletter is offered where the club keeps a list, subscribes the member's own address, and erases it", async () => {
    const admin = await club.as(await buildAdmin(club.db));
    const person = await buildMember(club.db);
    const member = await club.as(person);
    expect((await choose(member, "newsletter", "mail")).status).toBe(404);
    const newsletter = { mode: "list", agreement: "News twice a year." };
    const { body } = await admin("GET", "/api/settings/newsletter");
    const setting = { value: { ...body.value, ...newsletter }, expected_revision: body.revision };
    expect((await admin("PUT", "/api/settings/newsletter", setting)).status).toBe(200);
    expect(choiceIn(await choose(member, "newsletter", "mail"), "newsletter")).toBe("mail");
    const onList = club.db.selectFrom("newsletter_subscriptions").select(["email", "agreed_text", "confirmed_at"]);
    expect(await onList.where("email", "=", person.email).execute()).toEqual([
      { email: person.email, agreed_text: newsletter.agreement, confirmed_at: new Date("2026-11-23T12:00:00Z") },
    ]);
    expect(choiceIn(await choose(member, "newsletter", "never"), "newsletter")).toBe("never");
    expect(await onList.where("email", "=", person.email).execute()).toEqual([]);
  });
});

describe("A notice and a mail", () => {
  const ask = async (person: Person) => {
    const asker = await club.as(await buildMember(club.db));
    const { profile_id } = await club.db
      .selectFrom("member_profiles")
      .select("id as profile_id")
      .where("user_id", "=", person.id)
      .executeTakeFirstOrThrow();
    const asked = await asker("POST", "/api/introductions", {
      profile_id,
      message: "May I ask about your time at sea?",
    });
    expect(asked.status).toBe(201);
    const notices = club.db.selectFrom("notices").select("kind").where("user_id", "=", person.id);
    const mails = (await takeMails(club)).filter(({ to }) => to === person.email);
    return { notices: (await notices.execute()).length, mails: mails.length };
  };

  it.each([
    ["mail", { notices: 1, mails: 1 }],
    ["never", { notices: 1, mails: 0 }],
  ])("A notice and a mail follow the choice: %s", async (choice, expected) => {
    const person = await buildMember(club.db);
    await choose(await club.as(person), "introductions", choice);
    expect(await ask(person)).toEqual(expected);
  });

  it("Owed notices and mails come whatever somebody wrote into the row of their choice", async () => {
    const person = await buildPerson(club.db, { status: "pending" });
    await club.db
      .insertInto("notice_choices")
      .values({ user_id: person.id, topic: "account", choice: "never", chosen_at: new Date() })
      .execute();
    const admin = await club.as(await buildAdmin(club.db));
    await admin("POST", `/api/membership-requests/${person.id}/approve`);
    const notices = club.db.selectFrom("notices").select("kind").where("user_id", "=", person.id);
    expect(await notices.execute()).toEqual([{ kind: "membership_approved" }]);
    expect((await takeMails(club)).map(({ to }) => to)).toEqual([person.email]);
  });
});

describe("The links of a mail", () => {
  const linksFor = (person: Person, topic: "weekly" | "deal_release") => {
    const { href, searchParams } = new URL(
      oneClickUrl(club.appUrl, club.keys.mailConsentLinks, { userId: person.id, topic }),
    );
    return { path: href.slice(club.appUrl.length), token: searchParams.get("token") ?? "" };
  };

  it("The links of a mail change nothing when opened, lead to the page, and act when they are posted to, twice too", async () => {
    const person = await buildMember(club.db);
    const member = await club.as(person);
    await choose(member, "deal_release", "mail");
    const { path, token } = linksFor(person, "deal_release");
    const opened = await club.visitor("GET", path);
    expect([opened.status, opened.headers.get("location")]).toEqual([
      302,
      `http://127.0.0.1:3000/#/unsubscribe?token=${token}`,
    ]);
    expect(choiceIn(await member("GET", "/api/notice-choices/me"), "deal_release")).toBe("mail");
    // As a mail program does: without a cookie, an origin, or a body that could name somebody.
    const body = "List-Unsubscribe=One-Click";
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: "https://mail.example" };
    for (const status of [200, 200]) expect((await club.visitor("POST", path, body, headers)).status).toBe(status);
    expect(choiceIn(await member("GET", "/api/notice-choices/me"), "deal_release")).toBe("never");
  });

  it("The link of the weekly mail ends that mail and no other", async () => {
    const person = await buildMember(club.db);
    const member = await club.as(person);
    await choose(member, "deal_reminder", "mail");
    const { token } = linksFor(person, "weekly");
    const { status, body } = await club.visitor("POST", "/api/mail-consents/unsubscribe", { token });
    expect([status, body]).toEqual([200, { topic: "weekly" }]);
    expect(await rowsOf(person)).toEqual([{ topic: "weekly", choice: "never" }]);
    expect(choiceIn(await member("GET", "/api/notice-choices/me"), "deal_reminder")).toBe("mail");
  });

  it("The links of a mail end mails about calls and answers, also one from when answers had a consent of their own", async () => {
    const person = await buildMember(club.db);
    const member = await club.as(person);
    await choose(member, "deal_call", "mail");
    const token = signedToken(club.keys.mailConsentLinks, person.id, "mail consent: deal_answers");
    const { body } = await club.visitor("POST", "/api/mail-consents/unsubscribe", { token });
    expect(body).toEqual({ topic: "deal_call" });
    expect(choiceIn(await member("GET", "/api/notice-choices/me"), "deal_call")).toBe("never");
  });

  it.each(["", "x", "01900000-0000-7000-8000-000000000000.forged"])(
    "The links of a mail refuse a token of nobody: %j",
    async (token) => {
      const { status } = await club.visitor("POST", "/api/mail-consents/unsubscribe", { token });
      expect(status).toBe(token === "" ? 422 : 400);
    },
  );

  it("The links of a mail do not stop news that is owed, with any token", async () => {
    const person = await buildMember(club.db);
    const token = new URL(
      oneClickUrl(club.appUrl, club.keys.mailConsentLinks, { userId: person.id, topic: "money" }),
    ).searchParams.get("token");
    expect((await club.visitor("POST", "/api/mail-consents/unsubscribe", { token })).body.code).toBe("invalid_token");
    expect(await rowsOf(person)).toEqual([]);
  });
});
