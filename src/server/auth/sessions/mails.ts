import { formatMoment } from "#shared/london-time.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { nameWithoutArticle } from "#shared/settings/name-without-article.ts";
import { findRecipient, type WriteMail } from "../../platform/mail/mail-writer.ts";
import { deviceName } from "../account/device-name.ts";

const newDevice: WriteMail<{ user_id: string; session_id: string }> = async (context, { user_id, session_id }) => {
  const person = await findRecipient(context, user_id);
  if (!person) return undefined;
  const { read, appUrl, club } = context;
  const session = await read
    .selectFrom("auth.sessions")
    .select(["user_agent", "created_at"])
    .where("id", "=", session_id)
    .executeTakeFirst();
  const device = deviceName(session?.user_agent ?? null) ?? "a device or program without a name";
  const when = session ? `, ${formatMoment(session.created_at)}` : "";
  return {
    to: person.email,
    content: {
      subject: `New sign-in: ${device}${when}. Was it you?`,
      preview: "If this was you, there is nothing to do.",
      heading: "New sign-in: was it you?",
      name: person.name,
      body: [
        `Somebody signed in to your account from a device that was not used before: ${device}${when}. If this was you, there is nothing to do.`,
      ],
      action: {
        label: "See where you are signed in",
        url: pageUrl(appUrl, paths.accountPart("sessions")),
        tone: "act",
      },
      afterword: [
        `If this was not you, choose a new password at once: ${pageUrl(appUrl, paths.forgotPassword)} sends you a link. It signs out everybody else, removes passkeys and disconnects Google. Then write to ${club.identity.contact_email}.`,
      ],
      reason: `You get this email because somebody signed in to your ${nameWithoutArticle(club.identity.name)} account.`,
    },
  };
};

/** Sent however the sign-in was made. */
export const sessionMails = { "new-device": newDevice };
