import { pageUrl, paths } from "#shared/paths.ts";
import { nameWithoutArticle } from "#shared/settings/name-without-article.ts";
import { toPerson } from "../../platform/mail/mail-writer.ts";
import { wrongCodesPerDay } from "../limits.ts";

export const twoFactorMails = {
  "two-factor-guessed": toPerson(({ name }, { appUrl, club }) => ({
    subject: `Somebody is guessing the codes of your ${nameWithoutArticle(club.identity.name)} account`,
    preview: "They know your password: please choose another one.",
    heading: "Somebody is guessing your codes",
    name,
    body: [
      `Within a day, ${wrongCodesPerDay} wrong codes were entered for your account. Whoever did that knows your password, but not the code of your authenticator app, so they are not signed in.`,
      "Until tomorrow no code is taken, yours included. Choose a new password, and yours works at once, while theirs are of no use.",
    ],
    action: { label: "Choose a new password", url: pageUrl(appUrl, paths.forgotPassword), tone: "act" },
    afterword: [
      `Were those codes yours? Then there is nothing to do. If not, please tell us: ${club.identity.contact_email}.`,
    ],
    reason: `You get this email because wrong codes were entered for your ${nameWithoutArticle(club.identity.name)} account.`,
  })),
};
