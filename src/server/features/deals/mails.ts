import { sql } from "kysely";
import { type ActKind, actKindLabels, codeOf } from "#shared/acts/act-messages.ts";
import { caseOf, closingCase, commitmentCases } from "#shared/commitments/commitment-cases.ts";
import { endedStates } from "#shared/commitments/commitment-messages.ts";
import type { MailKind } from "#shared/deals/deal-mailings.ts";
import { type DealState, dealStateLabels } from "#shared/deals/deal-messages.ts";
import type { DealContent } from "#shared/deals/deals.ts";
import { formatMoment } from "#shared/london-time.ts";
import { noticeTexts } from "#shared/notices/notices.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { findCommitmentFacts } from "../../platform/db/notice-facts.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";
import { findRecipient, type MailContext, type WriteMail } from "../../platform/mail/mail-writer.ts";

import { findApprovedContent, warningLines } from "./version-queries.ts";

/**
 * Tells a member of a deal. The gate is asked here, as the mail leaves, and what it shows is recorded in the same
 * transaction. At most once: one that was being sent when its process ended is not sent again.
 */
const writeDealMail: WriteMail<{ deal_mail_id: string }> = async (context, { deal_mail_id: id }) => {
  const { read, asOwner, now, appUrl, club } = context;
  const mail = await read
    .selectFrom("deal_mails as m")
    .innerJoin("deal_mailings as r", "r.id", "m.mailing_id")
    .leftJoin("deal_calls as c", "c.id", "r.call_id")
    .select(["m.user_id", "r.deal_id", "r.kind", "r.created_at", "c.starts_at as call_starts_at"])
    .where("m.id", "=", id)
    .executeTakeFirst();
  const person = mail && (await findRecipient(context, mail.user_id));
  if (!mail || !person) return undefined;
  const isClaimed = await asOwner(null, async (tx) => {
    const { rows } = await sql<{ claimed: boolean }>`select claim_deal_mail(${id}, ${now()}) as claimed`.execute(tx);
    return rows[0]?.claimed ?? false;
  });
  if (!isClaimed) return undefined;
  const content = await findApprovedContent(read, mail.deal_id);
  if (!content) throw new Error(`Deal ${mail.deal_id} has a mailing and no version.`);
  const { company, warnings } = content;
  const { closes_at } = await read
    .selectFrom("deal_ends")
    .select("closes_at")
    .where("deal_id", "=", mail.deal_id)
    .executeTakeFirstOrThrow();
  const { subject, heading, body, reason } = textOf(mail.kind, content, { closes_at, starts_at: mail.call_starts_at });
  return {
    to: person.email,
    content: {
      subject,
      preview: warnings.headline,
      heading,
      name: person.name,
      body: [...warningLines(content), ...(company.one_line ? [company.one_line] : []), body],
      action: { label: "Read about the deal", url: pageUrl(appUrl, paths.openDeal(mail.deal_id)), tone: "act" },
      afterword: [],
      reason: `You get this email because you ${reason} ${club.identity.name}.`,
    },
    stops: { userId: person.id, topic: mail.kind === "answers" ? "deal_call" : `deal_${mail.kind}` },
    settle: async (outcome) => {
      await asOwner(null, (tx) =>
        tx
          .updateTable("deal_mails")
          .set({ state: settledStates[outcome.state], changed_at: now() })
          .where("id", "=", id)
          .where("state", "=", "sending")
          .execute(),
      );
    },
  };
};

/** A mail that the server refused is tried a few times more. */
const settledStates = { sent: "sent", failed: "queued", refused: "queued", unknown: "unknown" } as const;

type DealText = Pick<MailContent, "subject" | "heading" | "reason"> & { body: string };

interface Times {
  closes_at: Date | null;
  starts_at: Date | null;
}

function textOf(kind: MailKind, { company: { name } }: DealContent, { closes_at, starts_at }: Times): DealText {
  const texts: Record<MailKind, DealText> = {
    release: {
      subject: `A deal is open: ${name}`,
      heading: `${name} is open to members`,
      body: "What it costs you, what it says and what speaks against it stand on its page. Nothing hurries: everybody with a valid statement sees it at the same moment.",
      reason: "agreed to be told of deals of",
    },
    reminder: {
      subject: `Still open: ${name}`,
      heading: `${name} is open until ${closes_at ? formatMoment(closes_at) : ""}`,
      body: "This is the one reminder of it. If it is not for you, say so on its page, and you hear nothing more about it.",
      reason: "agreed to be reminded of deals of",
    },
    call: {
      subject: `A call with the founders of ${name}`,
      heading: `A call with the founders: ${starts_at ? formatMoment(starts_at) : ""}`,
      body: "Nobody joins who has not asked to. You can ask on the deal’s page; the link is given there, at the time.",
      reason: "agreed to be told of calls with founders of companies that raise through",
    },
    answers: {
      subject: `Answers about ${name}`,
      heading: `Questions about ${name} are answered`,
      body: "The founders have answered what you asked or follow. Question and answer stand on the deal’s page.",
      reason: "agreed to be told of answers on deals of",
    },
  };
  return texts[kind];
}

interface ClosingAnnounced {
  user_id: string;
  deal_id: string;
  /** The mail to a member who has committed names the company. */
  commitment_id?: string;
}

/** A mail of the service. To a member who has not committed it goes only while they may see the deal, and commit. */
const writeClosing: WriteMail<ClosingAnnounced> = async (context, { user_id, deal_id, commitment_id }) => {
  const { appUrl, club } = context;
  const person = await findRecipient(context, user_id);
  const content = commitment_id
    ? await writeToCommitted(context, commitment_id)
    : await writeToOther(context, { user_id, deal_id });
  if (!person || !content) return undefined;
  return {
    to: person.email,
    content: {
      ...content,
      heading: content.subject,
      name: person.name,
      action: commitment_id
        ? { label: "See your commitment", url: pageUrl(appUrl, paths.commitment(commitment_id)), tone: "act" }
        : { label: "See the deal", url: pageUrl(appUrl, paths.openDeal(deal_id)), tone: "act" },
      afterword: [`If you have a question, write to ${club.identity.contact_email}.`],
      reason: `You get this email because you ${commitment_id ? "committed to a deal" : "can commit to a deal"} at ${club.identity.name}.`,
    },
  };
};

type ClosingText = Pick<MailContent, "subject" | "preview" | "body"> | undefined;

async function writeToCommitted({ read, now }: MailContext, commitmentId: string): Promise<ClosingText> {
  const [facts] = await findCommitmentFacts(read, [commitmentId], now());
  const name = facts && closingCase(facts);
  if (!facts || !name || name === "closed_early" || endedStates.includes(facts.state)) return undefined;
  const { words, subject, more } = caseOf(name);
  const [preview, ...rest] = words(facts);
  return {
    subject: subject?.(facts) ?? facts.company,
    preview,
    body: [[preview, ...rest].join(" "), ...(more?.(facts, "") ?? [])],
  };
}

async function writeToOther(
  { read, now }: MailContext,
  { user_id, deal_id }: Pick<ClosingAnnounced, "user_id" | "deal_id">,
): Promise<ClosingText> {
  const { rows } = await sql<Parameters<typeof closingCase>[0] & { company: string }>`
    select c.name as company, e.closes_at, true as is_open, e.instead_of, e.closing_reason
      from deal_ends e join deals d on d.id = e.deal_id join companies c on c.id = d.company_id
     where e.deal_id = ${deal_id} and e.closes_at > ${now()} and may_promote(${user_id}, ${now()})`.execute(read);
  const [end] = rows;
  const name = end && closingCase(end);
  if (!end || (name !== "closing_early" && name !== "extended")) return undefined;
  const { words, subject } = commitmentCases[name];
  return {
    subject: subject(end),
    preview: words(end)[0],
    body: [`${end.company}, a deal that you can commit to: ${words(end).join(" ")}`, "Its page has what it costs you."],
  };
}

/** A mail of the service to who asked; it names no company. @param deal_id null where the page is closed to them. */
const writeQuestion: WriteMail<{ user_id: string; deal_id: string | null }> = async (context, { user_id, deal_id }) => {
  const { appUrl, club } = context;
  const person = await findRecipient(context, user_id);
  if (!person) return undefined;
  const heading = deal_id ? "What became of your question" : "Your question is closed";
  const text = deal_id ? noticeTexts.deal_question_settled : noticeTexts.deal_question_closed;
  return {
    to: person.email,
    content: {
      subject: `${heading} at ${club.identity.name}`,
      preview: text,
      heading,
      name: person.name,
      body: [text],
      action: deal_id
        ? { label: "See the deal", url: pageUrl(appUrl, paths.openDeal(deal_id)), tone: "act" }
        : { label: "See open deals", url: pageUrl(appUrl, paths.openDeals), tone: "act" },
      afterword: [`If you have a question, write to ${club.identity.contact_email}.`],
      reason: `You get this email because you asked a question about a deal at ${club.identity.name}.`,
    },
  };
};

/** To who signed for a deal, made a list of it or proposed to cancel it, once somebody else ended it. */
const writeStopped: WriteMail<{ user_id: string; deal_id: string }> = async (context, { user_id, deal_id }) => {
  const { read, appUrl, club } = context;
  const person = await findRecipient(context, user_id);
  const { rows } = await sql<Stopped>`
    select c.name as company, d.state, m.reason, coalesce((select name from people where id = m.moved_by), 'A deleted account') as by,
           p.author_id, (select name from people where id = p.author_id) as author,
           (select coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'sha256', a.content_sha256) order by a.number), '[]')
              from acts a where a.deal_id = d.id and a.state = 'withdrawn' and a.ended_at = m.moved_at) as lists
      from deals d
      join companies c on c.id = d.company_id
      join lateral (select * from deal_moves x where x.deal_id = d.id order by x.moved_at desc, x.id desc limit 1) m on true
      left join proposed_cancellings p on p.deal_id = d.id and p.confirmed_at = m.moved_at
     where d.id = ${deal_id} and d.state in ('cancelled', 'declined', 'withdrawn')`.execute(read);
  const [deal] = rows;
  if (!person || !deal) return undefined;
  const { company, by, author_id, author, lists, reason } = deal;
  const state = dealStateLabels[deal.state].toLowerCase();
  const proposed = author_id === user_id ? ", as you proposed" : author ? `, as ${author} proposed` : "";
  return {
    to: person.email,
    content: {
      subject: `${company}: the deal is ${state}`,
      preview: `${by} has ${proposed ? "confirmed" : "decided"} it.`,
      heading: `The deal is ${state}`,
      name: person.name,
      body: [
        `${by} has ${proposed ? "confirmed" : "decided"} that the deal of ${company} is ${state}${proposed}.`,
        ...(reason ? ["The reason:", { quote: reason }] : []),
        ...lists.map(
          ({ kind, sha256 }) =>
            `The ${actKindLabels[kind].toLowerCase()}, code ${codeOf(sha256)}, is void. Nothing more of it is carried out.`,
        ),
        deal.state === "cancelled"
          ? "Members who committed are told. Money that they sent goes back to them in full: the page of the deal says what is to do for it."
          : "There is nothing for you to do.",
      ],
      action: { label: "Read the lists", url: pageUrl(appUrl, paths.dealLists(deal_id)), tone: "act" },
      afterword: [],
      reason: `You get this email because you sign for deals of ${club.identity.name}, or proposed this.`,
    },
  };
};

interface Stopped {
  company: string;
  state: DealState;
  reason: string | null;
  by: string;
  /** The author is that of the cancelling that was confirmed. */
  author_id: string | null;
  author: string | null;
  lists: { kind: ActKind; sha256: string }[];
}

export const dealMails = {
  "deal-stopped": writeStopped,
  "deal-question": writeQuestion,
  "closing-announced": writeClosing,
  "deal-mail": writeDealMail,
};
