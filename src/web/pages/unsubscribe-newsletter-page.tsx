import { newsletterLinkMessages as messages } from "#shared/newsletter/newsletter-messages.ts";
import { paths } from "#shared/paths.ts";
import { useClub } from "#web/lib/use-club.ts";
import { TokenAction } from "./mail-links/token-action.tsx";

export function UnsubscribeNewsletterPage() {
  const { contact_email } = useClub().identity;
  const words = { ...messages.unsubscribe, linkInvalid: messages.unsubscribeLinkInvalid(contact_email) };
  return (
    <TokenAction
      path={paths.unsubscribeNewsletter}
      endpoint="/newsletter-subscriptions/unsubscribe"
      words={words}
      next={{ to: paths.home, label: messages.home }}
    />
  );
}
