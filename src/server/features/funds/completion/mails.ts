import { shareWords } from "#shared/notices/own-notices.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import { findRecipient, type WriteMail } from "../../../platform/mail/mail-writer.ts";

/** A mail of the service: with shares and cost, and without the paper. */
const writeSharesIssued: WriteMail<{ user_id: string; commitment_id: string }> = async (context, data) => {
  const { read, appUrl, club } = context;
  const person = await findRecipient(context, data.user_id);
  const holding = await read
    .selectFrom("holdings as h")
    .innerJoin("companies as c", "c.id", "h.company_id")
    .select(["c.name", "h.shares", "h.cost_pence"])
    .where("h.commitment_id", "=", data.commitment_id)
    .executeTakeFirst();
  if (!person || !holding) return undefined;
  return {
    to: person.email,
    content: {
      subject: `${holding.name}: your ${shareWords(holding.shares)} are issued`,
      preview: "The nominee holds them for you, on a trust of your own.",
      heading: "Your shares are issued",
      name: person.name,
      body: [
        `${holding.name} has issued your ${shareWords(holding.shares)}, which cost ${formatPence(holding.cost_pence)}, to the nominee, who holds them for you on a trust of your own.`,
        "Your papers have the certificate of your beneficial ownership, what you signed and the deal’s ledger. Other papers are added as they arrive.",
      ],
      action: { label: "See your shares", url: pageUrl(appUrl, paths.commitment(data.commitment_id)), tone: "act" },
      afterword: [],
      reason: `You get this email because you hold shares through ${club.identity.name}.`,
    },
  };
};

export const completionMails = { "shares-issued": writeSharesIssued };
