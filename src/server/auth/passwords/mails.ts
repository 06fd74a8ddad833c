import { pageUrl, paths } from "#shared/paths.ts";
import { nameWithoutArticle } from "#shared/settings/name-without-article.ts";
import type { OwnerMailContext } from "../../context.ts";
import { toPerson } from "../../platform/mail/mail-writer.ts";
import { createPasswordResetToken, passwordResetLifetimeMinutes } from "./password-recovery.ts";

export const passwordMails = {
  "password-reset": toPerson(async (person, { db, appUrl, club }: OwnerMailContext) => {
    const token = await createPasswordResetToken(db, person);
    if (!token) return undefined;
    const url = pageUrl(appUrl, `${paths.resetPassword}?${new URLSearchParams({ token })}`);
    return {
      subject: `Choose a new password for ${club.identity.name}`,
      preview: `The link works for ${passwordResetLifetimeMinutes} minutes.`,
      heading: "Choose a new password",
      name: person.name,
      body: [
        `Somebody asked for a new password for the ${nameWithoutArticle(club.identity.name)} account with this email address.`,
      ],
      action: { label: "Choose a new password", url, tone: "act" },
      afterword: [
        `The link works once, for ${passwordResetLifetimeMinutes} minutes. The new password signs you out on all devices, removes your passkeys and disconnects Google, if that is connected.`,
      ],
      reason: `You get this email because a new password was asked for at ${club.identity.name}. If that was not you, ignore it: your password stays as it is.`,
    };
  }),
};
