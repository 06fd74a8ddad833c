import { formatMoment } from "#shared/london-time.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";
import { findRecipient, type MailContext, type Recipient, type WriteMail } from "../../platform/mail/mail-writer.ts";

/** Mails of the service: to those alone who have committed, with no figure and nothing that promotes. */
export const commitmentMails = {
  "terms-changed": commitmentMail(({ name }, commitment, { appUrl, club }) => {
    const { id, company_name, state, reconsent_until } = commitment;
    if (state !== "needs_reconsent" || !reconsent_until) return undefined;
    const until = formatMoment(reconsent_until);
    return {
      subject: `The terms of ${company_name} have changed`,
      preview: `Please answer until ${until}.`,
      heading: `The terms of ${company_name} have changed`,
      name,
      body: [
        `You have committed to ${company_name} by terms that were changed since. Keep your commitment with the new terms, change its amount, or leave and owe nothing.`,
        `Please answer until ${until}, in London. Without an answer your commitment ends and you owe nothing; what you have sent comes back in full, the fee too.`,
      ],
      action: { label: "See old and new side by side", url: pageUrl(appUrl, paths.commitment(id)), tone: "act" },
      afterword: [],
      reason: reasonOf(club, company_name),
    };
  }),
  "commitment-ended": commitmentMail(({ name }, { id, company_name, state }, { appUrl, club }) => {
    if (state !== "left_on_change" && state !== "deal_cancelled") return undefined;
    const isCancelled = state === "deal_cancelled";
    const heading = isCancelled ? `${company_name} is cancelled` : `Your commitment to ${company_name} has ended`;
    return {
      subject: heading,
      preview: "Nothing is owed.",
      heading,
      name,
      body: [
        isCancelled
          ? `The deal of ${company_name} is cancelled, and your commitment to it has ended.`
          : `The change of terms of ${company_name} was not answered in time, so your commitment has ended.`,
        "You owe nothing. What you have sent for it comes back in full, the fee too.",
      ],
      action: { label: "See your commitment", url: pageUrl(appUrl, paths.commitment(id)), tone: "act" },
      afterword: [`If you think this is a mistake, write to ${club.identity.contact_email}.`],
      reason: reasonOf(club, company_name),
    };
  }),
};

const reasonOf = ({ identity }: MailContext["club"], company: string) =>
  `You get this email because you committed to ${company} at ${identity.name}.`;

interface Commitment {
  id: string;
  state: string;
  company_name: string;
  reconsent_until: Date | null;
}

function commitmentMail(
  write: (person: Recipient, commitment: Commitment, context: MailContext) => MailContent | undefined,
): WriteMail<{ user_id: string; commitment_id: string }> {
  return async (context, { user_id, commitment_id }) => {
    const person = await findRecipient(context, user_id);
    const commitment = await context.read
      .selectFrom("commitments as c")
      .innerJoin("deals as d", "d.id", "c.deal_id")
      .innerJoin("companies", "companies.id", "d.company_id")
      .select(["c.id", "c.state", "c.reconsent_until", "companies.name as company_name"])
      .where("c.id", "=", commitment_id)
      .executeTakeFirst();
    const content = person && commitment && write(person, commitment, context);
    return content && { to: person.email, content };
  };
}
