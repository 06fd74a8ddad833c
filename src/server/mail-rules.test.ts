import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { mailRules, noticeRules } from "#shared/notices/notice-rules.ts";
import { defaultClub } from "#shared/settings/club.ts";
import { mailStart } from "./mails.ts";
import { renderMail } from "./platform/mail/render-mail.tsx";
import { mailMessage } from "./platform/mail/send-mail.ts";

const night = new Date("2026-11-23T23:30:00Z");
const morning = new Date("2026-11-24T07:00:00Z");

it("At night, mails that can wait are queued for the morning; security, letters and a payment's clock are not", () => {
  for (const template of [
    "weekly",
    "waiting",
    "company-update",
    "profile-approved",
    "deal-mail",
    "shares-issued",
  ] as const) {
    expect([template, mailStart(template, night)]).toEqual([template, morning]);
    expect([template, mailStart(template, new Date("2026-11-23T12:00:00Z"))]).toEqual([template, undefined]);
  }
  for (const template of [
    "password-reset",
    "invitation",
    "funds-reminder",
    "funds-nudge",
    "payment-arrived",
    "commitment-ended",
    "terms-changed",
    "two-factor-reset",
  ] as const) {
    expect([template, mailStart(template, night)]).toEqual([template, undefined]);
  }
});

it("At night, mails about an account changed with a password or second factor leave too", () => {
  const late = Object.entries(mailRules).filter(([name]) =>
    /^(two-factor|password|passkey|email-change|recovery)/.test(name),
  );
  expect(late.filter(([, rule]) => !("isUrgent" in rule))).toEqual([]);
});

it("No mail but those about deals and the newsletter names the club's offers, or leads to them", () => {
  const promotional =
    /openDeals?\b|newsletter|(?:new|more|open|other) deals|opportunit|invest (?:now|today|more)|miss out|discover/i;
  const files = readdirSync("src/server", { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith("/mails.ts"),
  );
  const textOf = (path: string) => readFileSync(`src/server/${path}`, "utf8");
  const found = files.filter((path) => promotional.test(textOf(path))).toSorted();
  expect(found).toEqual(["features/deals/mails.ts", "features/messages/mails.ts", "features/newsletter/mails.ts"]);
  const templates = files.map((path) => textOf(path)).join("");
  expect(Object.keys(mailRules).filter((name) => !new RegExp(`["\\s]${name}"?[:,]`).test(templates))).toEqual([]);
});

const content = {
  subject: "What waits",
  preview: "One mail.",
  heading: "What waits for you",
  name: "Ada Lovelace",
  body: ["A line.", { label: "A link", url: "https://club.example/#/members" }],
  afterword: [],
  reason: "You asked for it.",
};

it("A mail is a table with a width in attributes, without layout styles, scripts or a picture but the club's icon", () => {
  const { html, text } = renderMail(content, defaultClub, "https://club.example");
  expect(html.match(/<table[^>]*>/g)).toEqual([expect.stringMatching(/role="presentation".*width="560"/)]);
  expect(html).toMatch(/cellpadding="0"/i);
  expect(html).not.toMatch(/display:\s*(grid|flex)|<script|position:/);
  expect([...html.matchAll(/<img [^>]*src="([^"]*)"/g)].map(([, src]) => src)).toEqual([
    "https://club.example/icon-192.png",
  ]);
  expect(text).toContain("A link:\nhttps://club.example/#/members");
});

it("A mail's closing links are apart from waiting tasks, and no label ends with two signs in its text", () => {
  const [task, stop] = ["https://club.example/#/members", "https://club.example/#/unsubscribe?token=x"];
  const { html, text } = renderMail(
    {
      ...content,
      body: [{ label: "Your profile is in the member directory.", url: task }],
      afterword: [{ label: "Stop mails of this kind: What waits for you", url: stop }, "A line at the end."],
    },
    defaultClub,
    "https://club.example",
  );
  const [before = "", after = ""] = html.split("border-top:1px solid");
  expect([before.includes(task), before.includes(stop), before.includes("A line at the end.")]).toEqual([
    true,
    false,
    true,
  ]);
  expect(after).toMatch(
    /<p style="[^"]*font-size:13px[^"]*"><a href="https:\/\/club\.example\/#\/unsubscribe\?token=x"/,
  );
  expect(text).toContain(`Your profile is in the member directory.\n${task}\n`);
  expect(text).toContain(`Stop mails of this kind: What waits for you\n${stop}\n`);
});

it("Answers to mails go to the contact address, and only mails that can be ended have the header for that", () => {
  const mail = {
    ...renderMail(content, defaultClub, "https://club.example"),
    id: "1",
    template: "weekly" as const,
    to: "ada@castell.example",
    sender: { name: "Kindling", address: "info@kindling.example" },
    replyTo: "contact@kindling.example",
    link: undefined,
  };
  expect(mailMessage(mail, undefined).replyTo).toEqual({ name: "Kindling", address: "contact@kindling.example" });
  expect(mailMessage(mail, undefined).headers).toEqual({ "Auto-Submitted": "auto-generated" });
  const unsubscribeUrl = "https://club.example/api/mail-consents/one-click?token=x";
  expect(mailMessage({ ...mail, unsubscribeUrl }, undefined).headers).toMatchObject({
    "List-Unsubscribe": `<${unsubscribeUrl}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
});

it("A mail names who runs the club before an address that does not begin with that name, and once where it does", () => {
  const footerOf = (address: string[]) => {
    const identity = { ...defaultClub.identity, operator: "Sapling Angels Ltd", address };
    return renderMail(content, { ...defaultClub, identity }, "https://club.example");
  };
  for (const address of [
    ["4 Orchard Lane", "Bristol"],
    ["Sapling Angels Ltd", "4 Orchard Lane", "Bristol"],
  ]) {
    const { html, text } = footerOf(address);
    expect(html).toContain(">Sapling Angels Ltd, 4 Orchard Lane, Bristol</p>");
    expect(text).toContain("-- \nSapling Angels Ltd\n4 Orchard Lane\nBristol\nCompany number 00000000\n");
  }
});

/** Files in which one declaration's news is not another's. */
const ofManyNews = new Set([
  "features/funds/relief/relief-routes.ts",
  "features/commitments/routes.ts",
  "features/people/routes.ts",
  "features/profiles/submissions/routes.ts",
  "features/statements/statement-routes.ts",
]);
/** Sources that make mails and notices, by their path. */
const makers = readdirSync("src/server", { recursive: true, encoding: "utf8" })
  .filter((path) => /^(auth|features)\/.*\.ts$/.test(path) && !/\.test\.ts$|(^|\/)mails\.ts$/.test(path))
  .flatMap((path) => {
    const source = readFileSync(`src/server/${path}`, "utf8");
    const texts = ofManyNews.has(path)
      ? source.split(/^(?=(?:export )?(?:async )?(?:function|const|class) )/m)
      : [source];
    return texts.map((text) => ({ path, text }));
  });

/** The names here are put together, or a table names them for a call elsewhere. */
const madeIn: Readonly<Record<string, string>> = {
  "email-change-old": "auth/email-change/email-change.ts",
  "membership-approved": "features/membership-requests/routes.ts",
  "membership-ended": "features/people/routes.ts",
  "membership-reinstated": "features/people/routes.ts",
  "membership-rejected": "features/membership-requests/routes.ts",
  "membership-suspended": "features/people/routes.ts",
  "profile-approved": "features/profiles/submissions/routes.ts",
  "profile-rejected": "features/profiles/submissions/routes.ts",
  "confirmation-announced": "features/funds/announced/announce.ts",
  "confirmation-ended": "features/funds/announced/announce.ts",
  confirmation_announced: "features/funds/announced/announce.ts",
  confirmation_ended: "features/funds/announced/announce.ts",
  ledger_mismatch: "features/funds/ledger/jobs.ts",
  membership_approved: "features/membership-requests/routes.ts",
  membership_rejected: "features/membership-requests/routes.ts",
  profile_approved: "features/profiles/submissions/routes.ts",
  profile_rejected: "features/profiles/submissions/routes.ts",
  own_signatory_announced: "features/people/index.ts",
  own_signatory_ended: "features/people/index.ts",
  own_signatory_objected: "features/people/index.ts",
  signatory_announced: "features/people/index.ts",
  signatory_ended: "features/people/index.ts",
  signatory_objected: "features/people/index.ts",
  introduction_accepted: "features/introductions/routes.ts",
  introduction_declined: "features/introductions/routes.ts",
  statement_accepted: "features/statements/statement-routes.ts",
  statement_refused: "features/statements/statement-routes.ts",
};

/** Notices of these kinds are sent beside mails of other news. */
const isWithoutMail = new Set([
  "balance_agrees",
  "commitment_closed_early",
  "completion_ahead",
  "exit_paid",
  "introductions_barred",
]);
/** The notices of these are made in the database, in the statement that fixes who gets a message. */
const isOfMessages = (name: string) => name === "message" || name === "message_received";
const isToldByName = (topic: string) => !["letter", "weekly", "waiting", "alarms"].includes(topic);
const isOfDeals = (topic: string) => topic.startsWith("deal_");

function makersOf(name: string, call: RegExp) {
  const file = madeIn[name];
  const ofFile = makers.filter(({ path, text }) => path === file && call.test(text));
  const [begins = ""] = name.split(/[-_]/);
  const named = ofFile.filter(({ text }) => text.includes(begins));
  const byName = makers.filter(({ text }) => text.includes(`"${name}"`) && call.test(text));
  const found = file ? (named.length > 0 ? named : ofFile) : byName;
  if (found.length === 0) throw new Error(`nothing makes ${name}`);
  return found;
}

const ruleNames = (rules: object, topic: (about: string) => boolean) =>
  Object.entries(rules as Record<string, { about: string }>).flatMap(([name, { about }]) =>
    topic(about) && !isOfDeals(about) && !isOfMessages(name) ? [name] : [],
  );

it.each(ruleNames(mailRules, isToldByName))("A mail comes with a notice, or says that it does not: %s", (name) => {
  const hasNotice = makersOf(name, /mail/).some(({ text }) => /notify\(/.test(text));
  expect(mailRules[name as keyof typeof mailRules]).toEqual(
    hasNotice ? expect.not.objectContaining({ isByMailAlone: true }) : expect.objectContaining({ isByMailAlone: true }),
  );
});

it.each(ruleNames(noticeRules, isToldByName))("A notice comes with a mail, or says that it does not: %s", (name) => {
  const hasMail = !isWithoutMail.has(name) && makersOf(name, /notify\(/).every(({ text }) => /\bmail\(/.test(text));
  expect(noticeRules[name as keyof typeof noticeRules].isHereAlone ?? false).toBe(!hasMail);
});
