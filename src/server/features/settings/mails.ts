import { formatMoment } from "#shared/london-time.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { type ToldSetting, toldSettings } from "#shared/settings/settings-messages.ts";
import { findRecipient, type WriteMail } from "../../platform/mail/mail-writer.ts";

/** To every admin but the one who changed it. */
const changed: WriteMail<{ user_id: string; key: ToldSetting; revision: number }> = async (context, data) => {
  const { read, appUrl, club } = context;
  const { user_id, key, revision } = data;
  const person = await findRecipient(context, user_id);
  const change = await read
    .selectFrom("club_setting_revisions as r")
    .leftJoin("people as p", "p.id", "r.created_by")
    .select(["r.created_at", "p.full_name", "p.email"])
    .where("r.key", "=", key)
    .where("r.revision", "=", revision)
    .executeTakeFirst();
  if (!person || !change) return undefined;
  const section = toldSettings[key];
  return {
    to: person.email,
    content: {
      subject: `Settings of ${club.identity.name} changed: ${section}`,
      preview: `${section} decide what members are offered, and at what price.`,
      heading: `${section} changed`,
      name: person.name,
      body: [
        `${change.full_name ?? change.email ?? "An admin"} changed Settings → ${section} on ${formatMoment(change.created_at)}. ${key === "terms" ? "Terms that have begun stay as they were; terms that are still to come can be changed there." : "The history of the section shows what was there before."}`,
      ],
      action: { label: "See the settings", url: pageUrl(appUrl, paths.settings(key)), tone: "act" },
      afterword: [
        `If this change was not agreed, ${key === "terms" ? "enter new terms from tomorrow on" : "put the earlier values back"}, and have that admin’s password changed.`,
      ],
      reason: `You get this email because you are an admin of ${club.identity.name}.`,
    },
  };
};

export const settingMails = { "setting-changed": changed };
