import { pageUrl, paths } from "#shared/paths.ts";
import { nameWithoutArticle } from "#shared/settings/name-without-article.ts";
import type { OwnerMailContext } from "../../context.ts";
import { toPerson } from "../../platform/mail/mail-writer.ts";
import { createVerificationToken, verificationLifetimeHours } from "./verify-email.ts";

export const registrationMails = {
  verification: toPerson(async (person, { db, appUrl, club }: OwnerMailContext) => {
    const token = await createVerificationToken(db, person);
    if (!token) return undefined;
    const membership = await db
      .selectFrom("user_roles")
      .select("status")
      .where("user_id", "=", person.id)
      .where("role", "=", "member")
      .executeTakeFirst();
    const url = pageUrl(appUrl, `${paths.verifyEmail}?${new URLSearchParams({ token })}`);
    return {
      subject: `Verify your email address for ${club.identity.name}`,
      preview: "One step is left before you can sign in.",
      heading: "Verify your email address",
      name: person.name,
      body: [
        `Your ${nameWithoutArticle(club.identity.name)} account has been created. One step is left: verify that this email address is yours. Then you can sign in.${membership?.status === "pending" ? " An admin still has to approve your membership." : ""}`,
      ],
      action: { label: "Verify email address", url, tone: "act" },
      afterword: [
        `The link works once, for ${verificationLifetimeHours} hours. It asks for the password that you chose when you registered.`,
      ],
      reason: `You get this email because this address was registered at ${club.identity.name}. If that was not you, somebody used an invitation for this address. Nobody can sign in to the account until the address is verified; "Forgot your password?" on the sign-in page makes the account yours.`,
    };
  }),
};
