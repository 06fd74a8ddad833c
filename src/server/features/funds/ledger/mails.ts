import type { CommitmentState } from "#shared/commitment-messages.ts";
import { formatMoment } from "#shared/london-time.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { findRecipient, type MailContext, type WriteMail } from "../../../platform/mail/mail-writer.ts";

interface Text {
  subject: string;
  preview: string;
  body: string[];
}

/** Service mails, with or without a statement: company and time, no amounts and no account. */
const aboutCommitment =
  (write: (commitment: Commitment) => Text | undefined): WriteMail<{ commitment_id: string }> =>
  async (context, { commitment_id }) => {
    const commitment = await findCommitment(context, commitment_id);
    const person = commitment?.user_id ? await findRecipient(context, commitment.user_id) : undefined;
    const text = commitment && write(commitment);
    if (!person || !text) return undefined;
    const { club, appUrl } = context;
    return {
      to: person.email,
      content: {
        ...text,
        heading: text.subject,
        name: person.name,
        action: { label: "Open your commitment", url: pageUrl(appUrl, paths.commitment(commitment_id)), tone: "act" },
        afterword: ["No email of ours names an account to pay to. If one does, it is not ours."],
        reason: `You get this email because you committed to a deal of ${club.identity.name}.`,
      },
    };
  };

const findCommitment = ({ read }: MailContext, id: string) =>
  read
    .selectFrom("commitments as c")
    .innerJoin("investor_records as r", "r.id", "c.record_id")
    .innerJoin("deals as d", "d.id", "c.deal_id")
    .innerJoin("companies as company", "company.id", "d.company_id")
    .select(["r.user_id", "c.state", "c.due_at", "c.reconsent_until", "company.name as company"])
    .where("c.id", "=", id)
    .executeTakeFirst();

type Commitment = NonNullable<Awaited<ReturnType<typeof findCommitment>>>;

export const ledgerMails = {
  "payment-arrived": aboutCommitment(({ company, state }) => {
    const isPart = state === "part_paid";
    const isPaid = state === "paid" || state === "completed";
    return {
      subject: `${company}: your payment has arrived`,
      preview: isPaid ? "There is nothing more for you to do." : "Your commitment’s page says what follows.",
      body: [
        `Your payment for ${company} has arrived and is booked.`,
        isPaid
          ? "All that was called is paid. What arrived on top, if anything did, is sent back to you."
          : isPart
            ? "A part is still open: how much stands on your commitment’s page. Please send the rest with the same reference."
            : "Your commitment has ended, and what arrived is sent back to you.",
      ],
    };
  }),
  "payment-sent-back": aboutCommitment(({ company }) => ({
    subject: `${company}: money was sent back to you`,
    preview: "It left the account that members paid to.",
    body: [
      `What was owed back to you for ${company} was sent, and the bank’s list says so. How much stands on your commitment’s page.`,
    ],
  })),
  "distribution-paid": aboutCommitment(({ company }) => ({
    subject: `${company}: you were paid for your shares`,
    preview: "It left the account of the deal.",
    body: [
      `What you get for shares of ${company} was paid out to you, and the bank’s list says so. How much, and how it is worked out, stands in My Investments.`,
    ],
  })),
  "funds-nudge": aboutCommitment((commitment) => {
    const { company, due_at, reconsent_until } = commitment;
    const state = commitment.state as CommitmentState;
    if (state === "needs_reconsent" && reconsent_until)
      return {
        subject: `${company}: please answer the change of terms until ${formatMoment(reconsent_until)}`,
        preview: "Without an answer your commitment ends, and you owe nothing.",
        body: [
          `The terms of ${company} have changed, and you have not answered yet. You can until ${formatMoment(reconsent_until)}.`,
          "Without an answer your commitment ends then, and you owe nothing.",
        ],
      };
    if ((state !== "called" && state !== "part_paid") || !due_at) return undefined;
    return {
      subject: `${company}: your payment is not booked yet`,
      preview: `It is due until ${formatMoment(due_at)}.`,
      body: [
        `Your payment for ${company} is not booked yet, or not all of it. It is due until ${formatMoment(due_at)}.`,
        "If your bank holds it, say so on your commitment’s page. If it is on its way, there is nothing for you to do.",
      ],
    };
  }),
  "ledger-mismatch": (async (context, { user_id, deal_id }) => {
    const person = await findRecipient(context, user_id);
    const deal = await context.read
      .selectFrom("deals as d")
      .innerJoin("companies as company", "company.id", "d.company_id")
      .select("company.name as company")
      .where("d.id", "=", deal_id)
      .executeTakeFirst();
    if (!person || !deal) return undefined;
    const { club, appUrl } = context;
    return {
      to: person.email,
      content: {
        subject: `${deal.company}: the account and the bank’s list do not agree`,
        preview: "Its money stands still until that is explained.",
        heading: "The account and the bank’s list do not agree",
        name: person.name,
        body: [
          `What is booked for ${deal.company} and what the bank’s list says are not the same. Until that is explained, nothing is called, sent back or paid out.`,
          "There is nothing for you to do. The deal’s account, in plain words, is open to you as always.",
        ],
        action: { label: "Open My Investments", url: pageUrl(appUrl, paths.portfolio), tone: "act" },
        afterword: [],
        reason: `You get this email because you take part in this deal of ${club.identity.name}, or are an admin.`,
      },
    };
  }) satisfies WriteMail<{ user_id: string; deal_id: string }>,
};
