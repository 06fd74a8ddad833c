import { sql } from "kysely";
import { formatMoment, londonDate, shortMoment } from "#shared/london-time.ts";
import { pageUrl } from "#shared/paths.ts";
import { adminName, adminNameFirst } from "#shared/people/person-name.ts";
import { defaultSettings } from "#shared/settings/club.ts";
import { settingPath } from "#shared/settings/setting-parts.ts";
import { settingsMessages, type ToldSetting, toldSettings } from "#shared/settings/settings-messages.ts";
import {
  appliesFrom,
  differsFrom,
  proposalLines,
  termsConfirmedBy,
  settingWaitingMs as waitingMs,
} from "#shared/settings/value-differences.ts";
import { findRecipient, type WriteMail } from "../../platform/mail/mail-writer.ts";
import type { ProposalNews } from "./propose-setting.ts";
import type { ProposedKey } from "./queries.ts";

/** A single admin may change these fields. */
const switches = ["is_enabled", "kill_switch"];

/** Every admin but the one who changed it gets this mail. */
const changed: WriteMail<{ user_id: string; key: ToldSetting; revision: number }> = async (context, data) => {
  const { read, appUrl, club } = context;
  const { user_id, key, revision } = data;
  const person = await findRecipient(context, user_id);
  const change = await read
    .selectFrom("club_setting_revisions as r")
    .leftJoin("people as p", "p.id", "r.created_by")
    .leftJoin("club_setting_revisions as b", (on) =>
      on.onRef("b.key", "=", "r.key").on("b.revision", "=", revision - 1),
    )
    .leftJoin("setting_proposals as s", (on) =>
      on
        .onRef("s.key", "=", "r.key")
        .on("s.outcome", "=", "in_force")
        .on(sql<boolean>`b.value - ${switches}::text[] is distinct from r.value - ${switches}::text[]`)
        .on(sql<boolean>`s.value - ${switches}::text[] = r.value - ${switches}::text[]`),
    )
    .leftJoin("people as c", "c.id", "s.confirmed_by")
    .select(["r.created_at", "r.value", "b.value as before", "p.name as changed_by"])
    .select(["s.id as proposal_id", "c.name as confirmed_by"])
    .where("r.key", "=", key)
    .where("r.revision", "=", revision)
    .orderBy("s.ended_at", (order) => order.desc().nullsLast())
    .executeTakeFirst();
  if (!person || !change) return undefined;
  const section = toldSettings[key];
  const where = `Settings → ${section} on ${formatMoment(change.created_at)}.`;
  const byTwo = change.proposal_id !== null;
  return {
    to: person.email,
    content: {
      subject: `Settings of ${club.identity.name} changed: ${section}`,
      preview: `${section} decide what members are offered, and at what price.`,
      heading: `${section} changed`,
      name: person.name,
      body: [
        `${byTwo ? `${adminNameFirst(change.changed_by)} proposed and ${adminName(change.confirmed_by)} confirmed a change of ${where}` : `${adminNameFirst(change.changed_by)} changed ${where}`} ${key === "terms" ? `${appliesFrom(change.before ?? defaultSettings.terms, change.value)} Terms that have begun stay as they were; terms that are still to come can be changed there.` : "The history of the section shows what was there before."}`,
      ],
      action: { label: "See the settings", url: pageUrl(appUrl, settingPath(key)), tone: "act" },
      afterword: [
        `If this change was not agreed, ${key === "terms" ? "enter new terms from tomorrow on" : "put the earlier values back"}, and have ${byTwo ? "the passwords of both" : "that admin’s password"} changed.`,
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

interface Times {
  inForce: string;
  /** From which day terms differ, and the words for it. */
  day: string | undefined;
  applies: string;
  hasBegun: boolean;
}

const newsOf: Record<ProposalNews, (proposal: Proposal, times: Times) => { subject: string; body: string }> = {
  proposed: ({ proposed_by }, { day, applies }) => ({
    subject: "a change waits for another admin",
    body: `${adminNameFirst(proposed_by)} proposes a change. ${day ? `${applies} ${settingsMessages.confirmTermsBy(termsConfirmedBy(day))}` : "Another admin confirms it, and it is in force 24 hours later."}`,
  }),
  confirmed: ({ proposed_by, confirmed_by }, { inForce, applies }) => ({
    subject: applies ? "a change is confirmed" : `a change is in force from ${inForce}`,
    body: `${adminNameFirst(proposed_by)} proposed a change and ${adminName(confirmed_by)} confirmed it. ${applies ? `${applies} ${settingsMessages.withdrawableUntil(inForce)}` : `It is in force from ${inForce}, unless an admin withdraws it.`}`,
  }),
  withdrawn: () => ({
    subject: "a proposed change was withdrawn",
    body: "The change that was proposed was withdrawn. Nothing has changed.",
  }),
  failed: (_proposal, { hasBegun }) => ({
    subject: "a change is not in force",
    body: hasBegun
      ? "The day of the new terms had begun before they could be saved. Nothing has changed. Please propose them with a later day."
      : "Who proposed the change and who confirmed it do not count as two persons any more. Nothing has changed.",
  }),
};

/** Every admin but the one who did it gets this mail. */
const proposed: WriteMail<{ user_id: string; proposal_id: string; news: ProposalNews }> = async (context, data) => {
  const person = await findRecipient(context, data.user_id);
  const found = await context.read
    .selectFrom("setting_proposals as s")
    .leftJoin("club_settings as c", "c.key", "s.key")
    .select(["s.key", "s.confirmed_at", "s.ended_at", "s.value", "c.value as present"])
    .select((by) => [
      by.selectFrom("people").select("name").whereRef("id", "=", "s.proposed_by").as("proposed_by"),
      by.selectFrom("people").select("name").whereRef("id", "=", "s.confirmed_by").as("confirmed_by"),
    ])
    .where("s.id", "=", data.proposal_id)
    .executeTakeFirst();
  if (!person || !found) return undefined;
  const proposal = found as Proposal;
  // A setting that nobody has saved has no row.
  const present = found.present ?? defaultSettings[proposal.key];
  const inForce = shortMoment(new Date((proposal.confirmed_at?.getTime() ?? 0) + waitingMs));
  const isTerms = proposal.key === "terms";
  const day = isTerms ? differsFrom(present, found.value) : undefined;
  const { subject, body } = newsOf[data.news](proposal, {
    inForce,
    day,
    applies: isTerms ? appliesFrom(present, found.value) : "",
    hasBegun: day !== undefined && found.ended_at !== null && day <= londonDate(found.ended_at),
  });
  const isAhead = data.news === "proposed" || data.news === "confirmed";
  const lines = isAhead ? proposalLines(proposal.key, present, found.value) : [];
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
