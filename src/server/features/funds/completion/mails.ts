import { commitmentCases } from "#shared/commitments/commitment-cases.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { findCommitmentFacts } from "../../../platform/db/notice-facts.ts";
import { findRecipient, type WriteMail } from "../../../platform/mail/mail-writer.ts";

/** A mail of the service: with shares and cost, and without the paper. */
const writeSharesIssued: WriteMail<{ user_id: string; commitment_id: string }> = async (context, data) => {
  const { read, now, appUrl, club } = context;
  const person = await findRecipient(context, data.user_id);
  const [facts] = await findCommitmentFacts(read, [data.commitment_id], now());
  if (!person || facts?.issued_on == null) return undefined;
  const { words, subject } = commitmentCases.completed;
  return {
    to: person.email,
    content: {
      subject: subject(facts),
      preview: "The nominee holds them for you, on a trust of your own.",
      heading: subject(facts),
      name: person.name,
      body: [
        `${words(facts).join(" ")} The nominee holds them for you, on a trust of your own.`,
        "Documents has the certificate of your beneficial ownership, what you signed and the payments in the deal. Other documents are added as they arrive.",
      ],
      action: { label: "See your shares", url: pageUrl(appUrl, paths.commitment(data.commitment_id)), tone: "act" },
      afterword: [],
      reason: `You get this email because you hold shares through ${club.identity.name}.`,
    },
  };
};

export const completionMails = { "shares-issued": writeSharesIssued };
