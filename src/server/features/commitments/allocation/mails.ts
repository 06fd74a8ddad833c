import { sql } from "kysely";
import { formatMoment } from "#shared/london-time.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import type { MailContent } from "../../../platform/mail/mail-content.ts";
import { findRecipient, type MailContext, type WriteMail } from "../../../platform/mail/mail-writer.ts";

interface Given {
  user_id: string;
  commitment_id: string;
}

/** Mails of the service: no number of shares, no amount. */
export const allocationMails = {
  "shares-given-out": (async (context, { user_id, commitment_id }) => {
    const person = await findRecipient(context, user_id);
    const commitment = await findCommitment(context, commitment_id);
    if (!person || !commitment || !["allocated", "waiting_list"].includes(commitment.state)) return undefined;
    const { company } = commitment;
    return {
      to: person.email,
      content: {
        subject: `The shares of ${company} are given out`,
        preview: "How many you get, and how that number came about.",
        heading: `The shares of ${company} are given out`,
        name: person.name,
        body: [
          `Two admins have confirmed who gets how many shares of ${company}. Your commitment says how many you get and how that number came about.`,
          "There is nothing to pay yet. You are told when money is called.",
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
        preview: `Yours are kept for you until ${formatMoment(offer.closes_at)}.`,
        heading: `Shares of ${company} became free`,
        name: person.name,
        body: [
          `Shares of ${company} became free. They are offered to everybody who asked for more than they get, in proportion. Your part is kept for you until ${formatMoment(offer.closes_at)}; after that the rest goes to whoever comes first.`,
          "If you do nothing, nothing changes.",
        ],
        ...endOf(context, commitment_id),
      },
    };
  }) satisfies WriteMail<Given & { top_up_id: string }>,
};

const findCommitment = ({ read }: MailContext, id: string) =>
  read
    .selectFrom("commitments as m")
    .innerJoin("deals as d", "d.id", "m.deal_id")
    .innerJoin("companies as c", "c.id", "d.company_id")
    .select(["m.state", "c.name as company"])
    .where("m.id", "=", id)
    .executeTakeFirst();

const endOf = ({ appUrl, club }: MailContext, commitmentId: string) =>
  ({
    action: { label: "See your commitment", url: pageUrl(appUrl, paths.commitment(commitmentId)), tone: "act" },
    afterword: [`If you have a question, write to ${club.identity.contact_email}.`],
    reason: `You get this email because you committed to a deal at ${club.identity.name}.`,
  }) satisfies Partial<MailContent>;
