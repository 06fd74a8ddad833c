import { sql } from "kysely";
import { type CaseFacts, type CaseName, caseOf, commitmentCases } from "#shared/commitments/commitment-cases.ts";
import { hasPartsOfPenny, mostCosts, type ShareCosts } from "#shared/commitments/share-costs.ts";
import { shareSums } from "#shared/commitments/share-sums.ts";
import { partDifferenceWords, partOfPennyWords } from "#shared/funds/difference-words.ts";
import { formatDay, formatMoment, londonDate } from "#shared/london-time.ts";
import { heldWords, ownNotices, shareWords } from "#shared/notices/own-notices.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { feeWords, formatPence, withCommas } from "#shared/pence.ts";
import { type FoundCommitment, findCommitmentFacts, sumsOf } from "../../platform/db/notice-facts.ts";
import type { MailContent } from "../../platform/mail/mail-content.ts";
import {
  findRecipient,
  type MailContext,
  type Recipient,
  type WriteMail,
  type WrittenMail,
} from "../../platform/mail/mail-writer.ts";
import { changesOf, keptCosts } from "./own-commitment.ts";
import { findChangeOfTerms } from "./queries.ts";

/** Mails of the service to members who have committed, with shares and sums of their own and nothing that promotes. */
export const commitmentMails = {
  "commitment-receipt": writeReceipt,
  "terms-changed": commitmentMail(async ({ id: userId, name }, commitment, { appUrl, club, read, now }) => {
    const { id, company: company_name, state, reconsent_until } = commitment;
    if (state !== "needs_reconsent" || !reconsent_until) return undefined;
    const until = formatMoment(reconsent_until);
    const change = await findChangeOfTerms(read, { commitmentId: id, userId, now: now() });
    const after = change && keptCosts(change);
    return {
      subject: `The terms of ${company_name} have changed`,
      preview: `Please answer by ${until}.`,
      heading: `The terms of ${company_name} have changed`,
      name,
      body: [
        `You have committed to ${shareWords(commitment.shares)} of ${company_name} for at most ${sumWords(commitment)}, by terms that were changed since. Keep your commitment with the new terms, change its amount, or leave and owe nothing.`,
        ...(change && after
          ? [
              "What has changed:",
              ...changesOf(change).flatMap(({ label, before, after: is }) => [
                `${label}, before: ${cut(before) || "nothing"}`,
                `${label}, now: ${cut(is) || "nothing"}`,
              ]),
              `Kept with the new terms it is ${shareWords(after.shares)} for at most ${sumWords({ due_pence: after.duePence, fee_pence: after.feePence })}.`,
            ]
          : []),
        `Please answer by ${until}, in London. Without an answer your commitment ends and you owe nothing; what you have sent comes back in full, any fee included.`,
      ],
      action: { label: "See old and new side by side", url: pageUrl(appUrl, paths.commitment(id)), tone: "act" },
      afterword: [],
      reason: reasonOf(club, company_name),
    };
  }),
  "commitment-ended": commitmentMail(async ({ name }, commitment, { appUrl, club, read }) => {
    const { id, company: company_name, state } = commitment;
    if (state !== "left_on_change" && state !== "deal_cancelled") return undefined;
    const isCancelled = state === "deal_cancelled";
    const reason = isCancelled ? await findCancellingReason(read, id) : undefined;
    const heading = isCancelled ? `${company_name} is cancelled` : `Your commitment to ${company_name} has ended`;
    return {
      subject: heading,
      preview: "Nothing is owed.",
      heading,
      name,
      body: [
        ownNotices[isCancelled ? "deal_cancelled" : "commitment_lapsed"].text(commitment, 0),
        ...(isCancelled ? [] : ["What you have sent for it comes back in full, any fee included."]),
        ...(isCancelled && reason ? ["The reason:", { quote: reason }] : []),
      ],
      action: { label: "See your commitment", url: pageUrl(appUrl, paths.commitment(id)), tone: "act" },
      afterword: [`If you think this is a mistake, write to ${club.identity.contact_email}.`],
      reason: reasonOf(club, company_name),
    };
  }),
};

/** What a member did to their own commitment, with its numbers then. */
async function writeReceipt(
  context: MailContext,
  { user_id, event_id }: { user_id: string; event_id: string },
): Promise<WrittenMail | undefined> {
  const { read, now, appUrl, club } = context;
  const person = await findRecipient(context, user_id);
  const event = await read
    .selectFrom("commitment_events as e")
    .innerJoin("deal_terms as t", "t.id", "e.terms_id")
    .innerJoin("commitments as c", "c.id", "e.commitment_id")
    .select(["e.commitment_id", "e.kind", "e.happened_at", "e.shares"])
    .select(["t.number as terms_number", "t.created_at as terms_set_at", "t.scheme"])
    .select(["c.least_shares", "c.wants_relief"])
    .select(sql<string>`trim_scale(t.price)::text`.as("price"))
    .select(
      sql<number | null>`(select p.shares from commitment_events p
        where p.commitment_id = e.commitment_id and p.kind in ('placed', 'raised', 'lowered', 'changed', 'kept') and p.id < e.id
        order by p.happened_at desc, p.id desc limit 1)`.as("shares_before"),
    )
    .where("e.id", "=", event_id)
    .executeTakeFirst();
  const [commitment] = event ? await findCommitmentFacts(read, [event.commitment_id], now()) : [];
  if (!person || !event?.shares || !commitment) return undefined;
  const { company } = commitment;
  const isAllocated = event.kind === "topped_up" || event.kind === "took_fewer";
  const shares = isAllocated ? commitment.shares : event.shares;
  const asked = mostCosts({ price: event.price, shares, feeBp: commitment.fee_bp });
  const costs = isAllocated
    ? { shares, costPence: commitment.cost_pence, feePence: commitment.fee_pence, duePence: commitment.due_pence }
    : asked;
  const then: CaseFacts = {
    ...commitment,
    shares,
    cost_pence: costs.costPence,
    fee_pence: costs.feePence,
    due_pence: costs.duePence,
    last_change: event.kind,
    shares_before: event.shares_before,
    state_since: event.happened_at,
  };
  const written = isAllocated ? undefined : caseOf(isEnd(event.kind) ? "withdrawn" : caseOfEntry(event.kind));
  const words = written ? written.words(then) : [heldWords(commitment)];
  const subject = written?.subject?.(then) ?? `${company}: you now have ${shareWords(shares)}`;
  return {
    to: person.email,
    content: {
      subject,
      preview: words.at(-1) ?? subject,
      heading: subject,
      name: person.name,
      body: [
        words.join(" "),
        ...(written?.more?.(then, club.nominee.name ?? "the nominee") ?? []),
        {
          sums: [
            { label: "Company", value: company },
            { label: "Terms", value: `Version ${event.terms_number} of ${formatDay(londonDate(event.terms_set_at))}` },
            ...(isEnd(event.kind)
              ? [{ label: "Shares", value: withCommas(shares) }]
              : [
                  ...answers(event, isAllocated),
                  ...shareSums({ price: event.price, feeBp: commitment.fee_bp, costs, isAtMost: !isAllocated }),
                ]),
          ],
        },
        ...(isEnd(event.kind) ? [] : pennyWords(event.price, costs, isAllocated)),
      ],
      action: {
        label: "See your commitment",
        url: pageUrl(appUrl, paths.commitment(event.commitment_id)),
        tone: "act",
      },
      afterword: [`If you did not do this, write to ${club.identity.contact_email} at once.`],
      reason: reasonOf(club, company),
    },
  };
}

const caseOfEntry = (kind: string): CaseName => (kind === "placed" ? "committed" : "changed");

/** Once shares are given out, the fewest that were accepted do not matter any more. */
const answers = (
  { scheme, least_shares, wants_relief }: { scheme: string; least_shares: number; wants_relief: boolean | null },
  isAllocated: boolean,
) => [
  ...(isAllocated ? [] : [{ label: "You accept at least", value: shareWords(least_shares) }]),
  ...(wants_relief === null ? [] : [{ label: `With ${scheme} relief`, value: wants_relief ? "Yes" : "No" }]),
];

function pennyWords(price: string, { shares, costPence: cost_pence }: ShareCosts, isAllocated: boolean): string[] {
  if (!isAllocated) return hasPartsOfPenny(price) ? [partOfPennyWords] : [];
  return [partDifferenceWords({ price, shares, cost_pence })].filter((words) => words !== null);
}

const isEnd = (kind: string): boolean => kind === "withdrawn" || kind === "left_on_change";

const sumWords = ({ due_pence, fee_pence }: { due_pence: number; fee_pence: number }): string =>
  fee_pence > 0 ? `${formatPence(due_pence)}, ${feeWords(fee_pence)} included` : formatPence(due_pence);

/** A long text stands on the page. */
const cut = (text: string): string => (text.length > 400 ? `${text.slice(0, 399).trimEnd()}…` : text);

const reasonOf = ({ identity }: MailContext["club"], company: string) =>
  `You get this email because you committed to ${company} at ${identity.name}.`;

/** As an admin gave it with the move, for admins and those who had committed. */
async function findCancellingReason(read: MailContext["read"], commitmentId: string): Promise<string | null> {
  const move = await read
    .selectFrom("deal_moves as m")
    .innerJoin("commitments as c", "c.deal_id", "m.deal_id")
    .select("m.reason")
    .where("c.id", "=", commitmentId)
    .where("m.to_state", "=", "cancelled")
    .orderBy("m.id", "desc")
    .executeTakeFirst();
  return move?.reason ?? null;
}

type Written = MailContent | undefined;
type Write = (person: Recipient, commitment: FoundCommitment, context: MailContext) => Written | Promise<Written>;

function commitmentMail(write: Write): WriteMail<{ user_id: string; commitment_id: string }> {
  return async (context, { user_id, commitment_id }) => {
    const person = await findRecipient(context, user_id);
    const [commitment] = await findCommitmentFacts(context.read, [commitment_id], context.now());
    const content = person && commitment && (await write(person, commitment, context));
    return content && { to: person.email, content };
  };
}

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
        preview:
          commitment.state === "allocated"
            ? "How many shares you get, and what they cost."
            : "You pay nothing. If shares become free, they are offered to you.",
        heading: `The shares of ${company} are allocated`,
        name: person.name,
        body: [
          `${ownNotices.shares_given_out.text(commitment, 0)} Those who sign for the deal have signed it. The page of your commitment says how the number came about.`,
          ...(commitment.state === "allocated" ? [{ sums: shareSums(sumsOf(commitment)) }] : []),
          ...(difference ? [difference] : []),
          commitment.state === "allocated"
            ? "There is nothing to pay yet. You are told when and how to pay."
            : "If shares become free, they are offered to you by mail, and you pay only for what you take then. The waiting list ends when the round is completed or cancelled. You can leave it on the page of your commitment before then.",
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
