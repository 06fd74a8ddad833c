import {
  type AnnouncedFacts,
  announcedEnd,
  announcedName,
  announcedMessages as messages,
} from "#shared/funds/announced-messages.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { readAnnouncedFacts } from "../../../platform/db/announced-facts.ts";
import { findRecipient, type WriteMail } from "../../../platform/mail/mail-writer.ts";

interface Text {
  subject: string;
  preview: string;
  body: string[];
}

const aboutAnnounced =
  (write: (facts: AnnouncedFacts) => Text | undefined): WriteMail<{ user_id: string; announced_id: string }> =>
  async (context, { user_id, announced_id }) => {
    const person = await findRecipient(context, user_id);
    const facts = await readAnnouncedFacts(context.read, announced_id, user_id);
    const text = facts && write(facts);
    if (!person || !text) return undefined;
    return {
      to: person.email,
      content: {
        ...text,
        heading: text.subject,
        name: person.name,
        action: { label: "Open My Investments", url: pageUrl(context.appUrl, paths.myInvestments), tone: "act" },
        afterword: [],
        reason: `You get this email because you hold shares through ${context.club.identity.name}, or are an admin.`,
      },
    };
  };

export const announcedMails = {
  /** Nobody waits for it once it has ended. */
  "confirmation-announced": aboutAnnounced((facts) =>
    facts.outcome === null
      ? {
          subject: announcedName(facts),
          preview: messages.takesEffect(facts.takes_effect_at, announcedEnd(facts)),
          body: [
            ...[messages.own(facts) ?? []].flat(),
            ...(facts.note === null ? [] : [`What the admins say of it: ${facts.note}`]),
            messages.who(facts),
            messages.takesEffect(facts.takes_effect_at, announcedEnd(facts)),
            "If it is wrong, write to an admin before then.",
          ],
        }
      : undefined,
  ),
  "confirmation-ended": aboutAnnounced((facts) => ({
    subject: `${announcedName(facts)}: it does not take effect`,
    preview: "Shares and prices are as they were.",
    body: [messages.ended(facts), "Nothing has changed: shares and prices are as they were."],
  })),
};
