import { pageUrl, paths } from "#shared/paths.ts";
import type { OwnerMailContext } from "../../context.ts";
import { toPerson } from "../../platform/mail/mail-writer.ts";
import { createSignInToken, signInLinkLifetimeMinutes } from "./sign-in-link.ts";

export const signInLinkMails = {
  "sign-in-link": toPerson(async (person, context: OwnerMailContext) => {
    const { appUrl, club } = context;
    const token = await createSignInToken(context, person);
    if (!token) return undefined;
    const url = pageUrl(appUrl, `${paths.useSignInLink}?${new URLSearchParams({ token })}`);
    return {
      subject: `Your link to sign in to ${club.identity.name}`,
      preview: `The link works for ${signInLinkLifetimeMinutes} minutes.`,
      heading: "Sign in",
      name: person.name,
      body: [
        `Somebody asked for a link to sign in to ${club.identity.name} with this email address. It opens a page with a button, and the button signs you in.`,
      ],
      action: { label: "Go on to sign in", url, tone: "act" },
      afterword: [
        `The link works once, for ${signInLinkLifetimeMinutes} minutes. Do not forward it: whoever has it can sign in, unless your account asks for a code too.`,
      ],
      reason: `You get this email because a link to sign in was asked for at ${club.identity.name}. If that was not you, ignore it: nobody is signed in without the link.`,
    };
  }),
};
