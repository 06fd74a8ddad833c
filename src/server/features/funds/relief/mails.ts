import { shareWords } from "#shared/notices/own-notices.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import { findRecipient, type WriteMail } from "../../../platform/mail/mail-writer.ts";
import { contactsOf } from "./founder-contacts.ts";

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
