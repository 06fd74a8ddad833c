import { newsletterMessages as messages } from "#shared/newsletter-messages.ts";
import { paths } from "#shared/paths.ts";
import { NewsletterLink } from "./mail-links/newsletter-link.tsx";

export function ConfirmNewsletterPage() {
  return <NewsletterLink path={paths.confirmNewsletter} action="confirm" words={messages.confirm} />;
}
