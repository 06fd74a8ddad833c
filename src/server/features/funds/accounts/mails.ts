import { preparedStates } from "#shared/deals/deal-messages.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import type { MailContext, WriteMail } from "../../../platform/mail/mail-writer.ts";
import { accountLink } from "./company-account-links.ts";

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
