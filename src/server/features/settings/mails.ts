import { formatMoment, shortMoment } from "#shared/london-time.ts";
import { pageUrl } from "#shared/paths.ts";
import { adminName, adminNameFirst } from "#shared/people/person-name.ts";
import { settingPath } from "#shared/settings/setting-parts.ts";
import { type ToldSetting, toldSettings } from "#shared/settings/settings-messages.ts";
import { proposalLines } from "#shared/settings/value-differences.ts";
import { findRecipient, type WriteMail } from "../../platform/mail/mail-writer.ts";
import { type ProposalNews, waitingMs } from "./propose-setting.ts";
import type { ProposedKey } from "./queries.ts";

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
      action: { label: "See the settings", url: pageUrl(appUrl, settingPath(key)), tone: "act" },
      afterword: [
        `If this change was not agreed, ${key === "terms" ? "enter new terms from tomorrow on" : "put the earlier values back"}, and have that admin’s password changed.`,
      ],
      reason: `You get this email because you are an admin of ${club.identity.name}.`,
    },
  };
};

interface Proposal {
  key: ProposedKey;
  proposed_by: string | null;
  confirmed_by: string | null;
  confirmed_at: Date | null;
}

const newsOf: Record<ProposalNews, (proposal: Proposal, inForce: string) => { subject: string; body: string }> = {
  proposed: ({ proposed_by }) => ({
    subject: "a change waits for another admin",
    body: `${adminNameFirst(proposed_by)} proposes a change. Another admin confirms it, and it is in force 24 hours later.`,
  }),
  confirmed: ({ proposed_by, confirmed_by }, inForce) => ({
    subject: `a change is in force from ${inForce}`,
    body: `${adminNameFirst(proposed_by)} proposed a change and ${adminName(confirmed_by)} confirmed it. It is in force from ${inForce}, unless an admin withdraws it.`,
  }),
  withdrawn: () => ({
    subject: "a proposed change was withdrawn",
    body: "The change that was proposed was withdrawn. Nothing has changed.",
  }),
  failed: () => ({
    subject: "a change is not in force",
    body: "Who proposed the change and who confirmed it do not count as two persons any more. Nothing has changed.",
  }),
};

/** To every admin but the one who did it. */
const proposed: WriteMail<{ user_id: string; proposal_id: string; news: ProposalNews }> = async (context, data) => {
  const person = await findRecipient(context, data.user_id);
  const found = await context.read
    .selectFrom("setting_proposals as s")
    .leftJoin("club_settings as c", "c.key", "s.key")
    .select(["s.key", "s.confirmed_at", "s.value", "c.value as present"])
    .select((by) => [
      by.selectFrom("people").select("name").whereRef("id", "=", "s.proposed_by").as("proposed_by"),
      by.selectFrom("people").select("name").whereRef("id", "=", "s.confirmed_by").as("confirmed_by"),
    ])
    .where("s.id", "=", data.proposal_id)
    .executeTakeFirst();
  if (!person || !found) return undefined;
  const proposal = found as Proposal;
  const inForce = shortMoment(new Date((proposal.confirmed_at?.getTime() ?? 0) + waitingMs));
  const { subject, body } = newsOf[data.news](proposal, inForce);
  const isAhead = data.news === "proposed" || data.news === "confirmed";
  const lines = isAhead ? proposalLines(proposal.key, found.present, found.value) : [];
  const section = toldSettings[proposal.key];
  return {
    to: person.email,
    content: {
      subject: `Settings of ${context.club.identity.name}, ${section}: ${subject}`,
      preview: `${section} decide what members are offered, and at what price.`,
      heading: `${section}: ${subject}`,
      name: person.name,
      body: [body, ...lines],
      action: { label: "See the change", url: pageUrl(context.appUrl, settingPath(proposal.key)), tone: "act" },
      afterword: [],
      reason: `You get this email because you are an admin of ${context.club.identity.name}.`,
    },
  };
};

export const settingMails = { "setting-changed": changed, "setting-proposed": proposed };
