import { club } from "#shared/club.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";

/** To an address that is not free. Whoever asked is told nothing, so that nobody learns who has an account. */
export function emailChangeTakenMail({ appUrl }: { appUrl: string }): MailContent {
  return {
    subject: `Somebody tried to use your email address at ${club.product}`,
    preview: "Nothing has changed.",
    heading: "Somebody tried to use your email address",
    name: null,
    body: [
      `Somebody with another account at ${club.product} entered this address as their new one. Because it already has an account, another account is being moved to it, or the club keeps it for an admin, nothing has changed and nobody else can sign in with it.`,
    ],
    action: { label: "Sign in", url: pageUrl(appUrl, paths.login), tone: "act" },
    afterword: [
      `If it was you, sign in with this address. If you cannot, write to ${club.contactEmail}.`,
      "If it was not you, there is nothing to do.",
    ],
    reason: `You get this email because this address was entered at ${club.product}.`,
  };
}
