import { describe, expect, it } from "vitest";
import { renderMail } from "../platform/mail/render-mail.tsx";
import { emailChangeNewMail } from "./templates/email-change-new.ts";
import { emailChangeOldMail } from "./templates/email-change-old.ts";
import { emailChangeTakenMail } from "./templates/email-change-taken.ts";
import { emailChangedMail } from "./templates/email-changed.ts";
import { invitationMail } from "./templates/invitation.ts";
import { membershipApprovedMail } from "./templates/membership-approved.ts";
import { membershipEndedMail } from "./templates/membership-ended.ts";
import { membershipReinstatedMail } from "./templates/membership-reinstated.ts";
import { membershipRejectedMail } from "./templates/membership-rejected.ts";
import { membershipSuspendedMail } from "./templates/membership-suspended.ts";
import { passwordResetMail } from "./templates/password-reset.ts";
import { profileApprovedMail } from "./templates/profile-approved.ts";
import { profileHiddenMail } from "./templates/profile-hidden.ts";
import { profileRejectedMail } from "./templates/profile-rejected.ts";
import { twoFactorGuessedMail } from "./templates/two-factor-guessed.ts";
import { verificationMail } from "./templates/verification.ts";
import { wayInChangedMail } from "./templates/way-in-changed.ts";

const appUrl = "https://club.example";
const name = "Ada Lovelace";
const risk = "Capital is at risk. Investing in start-ups is high risk: most fail";

const invitation = {
  appUrl,
  name,
  email: "ada+club@mail.example",
  code: "K7QX2MPR9W",
  expiresAt: new Date("2027-07-12T14:03:00Z"),
};

describe("Somebody who is invited", () => {
  const { subject, html, text } = renderMail(invitationMail(invitation));

  it("gets a link that fills in the registration form", () => {
    expect(subject).toBe("Your invitation to join Kindling");
    expect(html).toContain(
      'href="https://club.example/#/register?code=K7QX2MPR9W&amp;email=ada%2Bclub%40mail.example" style="display:inline-block',
    );
    expect(text).toContain(
      "Join Kindling:\nhttps://club.example/#/register?code=K7QX2MPR9W&email=ada%2Bclub%40mail.example\n",
    );
  });

  it("sees the code, whom it is for and until when, in London's time", () => {
    const condition =
      "The invitation is for ada+club@mail.example alone and works once, until 12 July 2027 at 15:03 (London time).";
    expect(html).toContain(">Invitation code</span>K7QX2MPR9W</p>");
    expect(html).toContain(condition);
    expect(text).toContain("Invitation code: K7QX2MPR9W\n");
    expect(text).toContain(condition);
  });

  it("reads the risk beside what the club does", () => {
    expect(html).toContain(risk);
    expect(text.indexOf(risk)).toBeLessThan(text.indexOf("Join Kindling:"));
  });
});

it("Somebody who registered gets the link that verifies their address, and reads how long it works", () => {
  const url = "https://club.example/#/verify-email?token=a-b&c";
  const { subject, html, text } = renderMail(verificationMail({ name, url, lifetimeHours: 24 }));
  expect(subject).toBe("Verify your email address for Kindling");
  expect(html).toContain('href="https://club.example/#/verify-email?token=a-b&amp;c"');
  expect(text).toContain(`Verify email address:\n${url}\n`);
  for (const part of [html, text]) expect(part).toContain("The link works once, for 24 hours.");
});

it("Somebody who asked for a new password gets a link to choose it, and reads how long it works", () => {
  const url = "https://club.example/#/reset-password?token=a-b";
  const { subject, html, text } = renderMail(passwordResetMail({ name, url, lifetimeMinutes: 60 }));
  expect(subject).toBe("Choose a new password for Kindling");
  expect(html).toContain('href="https://club.example/#/reset-password?token=a-b"');
  expect(text).toContain(`Choose a new password:\n${url}\n`);
  for (const part of [html, text]) {
    expect(part).toContain("The link works once, for 60 minutes.");
    expect(part).toContain("your password stays as it is");
  }
});

it("A member whose profile was approved is led to the directory", () => {
  const { subject, html, text } = renderMail(profileApprovedMail({ appUrl, name }));
  expect(subject).toBe("Your profile is in the member directory");
  expect(html).toContain('href="https://club.example/#/members?tab=directory"');
  expect(text).toContain("Open the directory:\nhttps://club.example/#/members?tab=directory\n");
  for (const part of [html, text]) expect(part).toContain("Member Directory, then Edit Profile");
});

describe("A member whose profile was rejected", () => {
  const adminNotes = "Please say more.\r\n\r\n<b>Your</b> link leads nowhere & the bio is short.";

  it("reads the admin's notes line by line, and where to revise it", () => {
    const { subject, html, text } = renderMail(profileRejectedMail({ appUrl, name, adminNotes }));
    expect(subject).toBe("Your profile was not approved");
    expect(html).toContain(
      "Please say more.<br/><br/>&lt;b&gt;Your&lt;/b&gt; link leads nowhere &amp; the bio is short.",
    );
    expect(html).toContain('href="https://club.example/#/members?tab=directory&amp;view=submit"');
    expect(text).toContain("> Please say more.\n> \n> <b>Your</b> link leads nowhere & the bio is short.\n");
    expect(text).toContain("Revise your profile:\nhttps://club.example/#/members?tab=directory&view=submit\n");
    for (const part of [html, text]) expect(part).toContain("Member Directory, then Submit Profile");
  });

  it("learns whom to ask when there are no notes", () => {
    const { html, text } = renderMail(profileRejectedMail({ appUrl, name, adminNotes: "  " }));
    const sentence = "The admin left no notes. To ask what to change, write to contact@kindling.example.";
    for (const part of [html, text]) expect(part).toContain(sentence);
  });
});

it("A member whose membership was approved is led to the members area, and reads the risk", () => {
  const { subject, html, text } = renderMail(membershipApprovedMail({ appUrl, name }));
  expect(subject).toBe("Welcome to Kindling: your membership is approved");
  expect(html).toContain('href="https://club.example/#/members"');
  expect(text).toContain("Open the members area:\nhttps://club.example/#/members\n");
  for (const part of [html, text]) expect(part).toContain(risk);
});

it("A person whose membership was rejected learns what that means and whom to ask", () => {
  const { subject, html, text } = renderMail(membershipRejectedMail({ name }));
  expect(subject).toBe("Your membership request was not approved");
  for (const part of [html, text]) {
    expect(part).toContain("You can still sign in to your account, but the members area stays closed.");
    expect(part).toContain("write to contact@kindling.example");
  }
});

it.each([
  [membershipSuspendedMail({ name, reason: "No answer\nfor a year." }), "Your membership is suspended", "you think"],
  [membershipEndedMail({ name, reason: "No answer\nfor a year." }), "Your membership has ended", "you think"],
  [
    membershipReinstatedMail({ appUrl, name, reason: "No answer\nfor a year." }),
    "Your membership is reinstated",
    "you have a question",
  ],
  [
    profileHiddenMail({ name, reason: "No answer\nfor a year." }),
    "Your profile is hidden from the member directory",
    "you think",
  ],
])(
  "A member whose membership or profile an admin changed reads the reason, and whom to ask: %#",
  (mail, subject, asks) => {
    const rendered = renderMail(mail);
    expect(rendered.subject).toBe(subject);
    expect(rendered.html).toContain("No answer<br/>for a year.");
    expect(rendered.text).toContain("> No answer\n> for a year.\n");
    for (const part of [rendered.html, rendered.text]) {
      expect(part).toContain(`If ${asks}`);
      expect(part).toContain("write to contact@kindling.example");
    }
  },
);

describe("Somebody whose email address is to change", () => {
  const url = "https://club.example/#/confirm-email-change?token=a-b_c";

  it("confirms it at the old address, and reads what to do if it was not them", () => {
    const { html, text } = renderMail(
      emailChangeOldMail({ name, newEmail: "new@mail.example", url, lifetimeHours: 24 }),
    );
    expect(html).toContain(`href="${url}"`);
    expect(text).toContain(`Confirm the change:\n${url}\n`);
    for (const part of [html, text]) {
      expect(part).toContain("with new@mail.example instead of this address");
      expect(part).toContain("The link works once, within 24 hours of your request.");
      expect(part).toContain("If you did not ask for this, somebody knows your password.");
      expect(part).toContain("write to contact@kindling.example");
    }
  });

  it("confirms it at the new address, which learns no name: it may be a stranger's", () => {
    const { html, text } = renderMail(emailChangeNewMail({ url, lifetimeHours: 24 }));
    expect(text).toContain(`Confirm this address:\n${url}\n`);
    for (const part of [html, text]) {
      expect(part).toContain("Hello,");
      expect(part).toContain("If that was not you, ignore it: nothing happens unless it is confirmed.");
    }
  });

  it("learns at the old address that it has changed", () => {
    const { html, text } = renderMail(emailChangedMail({ name, newEmail: "new@mail.example" }));
    for (const part of [html, text]) {
      expect(part).toContain("from now on you sign in to Kindling with new@mail.example");
      expect(part).toContain("If this was not you, write to contact@kindling.example at once.");
    }
  });
});

describe("Somebody whose ways to sign in change", () => {
  const changes = [
    ["google-connected", "Google signs you in", "The Google account that you chose is now connected"],
    ["google-disconnected", "Google is disconnected", "does not sign in to your account any more"],
    ["password-changed", "Your password has changed", "was changed on the account page"],
    ["password-replaced", "You have a new password", "with the link of a recovery email"],
    ["recovery-codes-renewed", "You have new recovery codes", "the earlier ones do not work any more"],
    ["two-factor-disabled", "Two-factor sign-in is off", "the password alone signs you in"],
    ["two-factor-enabled", "Two-factor sign-in is on", "also asks for a code of your authenticator app"],
  ] as const;

  it.each(changes)("reads what has changed, and what to do if it was not them: %s", (change, heading, sentence) => {
    const { subject, html, text } = renderMail(wayInChangedMail({ appUrl, name, change }));
    expect(subject).toBe(`${heading} at Kindling`);
    expect(html).toContain('href="https://club.example/#/members?tab=account"');
    expect(text).toContain("Open your account page:\nhttps://club.example/#/members?tab=account\n");
    for (const part of [html, text]) {
      expect(part).toContain(sentence);
      expect(part).toContain(
        "If this was not you, choose a new password at once: https://club.example/#/forgot-password sends you a link.",
      );
      expect(part).toContain("write to contact@kindling.example");
    }
  });

  it("reads which Google account it is", () => {
    const { text } = renderMail(
      wayInChangedMail({ appUrl, name, change: "google-connected", googleEmail: "eve@mail.example" }),
    );
    expect(text).toContain("The Google account eve@mail.example is now connected to your account");
  });
});

it("Somebody whose codes are guessed reads how often, and that a new password ends it", () => {
  const { html, text } = renderMail(twoFactorGuessedMail({ appUrl, name, tries: 50 }));
  expect(html).toContain('href="https://club.example/#/forgot-password"');
  for (const part of [html, text]) {
    expect(part).toContain("Within a day, 50 wrong codes were entered for your account.");
    expect(part).toContain("Choose a new password, and yours works at once, while theirs are of no use.");
  }
});

it("Somebody whose address another person tried to use learns that nothing has changed, and not who it was", () => {
  const { html, text } = renderMail(emailChangeTakenMail({ appUrl }));
  expect(html).toContain('href="https://club.example/#/login"');
  for (const part of [html, text]) {
    expect(part).toContain("Hello,");
    expect(part).toContain("nothing has changed and nobody else can sign in with it");
  }
});

describe("Whoever gets a mail", () => {
  const mails = [
    renderMail(invitationMail(invitation)),
    renderMail(verificationMail({ name, url: "https://club.example/v", lifetimeHours: 24 })),
    renderMail(passwordResetMail({ name, url: "https://club.example/r", lifetimeMinutes: 60 })),
    renderMail(profileApprovedMail({ appUrl, name })),
    renderMail(profileRejectedMail({ appUrl, name, adminNotes: null })),
    renderMail(membershipApprovedMail({ appUrl, name })),
    renderMail(membershipRejectedMail({ name })),
    renderMail(
      emailChangeOldMail({ name, newEmail: "b@mail.example", url: "https://club.example/c", lifetimeHours: 24 }),
    ),
    renderMail(emailChangedMail({ name, newEmail: "b@mail.example" })),
    renderMail(wayInChangedMail({ appUrl, name, change: "password-changed" })),
    renderMail(twoFactorGuessedMail({ appUrl, name, tries: 50 })),
  ];

  it.each(mails)("is greeted and told who writes, from where and why: $subject", ({ subject, html, text }) => {
    expect(html).toContain(`<title>${subject}</title>`);
    for (const part of [html, text]) {
      expect(part).toContain("Hello Ada,");
      expect(part).toContain("You get this email because ");
      expect(part).toContain("Company number 00000000");
    }
    expect(html).toContain("Kindling Club Ltd, 1 Sample Street, London, EC1A 1AA, United Kingdom");
    expect(text).toContain("Kindling Club Ltd\n1 Sample Street\nLondon\nEC1A 1AA\nUnited Kingdom\n");
  });

  it("sees a name as it was written, and never as markup", () => {
    const { html, text } = renderMail(membershipRejectedMail({ name: "<img/src=x> O'Hara" }));
    expect(html).toContain("Hello &lt;img/src=x&gt;,");
    expect(html).not.toContain("<img");
    expect(text).toContain("Hello <img/src=x>,");
  });

  it("is greeted without a name when there is none", () => {
    const { html, text } = renderMail(membershipRejectedMail({ name: " " }));
    for (const part of [html, text]) expect(part).toContain("Hello,");
  });
});
