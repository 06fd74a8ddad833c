import { daysToConfirm } from "#shared/newsletter/newsletter-messages.ts";
import type { MailContext, WriteMail } from "../../platform/mail/mail-writer.ts";
import { newsletterPage, newsletterToken, oneClickUrl } from "./newsletter.ts";

interface NewsletterMailContext extends MailContext {
  keys: { newsletterLinks: string };
}

/** Asks to confirm, or says that the address is on the list already: only its owner learns which. */
const write: WriteMail<{ subscription_id: string }, NewsletterMailContext> = async (
  { read, appUrl, club, keys: { newsletterLinks: key } },
  { subscription_id: id },
) => {
  const subscription = await read
    .selectFrom("newsletter_subscriptions")
    .select(["email", "agreed_text", "confirmed_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!subscription) return undefined;
  const { name } = club.identity;
  const unsubscribe = newsletterToken(key, id, "unsubscribe");
  const same = {
    name: null,
    afterword: [{ label: "Unsubscribe", url: newsletterPage(appUrl, "unsubscribe", unsubscribe) }],
    reason: `You get this email because this address was entered in the newsletter box of ${name}.`,
  };
  const content = subscription.confirmed_at
    ? {
        ...same,
        subject: `You get the newsletter of ${name} already`,
        preview: "There is nothing to do.",
        heading: "You are on the list already",
        body: [`This address gets the newsletter of ${name}. There is nothing to do.`],
      }
    : {
        ...same,
        subject: `Please confirm: the newsletter of ${name}`,
        preview: `The link works for ${daysToConfirm} days.`,
        heading: "Do you want our newsletter?",
        body: [
          `This address was entered in the newsletter box of ${name}. If that was you, confirm it. You then agree to this:`,
          { quote: subscription.agreed_text },
        ],
        action: {
          label: "Confirm",
          url: newsletterPage(appUrl, "confirm", newsletterToken(key, id, "confirm")),
          tone: "act" as const,
        },
        afterword: [
          `The link works for ${daysToConfirm} days. If you do nothing, you get no newsletter, and we erase the address.`,
          ...same.afterword,
        ],
      };
  return { to: subscription.email, content, unsubscribeUrl: oneClickUrl(appUrl, unsubscribe) };
};

export const newsletterMails = { "newsletter-subscription": write };
