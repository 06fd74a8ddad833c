import { newsletterLinkMessages as messages } from "#shared/newsletter/newsletter-messages.ts";
import { paths } from "#shared/paths.ts";
import { useClub } from "#web/lib/use-club.ts";
import { TokenAction } from "./mail-links/token-action.tsx";

export function UnsubscribeNewsletterPage() {
  const { contact_email } = useClub().identity;
  const words = {
    title: "Unsubscribe from the newsletter",
    lead: "Press the button to get no newsletter any more. We then erase the address.",
    submit: "Unsubscribe",
    busy: "Unsubscribing...",
    failed: "You are still subscribed",
    doneTitle: "You are unsubscribed",
    doneText: "Your address is off the list, and we have erased it.",
    linkInvalid: messages.unsubscribeLinkInvalid(contact_email),
  };
  return (
    <TokenAction
      path={paths.unsubscribeNewsletter}
      endpoint="/newsletter-subscriptions/unsubscribe"
      words={words}
      next={{ to: paths.home, label: messages.home }}
    />
  );
}
