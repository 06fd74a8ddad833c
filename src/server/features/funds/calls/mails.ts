import { type CaseName, caseOf, owedCase } from "#shared/commitments/commitment-cases.ts";
import { shareSums } from "#shared/commitments/share-sums.ts";
import { shortMoment } from "#shared/london-time.ts";
import { ownNotices, shareWords } from "#shared/notices/own-notices.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import { type FoundCommitment, findCommitmentFacts, sumsOf } from "../../../platform/db/notice-facts.ts";
import type { MailContent } from "../../../platform/mail/mail-content.ts";
import { findRecipient, type MailContext, type WriteMail } from "../../../platform/mail/mail-writer.ts";

/** Service mails, with or without a statement: company, sum and time, and never an account to pay to. */
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
      reason: `You get this email because you committed to a deal of ${club.identity.name}.`,
    },
  };
};

export const fundsCallMails = { "funds-reminder": writeReminder };

async function findReminder(context: MailContext, id: string): Promise<Reminder | undefined> {
  const reminder = await context.read
    .selectFrom("funds_reminders")
    .select(["kind", "commitment_id"])
    .where("id", "=", id)
    .executeTakeFirst();
  const [facts] = reminder ? await findCommitmentFacts(context.read, [reminder.commitment_id], context.now()) : [];
  return reminder && facts && { ...reminder, facts };
}

interface Reminder {
  kind: string;
  commitment_id: string;
  facts: FoundCommitment;
}

type Text = Pick<MailContent, "subject" | "preview" | "body">;

const where = "Account and reference are on your page, once you confirm that it is you.";

/** @returns undefined where it is no longer so. */
function textOf({ kind, facts }: Reminder): Text | undefined {
  const { state } = facts;
  const owes = state === "called" || state === "part_paid";
  const write = texts[kind];
  // They have sent it.
  if (["first", "second", "late"].includes(kind) && owedCase(facts) === "unbooked") return undefined;
  const needsDebt = ["called", "first", "second", "late", "extended"].includes(kind);
  if (!write || (needsDebt && !owes)) return undefined;
  // An admin may have given more time since.
  if (kind === "choose" && (state !== "part_paid" || facts.pay_by !== null)) return undefined;
  if (kind === "released" && state !== "released_unpaid") return undefined;
  return write(facts, owes);
}

const open = ({ open_pence }: FoundCommitment) => formatPence(open_pence);
const at = (moment: FoundCommitment["due_at"]): string => (moment ? shortMoment(moment) : "");

/** A case's own mail, with what it says besides. */
function textOfCase(name: CaseName, facts: FoundCommitment, ...more: string[]): Text {
  const { words, subject, more: besides } = caseOf(name);
  const [preview, ...rest] = words(facts);
  return {
    subject: subject?.(facts) ?? `${facts.company}: ${preview}`,
    preview: rest.at(-1) ?? preview,
    body: [[preview, ...rest].join(" "), ...(besides?.(facts, "") ?? []), ...more],
  };
}

function reminded(facts: FoundCommitment): Text {
  const name = owedCase(facts);
  const isUnsaid = facts.pending_pence > 0 && name !== "part" && name !== "unbooked";
  return textOfCase(
    name,
    facts,
    ...(isUnsaid ? [`${formatPence(facts.pending_pence)} has come to the bank and is not asked for.`] : []),
  );
}

const texts: Readonly<Record<string, (facts: FoundCommitment, owes: boolean) => Text>> = {
  called: (facts) => ({
    ...textOfCase("called", facts),
    preview: "Account and reference are on your page.",
    body: [
      `${ownNotices.funds_called.text(facts, 0)} Please send it from an account in your own name.`,
      ...(facts.open_pence === facts.due_pence ? [{ sums: shareSums(sumsOf(facts)) }] : []),
      where,
      "If your bank holds the payment, say so on the same page: you get more time.",
    ],
  }),
  paid_before: (facts) => ({
    subject: `${facts.company}: you now have ${shareWords(facts.shares)}, nothing more is to be paid`,
    preview: "What you sent before pays for them.",
    body: [ownNotices.funds_called.text(facts, 0), "What you sent before pays for what was called now."],
  }),
  account_changed: (facts, owes) => ({
    subject: `${facts.company}: the account has changed, send nothing before ${at(facts.frozen_until)}`,
    preview: "Those who sign for the deal have signed the new one.",
    body: [
      ownNotices.collection_account_changed.text(facts, 0),
      owes
        ? `Those who sign for the deal have signed the new one. Your time to pay is longer by the same time: please send ${open(facts)} by ${at(facts.due_at)}.`
        : "You have paid, and there is nothing for you to do.",
    ],
  }),
  first: reminded,
  second: reminded,
  late: (facts) =>
    textOfCase(
      "late",
      facts,
      facts.pay_by === null
        ? "A payment can still be booked to them until an admin gives them to somebody who waits. What arrives after that is sent back to you."
        : "What counts is the day your bank gives the payment. After that time the shares may go to somebody who waits.",
    ),
  extended: (facts) => ({
    subject: `${facts.company}: you have more time to pay ${open(facts)}, by ${at(facts.due_at)}`,
    preview: "The reason is on the page of your commitment.",
    body: [`An admin has given you more time. ${caseOf(owedCase(facts)).words(facts).join(" ")}`, where],
  }),
  choose: (facts) => textOfCase("too_little", facts, "The choice is on the page of your commitment."),
  released: (facts) =>
    textOfCase(
      "released",
      facts,
      "What arrives later is sent back to you. The reason is on the page of your commitment.",
    ),
  reduced: (facts) => ({
    subject: `${facts.company}: you keep the ${shareWords(facts.shares)} that you paid for`,
    preview: "Those that you took on top are released.",
    body: [ownNotices.commitment_reduced.text(facts, 0)],
  }),
};
