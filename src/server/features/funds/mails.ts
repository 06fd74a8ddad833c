import { commitmentCases } from "#shared/commitments/commitment-cases.ts";
import { preparedStates } from "#shared/deals/deal-messages.ts";
import {
  type AnnouncedFacts,
  announcedEnd,
  announcedName,
  announcedMessages as messages,
} from "#shared/funds/announced-messages.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { shareWords } from "#shared/notices/own-notices.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import { findCommitmentFacts, readAnnouncedFacts } from "../../platform/db/notice-facts.ts";
import { findRecipient, type MailContext, type WriteMail } from "../../platform/mail/mail-writer.ts";
import { accountLink } from "./accounts/company-account-links.ts";
import { contactsOf } from "./relief/founder-contacts.ts";

interface AccountMailContext extends MailContext {
  keys: { companyAccountLinks: string };
}

/** To the company's contact, who has no account: it names no member and no sum. */
const writeRequest: WriteMail<{ request_id: string }, AccountMailContext> = async (context, { request_id: id }) => {
  const { read, appUrl, club, now, keys } = context;
  const request = await read
    .selectFrom("company_account_requests as r")
    .innerJoin("deals as d", "d.id", "r.deal_id")
    .innerJoin("companies as c", "c.id", "d.company_id")
    .select(["r.name", "r.email", "r.expires_at", "c.name as company"])
    .where("r.id", "=", id)
    .where("r.used_at", "is", null)
    .where("r.ended_at", "is", null)
    .where("r.expires_at", ">", now())
    .where("d.state", "in", [...preparedStates])
    .executeTakeFirst();
  if (!request) return undefined;
  const { company, name: contact, email, expires_at } = request;
  const { name, contact_email } = club.identity;
  return {
    to: email,
    content: {
      subject: `${company}: which bank account should ${name} pay?`,
      preview: "Type it on our page, by a link that works once.",
      heading: `Which account of ${company} should we pay?`,
      name: contact,
      body: [
        `When the round of ${company} closes, ${name} pays the money of its members in one sum. Please type the company’s account on our page: its name, sort code and number, and the bank.`,
        `The link works once, until ${formatDay(londonDate(expires_at))}. Whoever has it can type the account: pass it on only to whom may give it.`,
        `${name} never sends account details by mail, and never asks you to answer a mail with them. Before we pay, we ring you at a number that we did not get by mail.`,
      ],
      action: { label: "Type the account", url: accountLink(appUrl, keys.companyAccountLinks, id), tone: "act" },
      afterword: [`If you did not expect this, do not use the link. Write to ${contact_email}.`],
      reason: `You get this email because ${name} has you as a contact of ${company}.`,
    },
  };
};

export const companyAccountMails = { "company-account-request": writeRequest };

interface Text {
  subject: string;
  preview: string;
  body: string[];
}

const aboutAnnounced =
  (write: (facts: AnnouncedFacts) => Text | undefined): WriteMail<{ user_id: string; announced_id: string }> =>
  async (context, { user_id, announced_id }) => {
    const person = await findRecipient(context, user_id);
    const facts = await readAnnouncedFacts(context.read, announced_id, user_id);
    const text = facts && write(facts);
    if (!person || !text) return undefined;
    return {
      to: person.email,
      content: {
        ...text,
        heading: text.subject,
        name: person.name,
        action: { label: "Open My Investments", url: pageUrl(context.appUrl, paths.myInvestments), tone: "act" },
        afterword: [],
        reason: `You get this email because you hold shares through ${context.club.identity.name}, or are an admin.`,
      },
    };
  };

export const announcedMails = {
  /** Nobody waits for it once it has ended. */
  "confirmation-announced": aboutAnnounced((facts) =>
    facts.outcome === null
      ? {
          subject: announcedName(facts),
          preview: messages.takesEffect(facts.takes_effect_at, announcedEnd(facts)),
          body: [
            ...[messages.own(facts) ?? []].flat(),
            ...(facts.note === null ? [] : [`What the admins say of it: ${facts.note}`]),
            messages.who(facts),
            messages.takesEffect(facts.takes_effect_at, announcedEnd(facts)),
            "If it is wrong, write to an admin before then.",
          ],
        }
      : undefined,
  ),
  "confirmation-ended": aboutAnnounced((facts) => ({
    subject: `${announcedName(facts)}: it does not take effect`,
    preview: "Shares and prices are as they were.",
    body: [messages.ended(facts), "Nothing has changed: shares and prices are as they were."],
  })),
};

/** A mail of the service: with shares and cost, and without the paper. */
const writeSharesIssued: WriteMail<{ user_id: string; commitment_id: string }> = async (context, data) => {
  const { read, now, appUrl, club } = context;
  const person = await findRecipient(context, data.user_id);
  const [facts] = await findCommitmentFacts(read, [data.commitment_id], now());
  if (!person || facts?.issued_on == null) return undefined;
  const { words, subject } = commitmentCases.completed;
  return {
    to: person.email,
    content: {
      subject: subject(facts),
      preview: "The nominee holds them for you, on a trust of your own.",
      heading: subject(facts),
      name: person.name,
      body: [
        `${words(facts).join(" ")} The nominee holds them for you, on a trust of your own.`,
        "Documents has the certificate of your beneficial ownership, what you signed and the payments in the deal. Other documents are added as they arrive.",
      ],
      action: { label: "See your shares", url: pageUrl(appUrl, paths.commitment(data.commitment_id)), tone: "act" },
      afterword: [],
      reason: `You get this email because you hold shares through ${club.identity.name}.`,
    },
  };
};

export const completionMails = { "shares-issued": writeSharesIssued };

/** A mail of the service: with the sum that the certificate is about, and without the certificate. */
const writeDelivered: WriteMail<{ user_id: string; commitment_id: string }> = async (context, data) => {
  const { read, appUrl, club } = context;
  const person = await findRecipient(context, data.user_id);
  const holding = await read
    .selectFrom("holdings as h")
    .innerJoin("companies as c", "c.id", "h.company_id")
    .select(["c.name", "h.scheme", "h.shares", "h.cost_pence"])
    .where("h.commitment_id", "=", data.commitment_id)
    .executeTakeFirst();
  if (!person || !holding) return undefined;
  const { name, scheme, shares, cost_pence } = holding;
  return {
    to: person.email,
    content: {
      subject: `${name}: your ${scheme}3 certificate is here`,
      preview: "You need it to claim tax relief.",
      heading: `Your ${scheme}3 certificate is here`,
      name: person.name,
      body: [
        `${name} has made out the ${scheme}3 certificate for your ${shareWords(shares)}, which cost ${formatPence(cost_pence)}. It is in Documents, and you can claim tax relief with it if you qualify.`,
        "How much relief there is, and for which year, depends on your own circumstances. The club gives no tax advice.",
      ],
      action: { label: "See your documents", url: pageUrl(appUrl, paths.commitment(data.commitment_id)), tone: "act" },
      afterword: [],
      reason: `You get this email because you hold shares through ${club.identity.name}, or did.`,
    },
  };
};

/** A mail of the service: which certificate is not to be used any more, and why. */
const writeWithdrawn: WriteMail<{ user_id: string; paper_id: string }> = async (context, data) => {
  const { read, appUrl, club } = context;
  const person = await findRecipient(context, data.user_id);
  const paper = await read
    .selectFrom("papers as p")
    .innerJoin("holdings as h", "h.commitment_id", "p.commitment_id")
    .innerJoin("companies as c", "c.id", "h.company_id")
    .select(["p.commitment_id", "p.withdrawn_reason", "c.name", "h.scheme", "h.shares"])
    .where("p.id", "=", data.paper_id)
    .executeTakeFirst();
  if (!person || !paper?.withdrawn_reason) return undefined;
  const { commitment_id, withdrawn_reason, name, scheme, shares } = paper;
  return {
    to: person.email,
    content: {
      subject: `${name}: your ${scheme}3 certificate was withdrawn`,
      preview: "Please do not claim tax relief with it.",
      heading: `Your ${scheme}3 certificate was withdrawn`,
      name: person.name,
      body: [
        `${club.identity.name} has withdrawn the ${scheme}3 certificate for your ${shareWords(shares)} of ${name}. The reason: ${withdrawn_reason}`,
        "Please do not claim tax relief with it. If you have claimed already, please tell HMRC or ask your tax adviser. You get another email once the right certificate is in Documents.",
      ],
      action: { label: "See your documents", url: pageUrl(appUrl, paths.commitment(commitment_id ?? "")), tone: "act" },
      afterword: [],
      reason: `You get this email because you hold shares through ${club.identity.name}, or did.`,
    },
  };
};

/** To a founder: of their own round, and nothing of its members. */
const writeChaser: WriteMail<{ deal_id: string; contact: number }> = async ({ read, club }, { deal_id, contact }) => {
  const founder = (await contactsOf(read, deal_id))[contact];
  const deal = await read
    .selectFrom("deals as d")
    .innerJoin("companies as c", "c.id", "d.company_id")
    .innerJoin("holdings as h", "h.deal_id", "d.id")
    .select(["c.name as company", "d.name as round", "h.scheme"])
    .where("d.id", "=", deal_id)
    .where("h.scheme", "is not", null)
    .executeTakeFirst();
  if (!founder || !deal) return undefined;
  const { company, round, scheme } = deal;
  const { name, contact_email } = club.identity;
  return {
    to: founder.email,
    content: {
      subject: `${company}: the ${scheme}3 certificates of your round`,
      preview: `How far is the ${scheme}1 with HMRC?`,
      heading: `The ${scheme}3 certificates of your round`,
      name: founder.name,
      body: [
        `Members of ${name} who hold shares of ${company} (${round}) are waiting for their ${scheme}3 certificates.`,
        `Please tell us how far it is: whether the ${scheme}1 was sent to HMRC, whether HMRC has answered with the ${scheme}2 and its reference, and when the certificates are made out. Please send them to ${contact_email}, one PDF for each member, or all in a ZIP.`,
        "Each certificate states the cost of the shares, without any fee of the club, and the day of issue as in your register of members. Either of them wrong can cost somebody the relief.",
      ],
      afterword: ["We ask again every 14 days until the certificates are made out."],
      reason: `You get this email because ${name} has your address as a founder of ${company}.`,
    },
  };
};

export const reliefMails = {
  "relief-certificate": writeDelivered,
  "relief-certificate-withdrawn": writeWithdrawn,
  "relief-chaser": writeChaser,
};

/** Service mails, with or without a statement: with what their reader gets. */
const aboutExit =
  (
    state: "confirmed" | "withdrawn",
    write: (exit: { company: string; paid: string; hasImported: boolean }) => Text,
  ): WriteMail<{ user_id: string; exit_id: string }> =>
  async ({ read, appUrl, club, ...context }, { user_id, exit_id }) => {
    const person = await findRecipient({ read, appUrl, club, ...context }, user_id);
    const exit = await read
      .selectFrom("exits as e")
      .innerJoin("companies as c", "c.id", "e.company_id")
      .select("c.name as company")
      .select((of) =>
        of
          .exists(
            of
              .selectFrom("exit_lines as l")
              .innerJoin("holdings as h", "h.id", "l.holding_id")
              .innerJoin("investor_records as r", "r.id", "h.record_id")
              .select("l.id")
              .whereRef("l.exit_id", "=", "e.id")
              .where("r.user_id", "=", user_id)
              .where("h.import_id", "is not", null),
          )
          .as("has_imported"),
      )
      .select((of) =>
        of
          .selectFrom("exit_lines as l")
          .innerJoin("holdings as h", "h.id", "l.holding_id")
          .innerJoin("investor_records as r", "r.id", "h.record_id")
          .select(({ fn }) => fn.sum<number>("l.paid_pence").as("paid_pence"))
          .whereRef("l.exit_id", "=", "e.id")
          .where("r.user_id", "=", user_id)
          .as("paid_pence"),
      )
      .where("e.id", "=", exit_id)
      .where("e.state", "=", state)
      .executeTakeFirst();
    if (!person || !exit) return undefined;
    const text = write({
      company: exit.company,
      paid: formatPence(Number(exit.paid_pence ?? 0)),
      hasImported: exit.has_imported === true,
    });
    return {
      to: person.email,
      content: {
        ...text,
        heading: text.subject,
        name: person.name,
        action: { label: "Open My Investments", url: pageUrl(appUrl, paths.myInvestments), tone: "act" },
        afterword: ["No email of ours asks for an account to pay to. If one does, it is not ours."],
        reason: `You get this email because you hold shares through ${club.identity.name}, or did.`,
      },
    };
  };

export const exitMails = {
  "exit-confirmed": aboutExit("confirmed", ({ company, paid, hasImported }) => ({
    subject: `${company}: you get ${paid} for your shares`,
    preview: "My Investments says how it is worked out.",
    body: [
      `Two admins have recorded that ${company} or its buyers pay for shares that you hold. You get ${paid}. My Investments says what happened, what it costs and what you get, lot by lot.`,
      "For shares of a deal of ours, the money goes to the account of the deal first and is paid out to you from there. You get another email then.",
      ...(hasImported
        ? ["Shares that you held before are paid for beside our accounts. My Investments says when that was done."]
        : []),
    ],
  })),
  "exit-withdrawn": aboutExit("withdrawn", ({ company, paid }) => ({
    subject: `${company}: what we told you about your shares is withdrawn`,
    preview: "Nothing was paid.",
    body: [
      `What we told you about ${paid} for your shares of ${company} is withdrawn. Nothing was paid, and you hold what you held before.`,
    ],
  })),
};
