import { adminPaths } from "#shared/admin-paths.ts";
import { pageUrl } from "#shared/paths.ts";
import { webhookEvents } from "#shared/webhooks/webhook-events.ts";
import { webhookMessages } from "#shared/webhooks/webhook-messages.ts";
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
      action: { label: "See the webhooks", url: pageUrl(appUrl, adminPaths.webhooks), tone: "act" },
      afterword: [],
      reason: `You get this email because you are an admin of ${club.identity.name}.`,
    },
  };
};

/** To all admins, the one who entered it too. */
const newAddress: WriteMail<{ user_id: string; webhook_id: string; by: string | null }> = async (context, data) => {
  const { read, appUrl, club } = context;
  const { user_id, webhook_id, by } = data;
  const person = await findRecipient(context, user_id);
  const maker = by === user_id ? "You" : by && (await findRecipient(context, by))?.name;
  const webhook = await read
    .selectFrom("webhook_endpoints")
    .select(["name", "url", "events"])
    .where("id", "=", webhook_id)
    .executeTakeFirst();
  if (!person || !webhook) return undefined;
  const events = webhook.events.map((event) => webhookEvents[event].label.toLowerCase()).join(", ");
  return {
    to: person.email,
    content: {
      subject: `New webhook address at ${club.identity.name}`,
      preview: "Another system is told of what happens in the club.",
      heading: "A webhook has a new address",
      name: person.name,
      body: [
        `${maker || "An admin"} entered the address of a system that the club tells of events: ${webhook.name}, at ${new URL(webhook.url).host}. Its events are: ${events}.`,
      ],
      action: { label: "See the webhooks", url: pageUrl(appUrl, adminPaths.webhooks), tone: "act" },
      afterword: [
        `If nobody of you should have entered it, remove it there at once. Then write to ${club.identity.contact_email}.`,
      ],
      reason: `You get this email because you are an admin of ${club.identity.name}.`,
    },
  };
};

export const webhookMails = { "webhook-address": newAddress, "webhook-switched-off": switchedOff };
