import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { jobs } from "#server/jobs.ts";
import { createApp } from "#server/open-app.ts";
import { mailMessage } from "#server/platform/mail/send-mail.ts";
import { buildAdmin, buildMember } from "#server/sample/builders.ts";
import { takeMails } from "#tests/support/queued-mails.ts";
import { readCsv } from "#tests/support/read-csv.ts";
import { silentLog } from "#tests/support/silent-log.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const agreement = "I agree to get the club’s newsletter by email. I can unsubscribe at any time.";
const day = 24 * 60 * 60 * 1000;
const noToken = `019aa000-0000-7000-8000-000000000000.${"x".repeat(43)}`;

let clock = new Date("2026-11-22T10:00:00Z");
const club = await openTestApp({ now: () => clock });
const admin = await buildAdmin(club.db, { full_name: "Amara Okafor" });
const adminCalls = await club.as(admin);
await choose("list");
beforeEach(async () => {
  clock = new Date("2026-11-22T10:00:00Z");
  await sql`truncate newsletter_subscriptions, auth.rate_limits`.execute(club.db);
  await takeMails(club);
});

/** The box of the club. */
async function choose(mode: string, text = agreement) {
  const { body } = await adminCalls("GET", "/api/settings/newsletter");
  const value = { mode, agreement: text };
  const answer = await adminCalls("PUT", "/api/settings/newsletter", { value, expected_revision: body.revision });
  expect(answer.status).toBe(200);
}

const ask = (email: string) => club.visitor("POST", "/api/newsletter-subscriptions", { email });
const rows = () => club.db.selectFrom("newsletter_subscriptions").selectAll().orderBy("email").execute();
const tokenOf = (url = "") => new URLSearchParams(url.split("?")[1]).get("token") ?? "";
const send = async (action: "confirm" | "unsubscribe", token: string) => {
  const { status, body } = await club.visitor("POST", `/api/newsletter-subscriptions/${action}`, { token });
  return [status, body.code ?? body.status];
};
const done = [200, true];
const invalid = [400, "invalid_token"];

/** @returns the tokens of the mail, and the address that mail programs get. */
async function askAndRead(email: string) {
  expect((await ask(email)).status).toBe(200);
  const [mail] = await takeMails(club);
  return { mail, confirm: tokenOf(mail?.link), unsubscribe: tokenOf(mail?.unsubscribeUrl) };
}

async function subscribed(email: string) {
  const asked = await askAndRead(email);
  expect(await send("confirm", asked.confirm)).toEqual(done);
  return asked;
}

const audits = async (kind: string) => {
  const found = club.db.selectFrom("audit_events").select(["actor_id", "subject_id", "details"]);
  return found.where("kind", "=", kind).orderBy("id").execute();
};

describe("POST /newsletter-subscriptions", () => {
  it("refuses text that is no e-mail, at its field", async () => {
    const { status, body } = await ask("nobody");
    expect([status, body.errors]).toEqual([422, [{ path: "email", message: "Please enter a valid email address." }]]);
  });

  it.each(["local", "off"])("returns 404 and stores nothing where the box is %s", async (mode) => {
    await choose(mode);
    const { status, body } = await ask("reader@castell.example");
    await choose("list");
    expect([status, body.code]).toEqual([404, "not_found"]);
    expect(await rows()).toEqual([]);
  });

  it("stores the address as waiting, with the text of that day, and mails a link to confirm and one to unsubscribe", async () => {
    await choose("list", "News twice a year.");
    const { mail } = await askAndRead(" Reader@Castell.example");
    await choose("list");
    expect(await rows()).toMatchObject([
      { email: "reader@castell.example", agreed_text: "News twice a year.", requested_at: clock, confirmed_at: null },
    ]);
    expect([mail?.to, mail?.subject]).toEqual(["reader@castell.example", "Please confirm: the newsletter of Kindling"]);
    expect(mail?.text).toContain("> News twice a year.");
    expect(mail?.text).toMatch(/Confirm:\nhttp:\/\/127\.0\.0\.1:3000\/#\/confirm-newsletter\?token=\S{80}\n/);
    expect(mail?.text).toMatch(/Unsubscribe:\nhttp:\/\/127\.0\.0\.1:3000\/#\/unsubscribe-newsletter\?token=\S{80}\n/);
    expect(mail?.html).toMatch(/<a href="[^"]+unsubscribe-newsletter[^"]+"[^>]*>Unsubscribe<\/a>/);
  });

  it("returns the same for a new, a waiting and a confirmed address, and only their owner learns more", async () => {
    const answers = [];
    const subjects = [];
    for (const state of ["new", "waiting", "confirmed"]) {
      const { status, body } = await ask("reader@castell.example");
      const [mail] = await takeMails(club);
      answers.push([status, body]);
      subjects.push(mail?.subject);
      if (state === "waiting") await send("confirm", tokenOf(mail?.link));
    }
    expect(answers).toEqual(Array(3).fill([200, { status: false }]));
    expect(subjects).toEqual([
      "Please confirm: the newsletter of Kindling",
      "Please confirm: the newsletter of Kindling",
      "You get the newsletter of Kindling already",
    ]);
    expect(await rows()).toHaveLength(1);
  });

  it("leaves the text and day of a confirmed address as they were", async () => {
    await subscribed("reader@castell.example");
    const before = await rows();
    clock = new Date(clock.getTime() + day);
    await choose("list", "Another text.");
    await ask("reader@castell.example");
    await choose("list");
    expect(await rows()).toEqual(before);
  });

  it("mails an address three times a day, and returns the same from then on", async () => {
    for (let time = 0; time < 5; time++) expect((await ask("reader@castell.example")).status).toBe(200);
    expect(await takeMails(club)).toHaveLength(3);
    expect((await ask("other@castell.example")).status).toBe(200);
    expect(await takeMails(club)).toHaveLength(1);
  });

  it("returns 429 to a network that asks for 31 addresses in an hour", async () => {
    const statuses = [];
    for (let index = 0; index < 31; index++) statuses.push((await ask(`reader-${index}@castell.example`)).status);
    expect(statuses).toEqual([...Array(30).fill(200), 429]);
  });

  it("mails nothing to an address that was erased before the mail was sent", async () => {
    await ask("reader@castell.example");
    await sql`delete from newsletter_subscriptions`.execute(club.db);
    expect(await takeMails(club)).toEqual([]);
  });
});

describe("POST /newsletter-subscriptions/confirm", () => {
  it("refuses a token that was made up, for another address or for the other action", async () => {
    const { confirm, unsubscribe } = await askAndRead("reader@castell.example");
    const other = await askAndRead("other@castell.example");
    const [id = ""] = confirm.split(".");
    const [, signature = ""] = other.confirm.split(".");
    for (const token of ["x", noToken, unsubscribe, `${id}.${signature}`, `${confirm}x`]) {
      expect(await send("confirm", token)).toEqual(invalid);
    }
    expect((await rows()).map(({ confirmed_at }) => confirmed_at)).toEqual([null, null]);
  });

  it("puts the address on the list once, with the time and an audit row without the address", async () => {
    const { confirm } = await askAndRead("reader@castell.example");
    const both = await Promise.all([send("confirm", confirm), send("confirm", confirm)]);
    expect(both).toEqual([done, done]);
    const [row] = await rows();
    expect(row?.confirmed_at).toEqual(clock);
    const recorded = (await audits("newsletter_confirmed")).filter(({ subject_id }) => subject_id === row?.id);
    expect(recorded).toEqual([{ actor_id: null, subject_id: row?.id, details: {} }]);
  });

  it("refuses a link after seven days, and accepts it again after another request", async () => {
    const { confirm } = await askAndRead("reader@castell.example");
    clock = new Date(clock.getTime() + 7 * day);
    expect(await send("confirm", confirm)).toEqual(invalid);
    const again = await askAndRead("reader@castell.example");
    expect(again.confirm).toBe(confirm);
    expect(await send("confirm", confirm)).toEqual(done);
  });
});

describe("POST /newsletter-subscriptions/unsubscribe", () => {
  it("refuses a token that was made up or for the other action", async () => {
    const { confirm } = await subscribed("reader@castell.example");
    for (const token of ["x", noToken, confirm]) expect(await send("unsubscribe", token)).toEqual(invalid);
    expect(await rows()).toHaveLength(1);
  });

  it("erases the address in every mode, and leaves an audit row without it", async () => {
    const { unsubscribe } = await subscribed("reader@castell.example");
    await choose("off");
    expect(await send("unsubscribe", unsubscribe)).toEqual(done);
    await choose("list");
    expect(await rows()).toEqual([]);
    expect((await audits("newsletter_unsubscribed")).at(-1)).toEqual({
      actor_id: null,
      subject_id: unsubscribe.split(".")[0],
      details: {},
    });
    expect(await send("unsubscribe", unsubscribe)).toEqual(invalid);
  });
});

describe("The header List-Unsubscribe", () => {
  it("Every mail about the newsletter has List-Unsubscribe, as RFC 8058 wants it", async () => {
    const { mail, unsubscribe } = await askAndRead("reader@castell.example");
    if (!mail) throw new Error("no mail");
    expect(mailMessage({ id: "a", ...mail }, undefined).headers).toEqual({
      "Auto-Submitted": "auto-generated",
      "List-Unsubscribe": `<http://127.0.0.1:3000/api/newsletter-subscriptions/one-click?token=${unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    });
  });

  it("List-Unsubscribe erases the address by the POST of a mail program, and answers the same a second time", async () => {
    const { mail } = await subscribed("reader@castell.example");
    const post = () =>
      createApp(club).request(mail?.unsubscribeUrl ?? "", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "List-Unsubscribe=One-Click",
      });
    expect((await post()).status).toBe(200);
    expect(await rows()).toEqual([]);
    expect((await post()).status).toBe(200);
  });

  it("List-Unsubscribe changes nothing by GET or HEAD, which lead to the page with the button", async () => {
    const { mail, unsubscribe } = await subscribed("reader@castell.example");
    for (const method of ["GET", "HEAD"]) {
      const answer = await createApp(club).request(mail?.unsubscribeUrl ?? "", { method });
      expect([answer.status, answer.headers.get("location")]).toEqual([
        302,
        `http://127.0.0.1:3000/#/unsubscribe-newsletter?token=${unsubscribe}`,
      ]);
    }
    expect(await rows()).toHaveLength(1);
  });
});

describe("The nightly job", () => {
  it("The nightly job erases addresses that were not confirmed in seven days, and no other", async () => {
    await subscribed("confirmed@castell.example");
    await ask("late@castell.example");
    clock = new Date(clock.getTime() + day);
    await ask("waiting@castell.example");
    clock = new Date(clock.getTime() + 6 * day);
    await jobs["unconfirmed-newsletter-addresses"].run({ ...club, log: silentLog });
    expect((await rows()).map(({ email }) => email)).toEqual(["confirmed@castell.example", "waiting@castell.example"]);
  });
});

describe("An account", () => {
  it("An account's newsletter address is in the download of its data, and is deleted with the account", async () => {
    const member = await buildMember(club.db, { email: "reader@castell.example" });
    await subscribed(member.email);
    await subscribed("other@castell.example");
    const data = await club.db.transaction().execute(async (tx) => {
      const { collectData } = await import("#server/auth/account/export/collect-data.ts");
      return collectData(tx, member.id, club);
    });
    expect(data.newsletter).toEqual([
      { email: "reader@castell.example", agreed_text: agreement, requested_at: clock, confirmed_at: clock },
    ]);
    await club.deleteAccount(member.id, { actorId: null, reason: "requested" }, async () => true);
    expect((await rows()).map(({ email }) => email)).toEqual(["other@castell.example"]);
  });
});

describe("GET /newsletter-subscriptions", () => {
  it("lists addresses newest first, by words and state, with their counts", async () => {
    await subscribed("ada@castell.example");
    await subscribed("bo@hundred.example");
    await ask("cleo@castell.example");
    const emailsOf = async (query: string) => {
      const { body } = await adminCalls("GET", `/api/newsletter-subscriptions${query}`);
      return body.items.map(({ email }: { email: string }) => email);
    };
    expect(await emailsOf("")).toEqual(["cleo@castell.example", "bo@hundred.example", "ada@castell.example"]);
    expect(await emailsOf("?state=confirmed")).toEqual(["bo@hundred.example", "ada@castell.example"]);
    expect(await emailsOf("?state=waiting")).toEqual(["cleo@castell.example"]);
    expect(await emailsOf("?q=CASTELL&state=confirmed")).toEqual(["ada@castell.example"]);
    expect(await emailsOf("?q=%25")).toEqual([]);
    const { body } = await adminCalls("GET", "/api/newsletter-subscriptions?limit=1");
    expect(body.items).toEqual([
      {
        id: expect.any(String),
        email: "cleo@castell.example",
        agreed_text: agreement,
        requested_at: "2026-11-22T10:00:00.000Z",
        confirmed_at: null,
        created_at: expect.any(String),
      },
    ]);
    expect(await emailsOf(`?cursor=${body.next_cursor}`)).toEqual(["bo@hundred.example", "ada@castell.example"]);
    expect((await adminCalls("GET", "/api/newsletter-subscriptions/counts")).body).toEqual({
      waiting: 1,
      confirmed: 2,
    });
    expect((await adminCalls("GET", "/api/waiting-counts")).body.newsletter).toBe(3);
  });
});

describe("POST /newsletter-subscriptions.csv", () => {
  it("downloads the filtered addresses with a link to unsubscribe each, formulas as text, and leaves an audit row", async () => {
    const { unsubscribe } = await subscribed("+cmd@castell.example");
    await ask("waiting@castell.example");
    const { headers, body } = await adminCalls("POST", "/api/newsletter-subscriptions.csv?state=confirmed");
    expect(headers.get("content-disposition")).toBe('attachment; filename="kindling-newsletter-2026-11-22.csv"');
    expect(await readCsv(body)).toEqual([
      ["Email", "Status", "Asked on (UTC)", "Confirmed on (UTC)", "Agreed to", "Unsubscribe link", "Id"],
      [
        "'+cmd@castell.example",
        "Confirmed",
        "2026-11-22T10:00:00.000Z",
        "2026-11-22T10:00:00.000Z",
        agreement,
        `http://127.0.0.1:3000/#/unsubscribe-newsletter?token=${unsubscribe}`,
        unsubscribe.split(".")[0],
      ],
    ]);
    expect(await audits("newsletter_exported")).toEqual([
      { actor_id: admin.id, subject_id: null, details: { state: "confirmed", is_search: false } },
    ]);
  });

  it("returns 405 to a GET, which would leave an audit row", async () => {
    expect((await adminCalls("GET", "/api/newsletter-subscriptions.csv")).status).toBe(405);
  });
});

describe("DELETE /newsletter-subscriptions/{id}", () => {
  it("erases the address, whose links then work no more, and leaves an audit row", async () => {
    const { confirm, unsubscribe } = await subscribed("reader@castell.example");
    const [id = ""] = confirm.split(".");
    const { status, body } = await adminCalls("DELETE", `/api/newsletter-subscriptions/${id}`);
    expect([status, body.email]).toEqual([200, "reader@castell.example"]);
    expect(await rows()).toEqual([]);
    expect([await send("confirm", confirm), await send("unsubscribe", unsubscribe)]).toEqual([invalid, invalid]);
    expect(await audits("newsletter_removed")).toContainEqual({ actor_id: admin.id, subject_id: id, details: {} });
  });
});
