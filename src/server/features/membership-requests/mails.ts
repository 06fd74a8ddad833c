import { pageUrl, paths } from "#shared/paths.ts";
import { welcomeParagraphs, welcomeSubject } from "#shared/people/welcome.ts";
import { type MailContext, toPerson } from "../../platform/mail/mail-writer.ts";
import { readSettingValues } from "../settings/club-settings.ts";

export const membershipRequestMails = {
  "membership-approved": toPerson(async ({ id, name }, context) => {
    const { club } = context;
    if ((await findStatus(context, id)) !== "approved") return undefined;
    const { welcome } = await readSettingValues(context.read);
    const own = welcomeParagraphs(welcome.text, name);
    return {
      subject: welcomeSubject(welcome.subject, name, club.identity.name),
      preview: "You are a member now.",
      heading: "Your membership is approved",
      name,
      body: [
        ...own,
        // Portfolio, directory and events are open to who waits for approval too.
        `${own.length > 0 ? "" : `Welcome to ${club.identity.name}. `}Beside the rest of the members area, introductions to other members are now open to you. You choose which deals to back.`,
        club.warnings.risk_warning,
      ],
      action: { label: "Open the members area", url: pageUrl(context.appUrl, paths.members), tone: "act" },
      afterword: [
        ...(club.deals.is_enabled
          ? [
              "Before you are shown a deal, the law asks for your investor statement. You sign it under Account, Investor details; it takes about three minutes.",
            ]
          : []),
        "Not in the directory yet? Go to Member Directory, then Submit Profile. Once an admin has approved your profile, other members can find you.",
      ],
      reason: `You get this email because you asked to be a member of ${club.identity.name}.`,
    };
  }),
  "membership-rejected": toPerson(async ({ id, name }, context) => {
    const { club } = context;
    if ((await findStatus(context, id)) !== "rejected") return undefined;
    const reason = await findReason(context, id);
    return {
      subject: "Your membership request was not approved",
      preview: "What that means, and whom to ask.",
      heading: "Your membership request was not approved",
      name,
      body: [
        `An admin has decided on your request to be a member of ${club.identity.name} and has not approved it. You can still sign in to your account, but the members area stays closed.`,
        ...(reason ? ["The admin’s reason:", { quote: reason }] : []),
      ],
      afterword: [
        `If you think this is a mistake${reason ? "" : ", or want to know why"}, write to ${club.identity.contact_email}.`,
      ],
      reason: `You get this email because you asked to be a member of ${club.identity.name}.`,
    };
  }),
};

async function findStatus({ read }: MailContext, userId: string): Promise<string | undefined> {
  const membership = read.selectFrom("user_roles").select("status").where("user_id", "=", userId);
  return (await membership.where("role", "=", "member").executeTakeFirst())?.status;
}

/** Nobody is rejected twice: whoever was is approved after all, or stays so. */
async function findReason({ read }: MailContext, userId: string): Promise<string | undefined> {
  const action = read.selectFrom("admin_actions").select("reason").where("user_id", "=", userId);
  return (await action.where("kind", "=", "membership_rejected").executeTakeFirst())?.reason;
}
