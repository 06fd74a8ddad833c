import { newsletterMessages as messages } from "#shared/newsletter-messages.ts";
import { paths } from "#shared/paths.ts";
import { useClub } from "#web/lib/use-club.ts";
import { NewsletterLink } from "./mail-links/newsletter-link.tsx";

export function UnsubscribeNewsletterPage() {
  const { contact_email } = useClub().identity;
  const words = { ...messages.unsubscribe, linkInvalid: messages.unsubscribeLinkInvalid(contact_email) };
  return <NewsletterLink path={paths.unsubscribeNewsletter} action="unsubscribe" words={words} />;
}
