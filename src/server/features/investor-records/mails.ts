import { formatMoment } from "#shared/london-time.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { findRecipient, type WriteMail } from "../../platform/mail/mail-writer.ts";

/** Money is paid, and payments are known, by these: a change of what was entered is confirmed to its owner. */
export const toldFields = ["bank_account_name", "address"] as const;

/** A mail of the service, without what was entered. */
const writeChanged: WriteMail<{
  user_id: string;
  fields: readonly (typeof toldFields)[number][];
  changed_at: string;
}> = async (context, { user_id, fields, changed_at }) => {
  const person = await findRecipient(context, user_id);
  if (!person) return undefined;
  const { appUrl, club } = context;
  const what = fields.map((name) => changedWords[name]).join(" and ");
  const subject = `Your investor record has changed at ${club.identity.name}`;
  return {
    to: person.email,
    content: {
      subject,
      preview: "If this was not you, somebody else can get into your account.",
      heading: "Your investor record has changed",
      name: person.name,
      body: [`On ${formatMoment(new Date(changed_at))}, in London, ${what} in your investor record changed.`],
      action: {
        label: "Open your investor record",
        url: pageUrl(appUrl, paths.accountPart("record")),
        tone: "act",
      },
      afterword: [
        `If it was not you, choose a new password at once: ${pageUrl(appUrl, paths.forgotPassword)} sends you a link. Then write to ${club.identity.contact_email}.`,
      ],
      reason: `You get this email because your investor record at ${club.identity.name} has changed.`,
    },
  };
};

const changedWords: Record<(typeof toldFields)[number], string> = {
  bank_account_name: "the name on your bank account",
  address: "your address",
};

export const investorRecordMails = { "investor-record-changed": writeChanged };
