import { sql } from "kysely";
import { quarterName, quarterWithDays, quarterWords } from "#shared/company-updates/company-quarters.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { findRecipient, type MailContext, type WriteMail } from "../../platform/mail/mail-writer.ts";
import { updateLink } from "./update-links.ts";

interface UpdateMailContext extends MailContext {
  keys: { companyUpdateLinks: string };
}

interface Contact {
  name: string | null;
  email: string;
}

/** To the first founder with an address, who has no account: it names no member. */
const writeRequest: WriteMail<{ request_id: string }, UpdateMailContext> = async (context, { request_id: id }) => {
  const { read, appUrl, club, now, keys } = context;
  const request = await read
    .selectFrom("company_update_requests as r")
    .innerJoin("companies as c", "c.id", "r.company_id")
    .select(["r.quarter", "r.expires_at", "r.reminded_at", "c.name as company"])
    .select(
      sql<Contact | null>`(select jsonb_build_object('name', f.value ->> 'name', 'email', btrim(f.value ->> 'email'))
         from jsonb_array_elements(c.founders) with ordinality f
        where btrim(f.value ->> 'email') <> '' order by f.ordinality limit 1)`.as("contact"),
    )
    .where("r.id", "=", id)
    .where("r.used_at", "is", null)
    .where("r.expires_at", ">", now())
    .executeTakeFirst();
  if (!request?.contact) return undefined;
  const { company, contact, quarter, reminded_at } = request;
  const until = formatDay(londonDate(request.expires_at));
  const { name, contact_email } = club.identity;
  const subject = `${company}: your update for the ${quarterWords(quarter)}`;
  return {
    to: contact.email,
    content: {
      subject: reminded_at ? `Reminder: ${subject}` : subject,
      preview: "Six numbers and a few lines. You need no account.",
      heading: reminded_at ? `We still await your update` : `How did ${company} do?`,
      name: contact.name,
      body: [
        `Members of ${name} hold shares of ${company}. Each quarter they would like to know how you are doing: six numbers, a few lines and, if you write one, your letter as a PDF.`,
        `This is about the ${quarterWithDays(quarter)}. The link works once, until ${until}. Whoever has it can send your update: pass it on only to whom you trust with that.`,
      ],
      action: { label: "Write the update", url: updateLink(appUrl, keys.companyUpdateLinks, id), tone: "act" },
      afterword: [`If somebody else should be asked, or nobody any more, write to ${contact_email}.`],
      reason: `You get this email because ${name} has you as a founder of ${company}.`,
    },
  };
};

/** A mail of the service: without a figure, and without anything that is offered. */
const writeUpdate: WriteMail<{ user_id: string; update_id: string }> = async (context, data) => {
  const { read, appUrl, club } = context;
  const person = await findRecipient(context, data.user_id);
  const update = await read
    .selectFrom("company_updates as u")
    .innerJoin("companies as c", "c.id", "u.company_id")
    .select(["u.company_id", "u.quarter", "u.version", "c.name as company"])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("company_updates as former")
          .select("former.id")
          .whereRef("former.company_id", "=", "u.company_id")
          .whereRef("former.quarter", "=", "u.quarter")
          .whereRef("former.version", "<", "u.version")
          .where("former.published_at", "is not", null),
      ).as("is_correction"),
    )
    .where("u.id", "=", data.update_id)
    .where("u.published_at", "is not", null)
    .executeTakeFirst();
  if (!person || !update) return undefined;
  const { company, quarter, is_correction } = update;
  const heading = is_correction
    ? `${company} has corrected an update`
    : `${company}: update for the ${quarterWords(quarter)}`;
  return {
    to: person.email,
    content: {
      subject: heading,
      preview: "It is on the company’s page in My Investments.",
      heading,
      name: person.name,
      body: [
        is_correction
          ? `What ${company} said of the ${quarterWords(quarter)} was corrected. The company’s page shows the corrected numbers.`
          : `${company} has sent its update: ${quarterName(quarter)}. You read it on the company’s page.`,
      ],
      action: { label: "Read the update", url: pageUrl(appUrl, paths.ownCompany(update.company_id)), tone: "act" },
      afterword: [],
      reason: `You get this email because you hold shares of ${company} through ${club.identity.name}, or did.`,
    },
  };
};

export const companyUpdateMails = { "company-update-request": writeRequest, "company-update": writeUpdate };
