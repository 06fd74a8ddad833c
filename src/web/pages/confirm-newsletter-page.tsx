import { newsletterLinkMessages as messages } from "#shared/newsletter/newsletter-messages.ts";
import { paths } from "#shared/paths.ts";
import { TokenAction } from "./mail-links/token-action.tsx";

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
