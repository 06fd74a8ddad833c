import { newsletterLinkMessages as messages } from "#shared/newsletter/newsletter-messages.ts";
import { unsubscribeMessages } from "#shared/notices/notice-preferences-messages.ts";
import { paths } from "#shared/paths.ts";
import { useClub } from "#web/lib/use-club.ts";
import { TokenAction } from "./token-action.tsx";

export function ConfirmNewsletterPage() {
  return (
    <TokenAction
      path={paths.confirmNewsletter}
      endpoint="/newsletter-subscriptions/confirm"
      words={messages.confirm}
      next={{ to: paths.home, label: messages.home }}
    />
  );
}

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

/** Of one topic, for the person that a mail was sent to. */
export function UnsubscribePage() {
  const next = { to: paths.accountPart("told"), label: unsubscribeMessages.toAccount };
  return (
    <TokenAction
      path={paths.unsubscribe}
      endpoint="/mail-consents/unsubscribe"
      words={unsubscribeMessages}
      next={next}
    />
  );
}
