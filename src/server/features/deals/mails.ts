import { sql } from "kysely";
import type { DealContent } from "#shared/deals.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { findRecipient, type MailContext, type WriteMail } from "../../platform/mail/mail-writer.ts";
import { unsubscribeFromDealsUrl } from "./consent-links.ts";

interface DealMailContext extends MailContext {
  keys: { mailConsentLinks: string };
}

/**
 * Tells a member of a deal. The gate is asked here, as the mail leaves, and what it shows is recorded in the same
 * transaction. At most once: one that was being sent when its process ended is not sent again.
 */
const writeRelease: WriteMail<{ deal_mail_id: string }, DealMailContext> = async (context, { deal_mail_id: id }) => {
  const { read, asOwner, now, appUrl, club, keys } = context;
  const mail = await read
    .selectFrom("deal_mails as m")
    .innerJoin("deal_mailings as r", "r.id", "m.mailing_id")
    .select(["m.user_id", "r.deal_id"])
    .where("m.id", "=", id)
    .executeTakeFirst();
  const person = mail && (await findRecipient(context, mail.user_id));
  if (!mail || !person) return undefined;
  const isClaimed = await asOwner(null, async (tx) => {
    const { rows } = await sql<{ claimed: boolean }>`select claim_deal_mail(${id}, ${now()}) as claimed`.execute(tx);
    return rows[0]?.claimed ?? false;
  });
  if (!isClaimed) return undefined;
  const { content } = await read
    .selectFrom("deal_versions")
    .select(sql<DealContent>`content`.as("content"))
    .where("deal_id", "=", mail.deal_id)
    .where("approved_at", "is not", null)
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const { company, warnings } = content;
  return {
    to: person.email,
    content: {
      subject: `A deal is open: ${company.name}`,
      preview: warnings.headline,
      heading: `${company.name} is open to members`,
      name: person.name,
      body: [
        `${warnings.headline} ${warnings.risk}`,
        `${warnings.sender} ${warnings.exemption}`,
        ...(company.one_line ? [company.one_line] : []),
        "What it costs you, what it says and what speaks against it stand on its page. Nothing hurries: everybody with a current statement sees it at the same moment.",
      ],
      action: { label: "Read about the deal", url: pageUrl(appUrl, paths.openDeal(mail.deal_id)), tone: "act" },
      afterword: [{ label: "Choose which mails you get", url: pageUrl(appUrl, paths.account) }],
      reason: `You get this email because you agreed to be told of deals of ${club.identity.name}.`,
    },
    unsubscribeUrl: unsubscribeFromDealsUrl(appUrl, keys.mailConsentLinks, person.id),
    settle: async (outcome) => {
      await asOwner(null, (tx) =>
        tx
          .updateTable("deal_mails")
          .set({ state: outcome === "sent" ? "sent" : "queued", changed_at: now() })
          .where("id", "=", id)
          .where("state", "=", "sending")
          .execute(),
      );
    },
  };
};

export const dealMails = { "deal-released": writeRelease };
