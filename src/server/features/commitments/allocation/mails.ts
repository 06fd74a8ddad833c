import { sql } from "kysely";
import { commitmentCases } from "#shared/commitments/commitment-cases.ts";
import { shareSums } from "#shared/commitments/share-sums.ts";
import { partDifferenceWords } from "#shared/funds/cost-difference.ts";
import { formatMoment } from "#shared/london-time.ts";
import { ownNotices, shareWords } from "#shared/notices/own-notices.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { findCommitmentFacts, sumsOf } from "../../../platform/db/notice-facts.ts";
import type { MailContent } from "../../../platform/mail/mail-content.ts";
import { findRecipient, type MailContext, type WriteMail } from "../../../platform/mail/mail-writer.ts";

interface Given {
  user_id: string;
  commitment_id: string;
}

/** Mails of the service, with the number of shares and what they cost. */
export const allocationMails = {
  "shares-given-out": (async (context, { user_id, commitment_id }) => {
    const person = await findRecipient(context, user_id);
    const commitment = await findCommitment(context, commitment_id);
    if (!person || !commitment || !["allocated", "waiting_list"].includes(commitment.state)) return undefined;
    const { company } = commitment;
    const difference = commitment.state === "allocated" && partDifferenceWords(commitment);
    return {
      to: person.email,
      content: {
        subject:
          commitment.state === "allocated"
            ? commitmentCases.allocated.subject(commitment)
            : `${company}: you are on the waiting list`,
        preview: "How many shares you get, and what they cost.",
        heading: `The shares of ${company} are allocated`,
        name: person.name,
        body: [
          `${ownNotices.shares_given_out.text(commitment, 0)} Two admins have confirmed it. The page of your commitment says how the number came about.`,
          ...(commitment.state === "allocated" ? [{ sums: shareSums(sumsOf(commitment)) }] : []),
          ...(difference ? [difference] : []),
          "There is nothing to pay yet. You are told when and how to pay.",
        ],
        ...endOf(context, commitment_id),
      },
    };
  }) satisfies WriteMail<Given>,
  /** An offer: to nobody without a statement that counts as it leaves. */
  "shares-offered": (async (context, { user_id, commitment_id, top_up_id }) => {
    const person = await findRecipient(context, user_id);
    const commitment = await findCommitment(context, commitment_id);
    const { rows } = await sql<{ closes_at: Date }>`
      select closes_at from top_ups
       where id = ${top_up_id} and ended_at is null and may_promote(${user_id}, ${context.now()})`.execute(
      context.read,
    );
    const [offer] = rows;
    if (!person || !commitment || !offer) return undefined;
    const { company } = commitment;
    return {
      to: person.email,
      content: {
        subject: `Shares of ${company} became free`,
        preview: `${shareWords(commitment.offered_shares)} are kept for you until ${formatMoment(offer.closes_at)}.`,
        heading: `Shares of ${company} became free`,
        name: person.name,
        body: [
          `Shares of ${company} became free. They are offered to everybody who asked for more than they get, in proportion. ${shareWords(commitment.offered_shares)} are kept for you until ${formatMoment(offer.closes_at)}. After that the rest goes to those who come first.`,
          "If you do nothing, nothing changes.",
        ],
        ...endOf(context, commitment_id),
      },
    };
  }) satisfies WriteMail<Given & { top_up_id: string }>,
};

const findCommitment = async ({ read, now }: MailContext, id: string) =>
  (await findCommitmentFacts(read, [id], now())).at(0);

const endOf = ({ appUrl, club }: MailContext, commitmentId: string) =>
  ({
    action: { label: "See your commitment", url: pageUrl(appUrl, paths.commitment(commitmentId)), tone: "act" },
    afterword: [`If you have a question, write to ${club.identity.contact_email}.`],
    reason: `You get this email because you committed to a deal at ${club.identity.name}.`,
  }) satisfies Partial<MailContent>;
