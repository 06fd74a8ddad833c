import type { CommitmentState } from "#shared/commitment-messages.ts";
import { formatMoment } from "#shared/london-time.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { findRecipient, type MailContext, type WriteMail } from "../../../platform/mail/mail-writer.ts";

/** Service mails, with or without a statement: company and time, no amounts and no account. */
const writeReminder: WriteMail<{ user_id: string; reminder_id: string }> = async (
  context,
  { user_id, reminder_id },
) => {
  const person = await findRecipient(context, user_id);
  const reminder = await findReminder(context, reminder_id);
  const text = reminder && textOf(reminder);
  if (!person || !text) return undefined;
  const { club, appUrl } = context;
  return {
    to: person.email,
    content: {
      ...text,
      heading: text.subject,
      name: person.name,
      action: {
        label: "Open your commitment",
        url: pageUrl(appUrl, paths.commitment(reminder.commitment_id)),
        tone: "act",
      },
      afterword: ["No email of ours names an account to pay to. If one does, it is not ours."],
      reason: `You get this email because you have shares in a deal of ${club.identity.name}.`,
    },
  };
};

export const fundsCallMails = { "funds-reminder": writeReminder };

const findReminder = ({ read }: MailContext, id: string) =>
  read
    .selectFrom("funds_reminders as m")
    .innerJoin("commitments as c", "c.id", "m.commitment_id")
    .innerJoin("deals as d", "d.id", "c.deal_id")
    .innerJoin("companies as company", "company.id", "d.company_id")
    .leftJoin("collection_accounts as a", (join) =>
      join.onRef("a.deal_id", "=", "d.id").on("a.confirmed_at", "is not", null).on("a.replaced_at", "is", null),
    )
    .select(["m.kind", "m.commitment_id", "c.state", "c.due_at", "c.grace_until", "company.name as company"])
    .select("a.frozen_until")
    .where("m.id", "=", id)
    .executeTakeFirst();

type Reminder = NonNullable<Awaited<ReturnType<typeof findReminder>>>;

/** @returns undefined where it is no longer so. */
function textOf(reminder: Reminder): { subject: string; preview: string; body: string[] } | undefined {
  const { company, kind } = reminder;
  const state = reminder.state as CommitmentState;
  const owes = state === "called" || state === "part_paid";
  const due = reminder.due_at ? formatMoment(reminder.due_at) : "";
  const grace = reminder.grace_until ? formatMoment(reminder.grace_until) : "";
  const where = "Amount, account and reference stand on the page of your commitment, after you sign in again.";
  switch (kind) {
    case "called":
      return !owes
        ? undefined
        : {
            subject: `${company}: please pay for your shares until ${due}`,
            preview: "Amount, account and reference are on your page.",
            body: [
              `The funds for ${company} are called. Please send yours until ${due}, from an account in your own name.`,
              where,
              "If your bank holds the payment, say so on the same page: you get more time.",
            ],
          };
    case "account_changed": {
      const frozen = reminder.frozen_until ? formatMoment(reminder.frozen_until) : "";
      return {
        subject: `${company}: the account has changed, send nothing before ${frozen}`,
        preview: "Two admins confirmed the new one by telephone.",
        body: [
          `The account that members pay to for ${company} has changed. Send nothing before ${frozen}.`,
          owes
            ? `Two admins confirmed the new one by telephone. Your time to pay is longer by the same time: until ${due}.`
            : "You have paid, and there is nothing for you to do.",
        ],
      };
    }
    case "first":
    case "second":
      return !owes
        ? undefined
        : {
            subject: `${company}: still open until ${due}`,
            preview: "Your payment has not arrived, or not all of it.",
            body: [`Your payment for ${company} is not booked yet, or not all of it. It is due until ${due}.`, where],
          };
    case "late":
      return !owes
        ? undefined
        : {
            subject: `${company}: the time to pay is over, the grace ends ${grace}`,
            preview: "Your shares are yours until then.",
            body: [
              `Your payment for ${company} was due until ${due} and is not booked, or not all of it. What counts is the day your bank gives it.`,
              `If it arrives until ${grace}, you keep your shares. After that they may go to somebody who waits.`,
            ],
          };
    case "extended":
      return !owes
        ? undefined
        : {
            subject: `${company}: you have more time to pay, until ${due}`,
            preview: "The reason is on the page of your commitment.",
            body: [`An admin has given you more time to pay for ${company}: until ${due}.`, where],
          };
    case "choose":
      return state !== "part_paid"
        ? undefined
        : {
            subject: `${company}: too little arrived, please choose`,
            preview: "Fewer shares, or everything back.",
            body: [
              `The time to pay for ${company} is over, and a part of your payment is missing.`,
              "You may take the shares that the other part pays for, or have everything back. Both are on the page of your commitment.",
            ],
          };
    case "released":
      return state !== "released_unpaid"
        ? undefined
        : {
            subject: `${company}: your shares are released`,
            preview: "You owe nothing.",
            body: [
              `Your payment for ${company} did not arrive in time, and your shares are released. You owe nothing.`,
              "What arrived, or arrives now, is sent back to you. The reason is on the page of your commitment.",
            ],
          };
    case "reduced":
      return {
        subject: `${company}: you keep the shares that you paid for`,
        preview: "Those that you took on top are released.",
        body: [
          `The payment for the shares of ${company} that you took on top did not arrive in time. They are released; those that you paid for stay yours.`,
        ],
      };
    default:
      return undefined;
  }
}
