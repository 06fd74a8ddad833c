import { describe, expect, it } from "vitest";
import { buildInvestor } from "#server/sample/build-investor.ts";
import type { PersonInput } from "#server/sample/builders.ts";
import { buildInvitation, buildMember, buildPerson, buildSubmission } from "#server/sample/builders.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { composeMail } from "./mails.ts";
import type { ComposedMail, MailRequest } from "./platform/mail/mail-content.ts";

const noId = "019aa000-0000-7000-8000-000000000000";
const risk = "Capital is at risk. Investing in start-ups is high risk: most fail";
const appUrl = "https://club.example";

const club = await openTestApp({ appUrl });

const compose = (request: MailRequest) => composeMail(club, request);

async function get(request: MailRequest): Promise<ComposedMail> {
  const mail = await compose(request);
  if (!mail) throw new Error(`nothing to send: ${request.template}`);
  return mail;
}

async function buildEmailChange(input: { new_email?: string; changed_at?: Date } = {}) {
  const { id, email } = await ada();
  const confirmed = input.changed_at && { old_confirmed_at: new Date(), new_confirmed_at: new Date() };
  const expires_at = new Date(Date.now() + 24 * 60 * 60 * 1000);
  const values = { user_id: id, old_email: email, new_email: `new-${email}`, expires_at, ...confirmed, ...input };
  const row = club.db.insertInto("auth.email_changes").values(values).returning(["id", "new_email"]);
  return { ...(await row.executeTakeFirstOrThrow()), old_email: email };
}

const ada = () => buildPerson(club.db, { full_name: "Ada Lovelace" });

describe("A person who is invited", () => {
  const invited = () =>
    buildInvitation(club.db, {
      email: "ada+club@mail.example",
      code: "K7QX2MPR9W",
      expires_at: new Date("2027-07-12T14:03:00Z"),
    });

  it("An invited person reads the risk warning, the code, its addressee and its expiry, with a link to the form", async () => {
    const { id } = await invited();
    const { to, subject, html, text, link } = await get({ template: "invitation", invitation_id: id });
    await club.db.deleteFrom("invitations").where("id", "=", id).execute();
    expect([to, subject]).toEqual(["ada+club@mail.example", "You are invited to Kindling"]);
    expect(link).toBe("https://club.example/#/register?code=K7QX2MPR9W&email=ada%2Bclub%40mail.example");
    expect(html).toContain(
      'href="https://club.example/#/register?code=K7QX2MPR9W&amp;email=ada%2Bclub%40mail.example" style="display:inline-block',
    );
    expect(text).toContain(`Accept the invitation:\n${link}\n`);
    const condition =
      "The invitation is for ada+club@mail.example alone and works once, until 12 July 2027 at 15:03 (London time).";
    expect(html).toContain(">Invitation code</span>K7QX2MPR9W</p>");
    expect(html).toContain(condition);
    expect(text).toContain("Invitation code: K7QX2MPR9W\n");
    expect(text).toContain(condition);
    expect(text).toContain("An admin approves your membership after you register.");
    expect(html).toContain(risk);
    expect(text.indexOf(risk)).toBeLessThan(text.indexOf("Accept the invitation:"));
  });

  it("An invited person is greeted without a name where only the address was imported", async () => {
    const greetings = ["bob", "Bob Vale"].map(async (full_name, place) => {
      const email = `bob@${place}.example`;
      await club.db.insertInto("pending_members").values({ email, full_name }).execute();
      const { id } = await buildInvitation(club.db, { email });
      return (await get({ template: "invitation", invitation_id: id })).text.match(/^Hello.*$/m)?.[0];
    });
    expect(await Promise.all(greetings)).toEqual(["Hello,", "Hello Bob,"]);
  });

  it("An invited person reads which admin invites them, where that admin has a name", async () => {
    const inviters = [
      await buildPerson(club.db, { full_name: "Amara Okafor" }),
      await buildPerson(club.db, { full_name: "" }),
    ];
    const subjects = inviters.map(async ({ id: created_by }) => {
      const { id } = await buildInvitation(club.db, { created_by });
      return (await get({ template: "invitation", invitation_id: id })).subject;
    });
    expect(await Promise.all(subjects)).toEqual([
      "Amara Okafor invites you to Kindling",
      "You are invited to Kindling",
    ]);
  });

  it("An invited person is greeted by name, and reads the admin's own sentence and their plan", async () => {
    const { id: created_by } = await buildPerson(club.db, { full_name: "Amara Okafor" });
    const full_name = "Owen Castell";
    const note = "We met at the demo day.\nCome & <see> us.";
    const { id } = await buildInvitation(club.db, { created_by, full_name, tier: "premium", note });
    const { text, html } = await get({ template: "invitation", invitation_id: id });
    expect(text).toContain("Hello Owen,");
    expect(text).toMatch(/Amara Okafor writes:\s+> We met at the demo day\.\s+> Come & <see> us\./);
    expect(html).toContain("Come &amp; &lt;see&gt; us.");
    expect(text).toContain("Your plan is Premium from the day you are approved.");
  });

  it("An invited person who will be a first admin reads that registering makes them one", async () => {
    const { id } = await invited();
    const { subject, text } = await get({ template: "first-admin", invitation_id: id });
    expect(subject).toBe("Register as an admin of Kindling");
    expect(text).toContain("Do not pass it on: who registers with it becomes an admin.");
  });

  it.each([
    ["the name they were imported with", "grace@mail.example", "Grace Hopper", "Hello Grace,\n"],
    ['the first name of "Last, First"', "anna@mail.example", "Hale, Anna", "Hello Anna,\n"],
  ])("An invited person is greeted by %s", async (_, email, full_name, greeting) => {
    const { id } = await buildInvitation(club.db, { email });
    await club.db.insertInto("pending_members").values({ full_name, email }).execute();
    const { text } = await get({ template: "invitation", invitation_id: id });
    expect(text).toContain(greeting);
    expect(text).not.toContain("An admin approves");
  });

  it("An invited person gets no mail once the invitation is used, expired or deleted", async () => {
    const used = await buildInvitation(club.db, { used_at: new Date() });
    const expired = await buildInvitation(club.db, { created_at: new Date("2026-01-01T00:00:00Z") });
    for (const invitation_id of [used.id, expired.id, noId]) {
      expect(await compose({ template: "invitation", invitation_id })).toBeUndefined();
    }
  });
});

describe("A person who has registered", () => {
  it.each([
    ["pending", true],
    ["approved", false],
  ] as const)(
    "A registered person reads while they are %s whether an admin still has to approve them",
    async (status, isTold) => {
      const { id } = await buildPerson(club.db, { email_verified: false, status });
      const { text } = await get({ template: "verification", user_id: id });
      expect(text.includes("An admin still has to approve your membership.")).toBe(isTold);
    },
  );

  it("A registered person gets a link of the app that verifies their address with the password they chose", async () => {
    const { id, email } = await buildPerson(club.db, {
      email_verified: false,
      password_hash: await hashPassword("seven quiet lanterns"),
    });
    const { to, subject, html, text, link } = await get({ template: "verification", user_id: id });
    expect([to, subject, link?.split("?")[0]]).toEqual([
      email,
      "Verify your email address for Kindling",
      "https://club.example/#/verify-email",
    ]);
    expect(html).toContain(`href="${link}"`);
    expect(text).toContain(`Verify email address:\n${link}\n`);
    for (const part of [html, text]) expect(part).toContain("The link works once, for 24 hours.");
    const token = new URLSearchParams(link?.split("?")[1]).get("token");
    const verified = { token, password: "seven quiet lanterns" };
    expect((await club.visitor("POST", "/api/auth/verify-email", verified)).body).toEqual({ email });
    const user = club.db.selectFrom("auth.users").select("email_verified").where("id", "=", id);
    expect(await user.executeTakeFirst()).toEqual({ email_verified: true });
  });

  it("A registered person gets no mail when the address is already verified or the account is deleted", async () => {
    const { id } = await buildPerson(club.db);
    for (const user_id of [id, noId]) expect(await compose({ template: "verification", user_id })).toBeUndefined();
  });
});

it("A person who asked for a new password gets a link to choose one, and reads how long the link is valid", async () => {
  const { subject, html, text, link } = await get({ template: "password-reset", user_id: (await ada()).id });
  expect(subject).toBe("Choose a new password for Kindling");
  expect(link).toMatch(/^https:\/\/club\.example\/#\/reset-password\?token=[\w-]{43}$/);
  expect(html).toContain(`href="${link}"`);
  expect(text).toContain(`Choose a new password:\n${link}\n`);
  for (const part of [html, text]) {
    expect(part).toContain("The link works once, for 60 minutes.");
    expect(part).toContain("your password stays as it is");
  }
});

describe("A member who submitted a profile", () => {
  it("A member whose profile is approved is greeted by the name on it and gets a link to the directory", async () => {
    const { id, email } = await buildMember(club.db, {
      full_name: "R. Ashdown",
      profile: { full_name: "Robin Ashdown" },
    });
    await buildSubmission(club.db, { user_id: id, status: "approved" });
    const { to, subject, html, text } = await get({ template: "profile-approved", user_id: id });
    expect([to, subject]).toEqual([email, "Your profile is in the member directory"]);
    expect(text).toContain("Hello Robin,");
    expect(html).toContain('href="https://club.example/#/members?tab=directory"');
    expect(text).toContain("Open the directory:\nhttps://club.example/#/members?tab=directory\n");
    for (const part of [html, text]) expect(part).toContain("Member Directory, then Edit Profile");
  });

  it("A member whose profile is rejected reads the admin's notes line by line, and where to revise the profile", async () => {
    const admin_notes = "Please say more.\r\n\r\n<b>Your</b> link leads nowhere & the bio is short.";
    const { user_id } = await buildSubmission(club.db, { status: "rejected", admin_notes });
    const { subject, html, text } = await get({ template: "profile-rejected", user_id });
    expect(subject).toBe("Your profile was not approved");
    expect(html).toContain(
      "Please say more.<br/><br/>&lt;b&gt;Your&lt;/b&gt; link leads nowhere &amp; the bio is short.",
    );
    expect(html).toContain('href="https://club.example/#/members?tab=directory&amp;view=submit"');
    expect(text).toContain("> Please say more.\n> \n> <b>Your</b> link leads nowhere & the bio is short.\n");
    expect(text).toContain("Revise your profile:\nhttps://club.example/#/members?tab=directory&view=submit\n");
    for (const part of [html, text]) expect(part).toContain("Member Directory, then Submit Profile");
  });

  it.each(["  ", null])(
    "A member whose profile is rejected reads whom to contact when the admin notes are %j",
    async (admin_notes) => {
      const { user_id } = await buildSubmission(club.db, { status: "rejected", admin_notes });
      const { html, text } = await get({ template: "profile-rejected", user_id });
      const sentence = "The admin left no notes. To ask what to change, write to contact@kindling.example.";
      for (const part of [html, text]) expect(part).toContain(sentence);
    },
  );

  it("A member gets no mail about a rejected profile after resubmitting", async () => {
    const { user_id } = await buildSubmission(club.db, { status: "pending", admin_notes: "Say more." });
    expect(await compose({ template: "profile-rejected", user_id })).toBeUndefined();
    expect(await compose({ template: "profile-approved", user_id })).toBeUndefined();
  });
});

describe("A person who asked for membership", () => {
  it.each([
    ["approved", "Welcome to Kindling: your membership is approved"],
    ["rejected", "Your membership request was not approved"],
  ] as const)(
    "A person whose request for membership was %s gets a mail of that, and no other",
    async (status, subject) => {
      const { id: user_id } = await buildPerson(club.db, { status });
      const mails = [
        await compose({ template: "membership-approved", user_id }),
        await compose({ template: "membership-rejected", user_id }),
      ];
      expect(mails.filter(Boolean).map((mail) => mail?.subject)).toEqual([subject]);
    },
  );

  it("An approved person gets a link to the members area, and reads the risk warning", async () => {
    const { html, text } = await get({ template: "membership-approved", user_id: (await ada()).id });
    expect(html).toContain('href="https://club.example/#/members"');
    expect(text).toContain("Open the members area:\nhttps://club.example/#/members\n");
    for (const part of [html, text]) expect(part).toContain(risk);
  });

  it("An approved person reads of nothing as newly open that was open to them before", async () => {
    const { text } = await get({ template: "membership-approved", user_id: (await ada()).id });
    expect(text).toContain("Beside the rest of the members area, introductions to other members are now open to you.");
    expect(text.split("Not in the directory yet?")[0]).not.toMatch(/directory|events/);
  });

  it("An approved person reads the club's own words first, with their first name in place of its braces", async () => {
    const text = "Dear {first_name}, we meet on Tuesdays.\n\nBring <a> friend.";
    const own = JSON.stringify({ subject: "Welcome, {first_name}", text });
    await club.db.insertInto("club_settings").values({ key: "welcome", value: own }).execute();
    const mail = await get({ template: "membership-approved", user_id: (await ada()).id });
    const nameless = await buildPerson(club.db, { full_name: "", status: "approved" });
    const other = await get({ template: "membership-approved", user_id: nameless.id });
    const none = JSON.stringify({ subject: null, text: null });
    await club.db.updateTable("club_settings").set({ value: none }).where("key", "=", "welcome").execute();
    expect(mail.subject).toBe("Welcome, Ada");
    expect(mail.text).toContain("Dear Ada, we meet on Tuesdays.\n\nBring <a> friend.\n\nBeside the rest");
    expect(mail.html).toContain("Bring &lt;a&gt; friend.");
    expect(mail.text).toContain(risk);
    expect(other.subject).toBe("Welcome, there");
  });

  it("An approved person reads that a statement comes before deals, while the club has deals", async () => {
    const welcome = async () => (await get({ template: "membership-approved", user_id: (await ada()).id })).text;
    const sentence = "Before you are shown a deal, the law asks for your investor statement.";
    expect(await welcome()).not.toContain(sentence);
    await setDeals(club.db, { is_enabled: true });
    expect(await welcome()).toContain(sentence);
  });

  it("A rejected person reads what a rejection means and whom to contact", async () => {
    const { id } = await buildPerson(club.db, { status: "rejected" });
    const { html, text } = await get({ template: "membership-rejected", user_id: id });
    for (const part of [html, text]) {
      expect(part).toContain("You can still sign in to your account, but the members area stays closed.");
      expect(part).toContain("write to contact@kindling.example");
    }
  });
});

describe("A member whose membership or profile an admin changed", () => {
  const expectReason = ({ html, text }: ComposedMail, asks: string) => {
    expect(html).toContain("No answer<br/>for a year.");
    expect(text).toContain("> No answer\n> for a year.\n");
    for (const part of [html, text]) {
      expect(part).toContain(`If ${asks}`);
      expect(part).toContain("write to contact@kindling.example");
    }
  };

  it.each([
    ["suspended", { suspended_at: new Date() }, "Your membership is suspended", "you think"],
    ["ended", { ended_at: new Date() }, "Your membership has ended", "you think"],
    ["reinstated", {}, "Your membership is reinstated", "you have a question"],
  ] as const)(
    "A member reads the reason, whom to contact and only the facts that apply when their membership is %s",
    async (standing, set, subject, asks) => {
      const { id: user_id } = await ada();
      const changed = { ...set, standing_reason: "No answer\nfor a year." };
      await club.db.updateTable("user_roles").set(changed).where("user_id", "=", user_id).execute();
      const asked = { user_id, commitment_ids: [] };
      const mail = await get({ template: `membership-${standing}`, ...asked });
      expect(mail.subject).toBe(subject);
      expectReason(mail, asks);
      for (const other of ["suspended", "ended", "reinstated"] as const) {
        if (other !== standing) expect(await compose({ template: `membership-${other}`, ...asked })).toBeUndefined();
      }
    },
  );

  it("A member reads why the profile was hidden, and gets no mail when it is shown again", async () => {
    const hidden = { hidden_by_admin_at: new Date(), hidden_reason: "No answer\nfor a year." };
    const { id } = await buildMember(club.db, { profile: hidden });
    const mail = await get({ template: "profile-hidden", user_id: id });
    expect(mail.subject).toBe("Your profile is hidden from the member directory");
    expectReason(mail, "you think");
    const shown = await buildMember(club.db);
    expect(await compose({ template: "profile-hidden", user_id: shown.id })).toBeUndefined();
  });
});

describe("A person whose email address is to change", () => {
  it("A change of address is confirmed at the old one, which reads what to do if nobody there asked", async () => {
    const { id, old_email, new_email } = await buildEmailChange();
    const { to, html, text, link } = await get({ template: "email-change-old", email_change_id: id });
    expect(to).toBe(old_email);
    expect(link).toMatch(/^https:\/\/club\.example\/#\/confirm-email-change\?token=[\w-]{43}$/);
    expect(html).toContain(`href="${link}"`);
    expect(text).toContain(`Confirm the change:\n${link}\n`);
    for (const part of [html, text]) {
      expect(part).toContain(`with ${new_email} instead of this address`);
      expect(part).toContain("The link works once, within 24 hours of your request.");
      expect(part).toContain("If you did not ask for this, somebody knows your password.");
      expect(part).toContain("write to contact@kindling.example");
    }
  });

  it("A change of address is confirmed at the new one, in a mail without a name, since it may be a stranger's", async () => {
    const { id, new_email } = await buildEmailChange();
    const { to, html, text, link } = await get({ template: "email-change-new", email_change_id: id });
    expect(to).toBe(new_email);
    expect(text).toContain(`Confirm this address:\n${link}\n`);
    for (const part of [html, text]) {
      expect(part).toContain("Hello,");
      expect(part).toContain("If that was not you, ignore it: nothing happens unless it is confirmed.");
    }
  });

  it("The old address reads that it has changed", async () => {
    const { id, old_email, new_email } = await buildEmailChange({ changed_at: new Date() });
    const { to, html, text } = await get({ template: "email-changed", email_change_id: id });
    expect(to).toBe(old_email);
    for (const part of [html, text]) {
      expect(part).toContain(`from now on you sign in to Kindling with ${new_email}`);
      expect(part).toContain("If this was not you, write to contact@kindling.example at once.");
    }
  });

  it("The owner of a taken address reads that nothing has changed, but not who tried to use it", async () => {
    const { email: new_email } = await buildPerson(club.db);
    const { id } = await buildEmailChange({ new_email });
    const { to, html, text } = await get({ template: "email-change-new", email_change_id: id });
    expect(to).toBe(new_email);
    expect(html).toContain('href="https://club.example/#/login"');
    for (const part of [html, text]) {
      expect(part).toContain("Hello,");
      expect(part).toContain("nothing has changed and nobody else can sign in with it");
    }
  });
});

describe("A person whose sign-in methods change", () => {
  const changes = [
    ["google-connected", "Google signs you in", "The Google account that you chose is now connected"],
    ["google-disconnected", "Google is disconnected", "does not sign in to your account any more"],
    ["password-changed", "Your password has changed", "was changed on the account page"],
    ["password-replaced", "You have a new password", "with the link of a recovery email"],
    ["recovery-code-used", "A recovery code was used", "That recovery code does not work again"],
    ["recovery-codes-renewed", "You have new recovery codes", "the earlier ones do not work any more"],
    ["two-factor-disabled", "Two-factor sign-in is off", "the password alone signs you in"],
    ["two-factor-enabled", "Two-factor sign-in is on", "also asks for a code of your authenticator app"],
  ] as const;

  it.each(changes)(
    "A person reads what sign-in method has changed, and what to do if somebody else did it: %s",
    async (template, heading, words) => {
      const { subject, html, text } = await get({ template, user_id: (await ada()).id });
      expect(subject).toBe(`${heading} at Kindling`);
      expect(html).toContain('href="https://club.example/#/members?tab=account&amp;view=security"');
      expect(text).toContain("Open your account page:\nhttps://club.example/#/members?tab=account&view=security\n");
      for (const part of [html, text]) {
        expect(part).toContain(words);
        expect(part).toContain(
          "If this was not you, choose a new password at once: https://club.example/#/forgot-password sends you a link.",
        );
        expect(part).toContain("write to contact@kindling.example");
      }
    },
  );

  it("A person reads which Google account is connected", async () => {
    const { id: user_id } = await ada();
    const account = { account_id: "eve", provider_id: "google", email: "eve@mail.example", updated_at: new Date() };
    await club.db
      .insertInto("auth.accounts")
      .values({ ...account, user_id })
      .execute();
    const { text } = await get({ template: "google-connected", user_id });
    expect(text).toContain("The Google account eve@mail.example is now connected to your account");
  });
});

it("A person whose codes are being guessed reads how many attempts there were, and that a new password stops them", async () => {
  const { html, text } = await get({ template: "two-factor-guessed", user_id: (await ada()).id });
  expect(html).toContain('href="https://club.example/#/forgot-password"');
  for (const part of [html, text]) {
    expect(part).toContain("Within a day, 50 wrong codes were entered for your account.");
    expect(part).toContain("Choose a new password, and yours works at once, while theirs are of no use.");
  }
});

describe("The recipient of a mail", () => {
  const full_name = "Ada Lovelace";
  const adaAs = async (input: PersonInput) => (await buildPerson(club.db, { full_name, ...input })).id;
  const submitted = async (status: "approved" | "rejected") =>
    (await buildSubmission(club.db, { full_name, status })).user_id;
  const requests: (() => Promise<MailRequest>)[] = [
    async () => {
      const { id, email } = await buildInvitation(club.db);
      await club.db.insertInto("pending_members").values({ full_name, email }).execute();
      return { template: "invitation", invitation_id: id };
    },
    async () => ({ template: "verification", user_id: await adaAs({ email_verified: false }) }),
    async () => ({ template: "password-reset", user_id: await adaAs({}) }),
    async () => ({ template: "profile-approved", user_id: await submitted("approved") }),
    async () => ({ template: "profile-rejected", user_id: await submitted("rejected") }),
    async () => ({ template: "membership-approved", user_id: await adaAs({}) }),
    async () => ({ template: "membership-rejected", user_id: await adaAs({ status: "rejected" }) }),
    async () => ({ template: "email-change-old", email_change_id: (await buildEmailChange()).id }),
    async () => ({
      template: "email-changed",
      email_change_id: (await buildEmailChange({ changed_at: new Date() })).id,
    }),
    async () => ({ template: "password-changed", user_id: await adaAs({}) }),
    async () => ({ template: "two-factor-guessed", user_id: await adaAs({}) }),
  ];

  it.each(requests)("A mail has a greeting, the sender and the reason: %#", async (request) => {
    const { subject, html, text } = await get(await request());
    expect(html).toContain(`<title>${subject}</title>`);
    for (const part of [html, text]) {
      expect(part).toContain("Hello Ada,");
      expect(part).toContain("You get this email because ");
      expect(part).toContain("Company number 00000000");
    }
    expect(html).toContain("Kindling Club Ltd, 1 Sample Street, London, EC1A 1AA, United Kingdom");
    expect(text).toContain("Kindling Club Ltd\n1 Sample Street\nLondon\nEC1A 1AA\nUnited Kingdom\n");
  });

  it("A mail has a name as it was typed, never as markup", async () => {
    const { id } = await buildPerson(club.db, { full_name: "<img/src=x> O'Hara" });
    const { html, text } = await get({ template: "password-changed", user_id: id });
    expect(html).toContain("Hello &lt;img/src=x&gt;,");
    expect(html).not.toContain("<img/src=x>");
    expect(text).toContain("Hello <img/src=x>,");
  });

  it("A mail greets without a name when none is known", async () => {
    const { id } = await buildPerson(club.db, { full_name: " " });
    const { html, text } = await get({ template: "password-changed", user_id: id });
    for (const part of [html, text]) expect(part).toContain("Hello,");
  });
});

it("A mail about a request for deletion says what is kept, and what to do if somebody else asked", async () => {
  await setDeals(club.db);
  const { id } = await buildInvestor(club.db);
  await club.db.insertInto("deletion_requests").values({ user_id: id }).execute();
  const { text } = await get({ template: "deletion-requested", user_id: id });
  expect(text).toContain("withdraw the request and choose a new password at once:");
  expect(text).toContain("The law asks us to keep your investor record");
});

it("A mail about a question leads to the deal's page only readers to whom the page is open", async () => {
  const { id: user_id } = await buildMember(club.db);
  const deal_id = "018f0000-0000-7000-8000-000000000000";
  expect((await get({ template: "deal-question", user_id, deal_id })).text).toContain(deal_id);
  const closed = await get({ template: "deal-question", user_id, deal_id: null });
  expect(closed.text).toContain("The deal is over, so its page is closed to you.");
});
