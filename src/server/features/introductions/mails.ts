import { formatDay, londonDate } from "#shared/london-time.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { findRecipient, type MailContext, type WriteMail } from "../../platform/mail/mail-writer.ts";

/** Finds an introduction with what both are called; undefined once one of them has left. */
async function findIntroduction(context: MailContext, id: string) {
  const row = await context.read
    .selectFrom("introductions")
    .select(["asker_id", "asked_id", "message", "state", "expires_at"])
    .where("id", "=", id)
    .executeTakeFirst();
  const asker = row && (await findRecipient(context, row.asker_id));
  const asked = row && (await findRecipient(context, row.asked_id));
  return row && asker && asked ? { ...row, asker, asked } : undefined;
}

const nameOf = ({ name }: { name: string | null }) => name ?? "A member";

/** Passed on by the club: neither address is in it, in its head as little as in its text. */
const writeAsked: WriteMail<{ introduction_id: string }> = async (context, { introduction_id }) => {
  const found = await findIntroduction(context, introduction_id);
  if (found?.state !== "open" || found.expires_at <= context.now()) return undefined;
  const { asker, asked, message, expires_at } = found;
  const name = nameOf(asker);
  return {
    to: asked.email,
    content: {
      subject: `${name} asks to meet you`,
      preview: "You decide; nobody sees your address before you accept.",
      heading: `${name} asks to meet you`,
      name: asked.name,
      body: [
        `${name} is a member of ${context.club.identity.name} and writes:`,
        message,
        `Please accept or decline by ${formatDay(londonDate(expires_at))}. Replies to this mail do not reach ${name}.`,
      ],
      action: { label: "Answer", url: pageUrl(context.appUrl, paths.introductions), tone: "act" },
      afterword: ["If you decline they are told that it did not come about, without a reason."],
      reason: "You get this email because members may ask to be introduced to you. Your account page ends that.",
    },
  };
};

const writeAnswered: WriteMail<{ introduction_id: string; to: "asker" | "asked" }> = async (context, data) => {
  const found = await findIntroduction(context, data.introduction_id);
  if (!found) return undefined;
  const [reader, other] = data.to === "asker" ? [found.asker, found.asked] : [found.asked, found.asker];
  const name = nameOf(other);
  const action = {
    label: "Open your introductions",
    url: pageUrl(context.appUrl, paths.introductions),
    tone: "act",
  } as const;
  const reason =
    data.to === "asker"
      ? "You get this email because you asked for an introduction."
      : "You get this email because you accepted an introduction.";
  if (found.state === "accepted")
    return {
      to: reader.email,
      content: {
        subject: `You and ${name} are introduced`,
        preview: "With the address to write to.",
        heading: `You and ${name} are introduced`,
        name: reader.name,
        body: [`You can write to ${name} at ${other.email}. They have your address too.`],
        action,
        afterword: [],
        reason,
      },
    };
  if (found.state !== "declined" || data.to !== "asker") return undefined;
  return {
    to: reader.email,
    content: {
      subject: `Your introduction to ${name} did not come about`,
      preview: "Other members may be glad to hear from you.",
      heading: "Your introduction did not come about",
      name: reader.name,
      body: [`${name} could not be introduced to you at present. You can ask again in 90 days.`],
      action,
      afterword: [],
      reason,
    },
  };
};

export const introductionMails = { "introduction-asked": writeAsked, "introduction-answered": writeAnswered };
