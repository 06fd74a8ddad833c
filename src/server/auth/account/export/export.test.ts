import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createApp } from "#server/open-app.ts";
import type { MailData, MailTemplate } from "#server/platform/mail/mail-content.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import {
  buildAdmin,
  buildInvitation,
  buildMember,
  buildPerson,
  buildPicture,
  buildSubmission,
  type Person,
} from "#server/sample/builders.ts";
import { defaultClub } from "#shared/settings/club.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { unzip } from "#tests/support/unzip.ts";
import { collectData } from "./collect-data.ts";
import { readableRow } from "./data-archive.tsx";

const gone = "01900000-0000-7000-8000-000000000000";
const club = await openTestApp({ now: () => new Date("2026-11-21T12:00:00Z") });

async function exportOf(person: Person) {
  const headers = { cookie: await club.cookieOf(person), origin: club.appUrl };
  const response = await createApp(club).request(`${club.appUrl}/api/account/export`, { method: "POST", headers });
  const files = unzip(Buffer.from(await response.arrayBuffer()));
  return {
    headers: response.headers,
    files,
    names: [...files.keys()],
    data: JSON.parse(files.get("your-data.json")?.toString() ?? "{}"),
    page: files.get("your-data.html")?.toString() ?? "",
  };
}

describe("POST /account/export", () => {
  it("returns all data the club holds about a member, as JSON and as a page, and writes an audit row", async () => {
    const admin = await buildAdmin(club.db, { full_name: "Owen Pryce" });
    const mina = await buildMember(club.db, {
      email: "mina@castell.example",
      full_name: "Mina Castell",
      profile: { bio: "<b>Boats</b> & bread", expertise: ["Pricing", "Sales"] },
    });
    await buildSubmission(club.db, { user_id: mina.id, status: "rejected", admin_notes: "Say more, please." });
    await buildInvitation(club.db, { email: mina.email, used_at: new Date(), used_by: mina.id });
    await club.db
      .insertInto("pending_members")
      .values({ full_name: "M. Castell", email: mina.email, tier: "premium" })
      .execute();
    const record = { user_id: mina.id, legal_name: "Mina Jane Castell", date_of_birth: "1980-06-15" };
    const { id: record_id } = await club.db
      .insertInto("investor_records")
      .values(record)
      .returning("id")
      .executeTakeFirstOrThrow();
    const opening = { record_id, user_id: mina.id, opened_by: admin.id, reason: "HMRC asks." };
    await club.db.insertInto("investor_record_openings").values(opening).execute();
    await (await club.as(admin))("GET", "/api/member-profile-submissions");
    await (await club.as(mina))("PUT", "/api/account/name", { full_name: "Mina C." });

    const { headers, names, data, page } = await exportOf(mina);
    expect(headers.get("content-type")).toBe("application/zip");
    expect(headers.get("content-disposition")).toBe('attachment; filename="kindling-data-2026-11-21.zip"');
    expect(headers.get("cache-control")).toBe("no-store");
    expect(names).toEqual(["your-data.json", "your-data.html"]);
    expect(data.account).toMatchObject([{ email: "mina@castell.example", name: "Mina C.", email_verified: true }]);
    expect(data.member_profiles).toMatchObject([{ bio: "<b>Boats</b> & bread", expertise: ["Pricing", "Sales"] }]);
    expect(data.member_profile_submissions).toMatchObject([{ status: "rejected", admin_notes: "Say more, please." }]);
    expect(data.user_roles).toMatchObject([{ role: "member", status: "approved" }]);
    expect(data.investor_records).toMatchObject([{ legal_name: "Mina Jane Castell", date_of_birth: "1980-06-15" }]);
    expect(data.investor_record_openings).toMatchObject([{ reason: "HMRC asks." }]);
    expect(data.invitations).toMatchObject([{ email: "mina@castell.example" }]);
    expect(data.import_by_an_admin).toMatchObject([{ full_name: "M. Castell", tier: "premium" }]);
    expect(data.sessions).toHaveLength(2);
    expect(data.who_looked_at_the_submission).toMatchObject([{ viewer_name: "Owen Pryce" }]);
    expect(data.what_was_recorded.map(({ kind }: { kind: string }) => kind).sort()).toEqual([
      "account_name_changed",
      "data_exported",
    ]);
    expect(page).toContain("<h2>Your profile</h2>");
    expect(page).toContain("&lt;b&gt;Boats&lt;/b&gt; &amp; bread");
    expect(page).toContain("Pricing, Sales");
    expect(page.match(/Boats/g)).toHaveLength(1);
    const kinds = club.db.selectFrom("audit_events").select("kind").where("subject_id", "=", mina.id);
    expect((await kinds.execute()).map(({ kind }) => kind)).toContain("data_exported");
  });

  it("contains no secrets and no data of other people", async () => {
    const password_hash = await hashPassword("nine slow ferries");
    const other = await buildMember(club.db, { email: "other@castell.example", full_name: "Somebody Else" });
    const { code } = await buildInvitation(club.db, { email: other.email });
    const person = await buildPerson(club.db, { password_hash });
    const own = await buildInvitation(club.db, { email: person.email });
    const { data, page } = await exportOf(person);
    for (const text of [JSON.stringify(data), page]) {
      for (const secret of [password_hash, own.code, code, other.email, other.id, "Somebody Else"]) {
        expect(text).not.toContain(secret);
      }
      expect(text).not.toMatch(/token|password_hash|secret/i);
    }
  });

  it("returns the data of a rejected person too", async () => {
    const rejected = await buildPerson(club.db, { status: "rejected" });
    expect((await exportOf(rejected)).data.user_roles).toMatchObject([{ status: "rejected" }]);
  });

  it("adds pictures to the archive as files and lists their names", async () => {
    const person = await buildPerson(club.db);
    const content = Buffer.from("52494646240000005745425056503820", "hex");
    const kind = { name: "picture", maximumBytes: 100, mediaTypes: ["image/webp"] as const };
    const file = await club.files.put([content], kind, person.id);
    await buildPicture(club.db, person.id, { name: "holiday.jpg", file_id: file.id });
    const { data, files, page } = await exportOf(person);
    const name = data.pictures[0].content;
    expect(name).toMatch(/^pictures\/\d{4}-\d\d-\d\d-holiday-[0-9a-f]{8}\.webp$/);
    expect(files.get(name)).toEqual(content);
    expect(page).toContain(`<a href="${name}">${name.slice("pictures/".length)}</a>`);
    expect(data.pictures).toEqual([
      {
        id: expect.any(String),
        user_id: person.id,
        name: "holiday.jpg",
        width: 64,
        height: 64,
        created_at: expect.any(String),
        content_type: "image/webp",
        size_bytes: 16,
        sha256: file.sha256,
        content: name,
      },
    ]);
  });

  it("gives a file's name the ending of its type", async () => {
    const { dataArchive } = await import("./data-archive.tsx");
    const picture = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
    const files = unzip(Buffer.from(await dataArchive({ pictures: [{ picture }] }, "2026-11-21", defaultClub)));
    expect(files.get("files/pictures-1-picture.jpg")).toEqual(picture);
  });
});

it("What a person was shown has the number of the terms, as the deal's page and its receipts say it", async () => {
  const { id, record_id } = await buildInvestor(club.db, { signed_at: new Date("2026-11-20T12:00:00Z") });
  const deal = await buildDeal(club.db, { at: new Date("2026-11-19T12:00:00Z") });
  const { rows } = await sql<{ id: string }>`
    insert into deal_versions (deal_id, number, terms_id, content, page, page_sha256, approved_at)
    select deal_id, 2, terms_id, content, page, page_sha256, approved_at from deal_versions where id = ${deal.version_id}
    returning id`.execute(club.db);
  const version = rows[0]?.id;
  await sql`select record_delivery(${id}, 'page', ${version}, ${version}, ${club.now()})`.execute(club.db);
  await buildCommitment(club.db, { deal_id: deal.id, terms_id: deal.terms_id, record_id });
  const data = await club.asOwner(null, (tx) => collectData(tx, id, club));
  const written = [["what_you_were_shown"], ["commitments"]].flatMap(([part = ""]) =>
    (data[part] ?? []).map((row) => readableRow(part, row).entries.find(({ label }) => label === "Terms")?.value),
  );
  expect(written).toEqual(["Version 1, 19 November 2026", "Version 1, 19 November 2026"]);
});

it("The export names what was signed as the most to pay, apart from the amount that was typed", async () => {
  const { id, record_id } = await buildInvestor(club.db);
  const deal = await buildDeal(club.db);
  const typed = { amount_pence: 1_200_100, ceiling_pence: 1_200_100 };
  await buildCommitment(club.db, { deal_id: deal.id, terms_id: deal.terms_id, record_id, ...typed });
  const data = await club.asOwner(null, (tx) => collectData(tx, id, club));
  const entriesOf = (part: string) =>
    Object.fromEntries(readableRow(part, data[part]?.[0] ?? {}).entries.map(({ label, value }) => [label, value]));
  const commitment = entriesOf("commitments");
  expect(commitment).toMatchObject({ "Amount that you entered": "£12,001.00", "Most to pay": "£13,500.00" });
  const happened = entriesOf("what_happened_to_commitments");
  expect(happened.Sum).toBe("£13,500.00");
  expect(JSON.stringify([commitment, happened])).not.toMatch(/Ceiling|Most that the shares cost/);
});

/** This field of a mail's job finds its person; a template without a row is a type error. */
const recipients: { [Template in MailTemplate]: keyof MailData[Template] | "nobody of the club" } = {
  "act-announced": "user_id",
  "act-answered": "user_id",
  "act-news": "user_id",
  "act-void": "user_id",
  "adviser-seat-ended": "user_id",
  "adviser-seat-ending": "user_id",
  "adviser-seat-granted": "user_id",
  "adviser-seat-opened": "user_id",
  "api-key-created": "user_id",
  "commitment-ended": "user_id",
  "commitment-receipt": "user_id",
  "company-account-request": "nobody of the club",
  "company-update": "user_id",
  "company-update-request": "nobody of the club",
  "closing-announced": "user_id",
  "confirmation-announced": "user_id",
  "confirmation-ended": "user_id",
  "deal-question": "user_id",
  "deal-mail": "deal_mail_id",
  "deal-stopped": "user_id",
  "deletion-withdrawn": "user_id",
  "deletion-requested": "user_id",
  "distribution-paid": "commitment_id",
  "email-change-new": "email_change_id",
  "email-change-old": "email_change_id",
  "email-changed": "email_change_id",
  "admin-email-changed": "user_id",
  "event-answered": "user_id",
  "event-cancelled": "user_id",
  "event-changed": "user_id",
  "event-offer": "user_id",
  "event-offer-ended": "user_id",
  "event-place-lost": "user_id",
  "event-reminder": "user_id",
  "event-waiting": "user_id",
  "exit-confirmed": "user_id",
  "exit-withdrawn": "user_id",
  "investor-record-changed": "user_id",
  "first-admin": "invitation_id",
  "funds-nudge": "commitment_id",
  "funds-reminder": "user_id",
  "google-connected": "user_id",
  "google-disconnected": "user_id",
  "holdings-import-undone": "user_id",
  "holdings-imported": "user_id",
  "introduction-answered": "introduction_id",
  "introduction-asked": "introduction_id",
  invitation: "invitation_id",
  "ledger-mismatch": "user_id",
  "ledger-settled": "user_id",
  "membership-approved": "user_id",
  "membership-ended": "user_id",
  "membership-reinstated": "user_id",
  "membership-admitted": "user_id",
  "membership-rejected": "user_id",
  "membership-suspended": "user_id",
  message: "message_mail_id",
  "message-test": "user_id",
  "new-device": "user_id",
  "newsletter-subscription": "subscription_id",
  "passkey-added": "user_id",
  "passkey-removed": "user_id",
  "password-changed": "user_id",
  "password-replaced": "user_id",
  "password-reset": "user_id",
  "payment-arrived": "commitment_id",
  "payment-sent-back": "commitment_id",
  "payment-returned": "commitment_id",
  "payment-unbooked": "commitment_id",
  "payout-returned": "commitment_id",
  "payout-unbooked": "commitment_id",
  "profile-approved": "user_id",
  "profile-hidden": "user_id",
  "profile-rejected": "user_id",
  "recovery-code-used": "user_id",
  "recovery-codes-renewed": "user_id",
  "relief-certificate": "user_id",
  "relief-certificate-withdrawn": "user_id",
  "relief-chaser": "nobody of the club",
  "setting-changed": "user_id",
  "setting-proposed": "user_id",
  "shares-given-out": "user_id",
  "shares-issued": "user_id",
  "shares-lost": "user_id",
  "shares-offered": "user_id",
  "shares-split": "user_id",
  "signatory-news": "user_id",
  "sign-in-link": "user_id",
  "signed-out-everywhere": "user_id",
  "statement-decided": "user_id",
  "statement-ends": "user_id",
  "statement-signed": "user_id",
  "statement-withdrawn": "user_id",
  "terms-changed": "user_id",
  test: "user_id",
  "tier-changed": "user_id",
  "tier-ended": "user_id",
  "tier-ending": "user_id",
  "two-factor-disabled": "user_id",
  "two-factor-enabled": "user_id",
  "two-factor-guessed": "user_id",
  "two-factor-reset": "user_id",
  verification: "user_id",
  waiting: "notice_mail_id",
  "webhook-address": "user_id",
  "webhook-switched-off": "user_id",
  weekly: "notice_mail_id",
};

const templates = Object.keys(recipients) as MailTemplate[];

/** A record of each kind that a mail is about, of this person. */
async function buildAbout(other: Person) {
  const person = await buildInvestor(club.db, {});
  const { id: user_id, email, record_id } = person;
  const expires_at = new Date("2026-12-21T12:00:00Z");
  const changed_at = new Date("2026-11-20T12:00:00Z");
  const deal = await buildDeal(club.db);
  const row = async (table: string, values: object) => {
    const inserted = club.db
      .insertInto(table as never)
      .values(values as never)
      .returning("id" as never);
    return ((await inserted.executeTakeFirstOrThrow()) as { id: string }).id;
  };
  const mailing = { deal_id: deal.id, created_at: changed_at, kind: "release" };
  const message = "You wrote about pricing. I would like twenty minutes on it.";
  return {
    person,
    ids: {
      user_id,
      commitment_id: (await buildCommitment(club.db, { deal_id: deal.id, terms_id: deal.terms_id, record_id })).id,
      deal_mail_id: await row("deal_mails", { mailing_id: await row("deal_mailings", mailing), user_id, changed_at }),
      email_change_id: await row("auth.email_changes", {
        user_id,
        old_email: email,
        new_email: `n-${email}`,
        expires_at,
      }),
      introduction_id: await row("introductions", { asker_id: other.id, asked_id: user_id, message, expires_at }),
      invitation_id: (await buildInvitation(club.db, { email })).id,
      message_mail_id: await row("message_mails", {
        message_id: await row("messages", {
          kind: "club",
          subject: "The supper",
          text: "It is on Thursday.",
          audience: JSON.stringify({ members: true }),
        }),
        user_id,
        changed_at,
      }),
      notice_mail_id: await row("notice_mails", {
        user_id,
        kind: "weekly",
        day: "2026-11-16",
        created_at: changed_at,
        changed_at,
      }),
      subscription_id: await row("newsletter_subscriptions", { email, agreed_text: "Letters." }),
    } as Record<string, string>,
  };
}

it("Every mail that a person was sent is in the person's data, and in nobody else's", async () => {
  const stranger = await buildMember(club.db);
  const [one, two] = [await buildAbout(stranger), await buildAbout(stranger)];
  await sql`delete from pgboss.job where name = 'mail'`.execute(club.db);
  await club.asOwner(null, async (_tx, effects) => {
    for (const { ids } of [one, two])
      for (const template of templates) {
        const field = recipients[template];
        const to = template === "introduction-answered" && { to: "asked" };
        effects.mail(template, { [field]: ids[field] ?? gone, ...to } as never);
      }
  });
  const mailsOf = async ({ id }: Person) => {
    const data = await club.asOwner(null, (tx) => collectData(tx, id, club));
    return data.mails_of_the_last_days?.map(({ mail }) => mail).toSorted();
  };
  const sent = templates.filter((template) => recipients[template] !== "nobody of the club").toSorted();
  expect(await mailsOf(one.person)).toEqual(sent);
  expect(await mailsOf(two.person)).toEqual(sent);
  expect(await mailsOf(stranger)).toEqual([]);
});
