import { adminPaths } from "#shared/admin-paths.ts";
import { apiKeyScopeWords } from "#shared/api-keys/api-key-messages.ts";
import { formatDay, londonDate } from "#shared/london-time.ts";
import { pageUrl } from "#shared/paths.ts";
import { personName } from "#shared/people/person-name.ts";
import { findRecipient, type WriteMail } from "../../platform/mail/mail-writer.ts";

const apiKeyCreated: WriteMail<{ user_id: string; key_id: string }> = async (context, { user_id, key_id }) => {
  const { read, appUrl, club } = context;
  const person = await findRecipient(context, user_id);
  const key = await read
    .selectFrom("auth.api_keys as k")
    .innerJoin("people as p", "p.id", "k.user_id")
    .select(["k.name", "k.scope", "k.expires_at", "p.full_name", "p.email", "k.user_id"])
    .where("k.id", "=", key_id)
    .executeTakeFirst();
  if (!person || !key) return undefined;
  const maker = key.user_id === user_id ? "You" : personName(key);
  return {
    to: person.email,
    content: {
      subject: `New API key at ${club.identity.name}`,
      preview: "A program can call the club with it.",
      heading: "An API key was made",
      name: person.name,
      body: [
        `${maker} made an API key for a program: ${key.name}. Its scope is ${apiKeyScopeWords[key.scope].toLowerCase()}, and it expires on ${formatDay(londonDate(key.expires_at))}.`,
      ],
      action: { label: "See the API keys", url: pageUrl(appUrl, adminPaths.apiKeys), tone: "act" },
      afterword: [
        `If nobody of you should have made it, revoke it there at once. Then write to ${club.identity.contact_email}.`,
      ],
      reason: `You get this email because you are an admin of ${club.identity.name}.`,
    },
  };
};

export const apiKeyMails = { "api-key-created": apiKeyCreated };
