import { pageUrl, paths } from "#shared/paths.ts";
import { webhookMessages } from "#shared/webhook-messages.ts";
import { findRecipient, type WriteMail } from "../../platform/mail/mail-writer.ts";

const switchedOff: WriteMail<{ user_id: string; webhook_id: string }> = async (context, { user_id, webhook_id }) => {
  const { read, appUrl, club } = context;
  const person = await findRecipient(context, user_id);
  const webhook = await read
    .selectFrom("webhook_endpoints")
    .select(["name", "url", "switched_off_because"])
    .where("id", "=", webhook_id)
    .executeTakeFirst();
  const because = webhook?.switched_off_because;
  if (!person || !webhook || !because || because === "admin") return undefined;
  return {
    to: person.email,
    content: {
      subject: `A webhook of ${club.identity.name} is switched off`,
      preview: "Another system is not told any more of what happens.",
      heading: "A webhook is switched off",
      name: person.name,
      body: [
        `${webhook.name}, at ${new URL(webhook.url).host}. ${webhookMessages.switchedOff(because)}.`,
        "Once its system answers again, switch it on and send again what it missed.",
      ],
      action: { label: "See the webhooks", url: pageUrl(appUrl, paths.webhooks), tone: "act" },
      afterword: [],
      reason: `You get this email because you are an admin of ${club.identity.name}.`,
    },
  };
};

export const webhookMails = { "webhook-switched-off": switchedOff };
