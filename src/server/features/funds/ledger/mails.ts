import { sql } from "kysely";
import { adminPaths } from "#shared/admin-paths.ts";
import { caseOf, owedCase } from "#shared/commitments/commitment-cases.ts";
import { endedStates } from "#shared/commitments/commitment-messages.ts";
import { differenceWords } from "#shared/funds/difference-words.ts";
import { shortMoment } from "#shared/london-time.ts";
import { type CommitmentFacts, ownNotices, paidCase } from "#shared/notices/own-notices.ts";
import { pageUrl, paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import { findCommitmentFacts } from "../../../platform/db/notice-facts.ts";
import { findRecipient, type WriteMail } from "../../../platform/mail/mail-writer.ts";

interface Text {
  subject: string;
  preview: string;
  body: string[];
}

interface About {
  commitment_id: string;
  payment_ids?: string[];
}

interface Unbooked {
  commitment_id: string;
  pence: number;
}

/** To the page that the mail tells of: of the commitment, or of its company, which has the statement of each sale. */
const toCommitment = (id: string) => ({ label: "Open your commitment", path: paths.commitment(id) });
const toCompany = (companyId: string) => ({ label: "See your statement", path: paths.ownCompany(companyId) });

/** Service mails, with or without a statement: company, sum and time, and never an account to pay to. */
const aboutCommitment =
  (
    write: (commitment: CommitmentFacts, paidPence: number) => Text | undefined,
    { isOfSale = false } = {},
  ): WriteMail<About> =>
  async (context, { commitment_id, payment_ids = [] }) => {
    const [commitment] = await findCommitmentFacts(context.read, [commitment_id], context.now());
    const person = commitment?.user_id ? await findRecipient(context, commitment.user_id) : undefined;
    const payments = await context.read
      .selectFrom("outgoing_payments")
      .select("amount_pence")
      .where("commitment_id", "=", commitment_id)
      .where(sql<boolean>`id = any(${payment_ids}::uuid[])`)
      .where("state", "=", "paid")
      .execute();
    const paid = payments.reduce((sum, { amount_pence }) => sum + amount_pence, 0);
    const text = commitment && write(commitment, paid);
    if (!person || !text) return undefined;
    const { club, appUrl } = context;
    const action = isOfSale ? toCompany(commitment.company_id) : toCommitment(commitment_id);
    return {
      to: person.email,
      content: {
        ...text,
        heading: text.subject,
        name: person.name,
        action: { label: action.label, url: pageUrl(appUrl, action.path), tone: "act" },
        afterword: ["No email of ours names an account to pay to. If one does, it is not ours."],
        reason: `You get this email because you committed to a deal of ${club.identity.name}.`,
      },
    };
  };

/** Writes nothing where a line that was booked by mistake is unmatched again. */
const aboutPaidOut = (write: (commitment: CommitmentFacts, paidPence: number) => Text, where = {}) =>
  aboutCommitment((facts, paid) => (paid > 0 ? write(facts, paid) : undefined), where);

const aboutUnbooked =
  (write: (commitment: CommitmentFacts, pence: number) => Text): WriteMail<Unbooked> =>
  (context, { commitment_id, pence }) =>
    aboutCommitment((facts) => write(facts, pence))(context, { commitment_id });

interface DealFacts {
  company: string;
  /** The bank has this much more than is booked or waits to be booked. */
  difference_pence: number;
  is_admin: boolean;
  is_signer: boolean;
}

interface DealText extends Text {
  heading: string;
  action?: { label: string; path: string };
}

/** The panel of the version that members read. */
export const signersOf = (dealId: string) => sql<{ user_id: string }>`
  select p.user_id from deal_panel p
   where p.user_id is not null
     and p.version_id = (select v.id from deal_versions v where v.deal_id = ${dealId} and v.approved_at is not null
                          order by v.number desc limit 1)`;

/** To everybody who reads the deal's ledger, and who signs its lists. */
const aboutDeal =
  (write: (facts: DealFacts, dealId: string) => DealText): WriteMail<{ user_id: string; deal_id: string }> =>
  async (context, { user_id, deal_id }) => {
    const person = await findRecipient(context, user_id);
    const { rows } = await sql<DealFacts>`
      select company.name as company, ledger_difference(d.id) as difference_pence,
             ${user_id}::uuid in (select admin_ids()) as is_admin,
             ${user_id}::uuid in (${signersOf(deal_id)}) as is_signer
        from deals d join companies company on company.id = d.company_id
       where d.id = ${deal_id}`.execute(context.read);
    const [deal] = rows;
    if (!person || !deal) return undefined;
    const { club, appUrl } = context;
    const { action = { label: "Open My Investments", path: paths.myInvestments }, ...text } = write(deal, deal_id);
    return {
      to: person.email,
      content: {
        ...text,
        name: person.name,
        action: { label: action.label, url: pageUrl(appUrl, action.path), tone: "act" },
        afterword: [],
        reason: `You get this email because you committed to this deal of ${club.identity.name}, sign for it or are an admin.`,
      },
    };
  };

export const ledgerMails = {
  "payment-arrived": aboutCommitment((facts) => {
    const { company, refund_pence, state } = facts;
    // Money that has arrived stays while changed terms are answered.
    if (!["called", "part_paid", "paid", "completed", ...endedStates].includes(state)) return undefined;
    // All that was sent is back by now.
    if (endedStates.includes(state) && refund_pence === 0) return undefined;
    const name = paidCase(facts);
    if (!name)
      return {
        subject: `${company}: ${formatPence(refund_pence)} is sent back to you`,
        preview: "Your commitment has ended.",
        body: [ownNotices.payment_arrived.text(facts, 0), "There is nothing for you to do."],
      };
    const { words, subject, more } = caseOf(name);
    return {
      subject: subject?.(facts) ?? company,
      preview: words(facts)[1] ?? "Nothing more to do.",
      body: [
        words(facts).join(" "),
        ...(more?.(facts, "") ?? []),
        ...(name === "part" ? ["Account and reference are on your page."] : []),
      ],
    };
  }),
  "payment-sent-back": aboutPaidOut((facts, paid) => ({
    subject: `${facts.company}: ${formatPence(paid)} was sent back to you`,
    preview: "It left the account that members paid to.",
    body: [`${ownNotices.payment_sent_back.text(facts, paid)} The bank’s list says so.`],
  })),
  "payment-returned": aboutUnbooked((facts, pence) => ({
    subject: `${facts.company}: your bank took back your payment of ${formatPence(pence)}`,
    preview: "Your bank can say why. The page of your commitment says what you owe.",
    body: [
      ownNotices.payment_returned.text(facts, pence),
      `${facts.open_pence > 0 ? "Ask your bank why it took the payment back before you send it again. Account and reference are on your page. " : ""}If you did not expect this, please write to us.`,
    ],
  })),
  "payment-unbooked": aboutUnbooked((facts, pence) => ({
    subject: `${facts.company}: ${formatPence(pence)} is not booked as your payment any more`,
    preview: "The page of your commitment says what is missing.",
    body: [
      ownNotices.payment_unbooked.text(facts, pence),
      "An admin has taken the booking back. If you think that is wrong, please write to us.",
    ],
  })),
  "payout-unbooked": aboutUnbooked((facts, pence) => ({
    subject: `${facts.company}: ${formatPence(pence)} has not been sent to you yet`,
    preview: "You are told once it has left the account.",
    body: [ownNotices.payout_unbooked.text(facts, pence)],
  })),
  "payout-returned": aboutUnbooked((facts, pence) => ({
    subject: `${facts.company}: the bank sent back ${formatPence(pence)} that was paid to you`,
    preview: "Please write to us which account it should go to.",
    body: [ownNotices.payout_returned.text(facts, pence), "You are told once it has been sent again."],
  })),
  "distribution-paid": aboutPaidOut(
    (facts, paid) => ({
      subject: `${facts.company}: you were paid ${formatPence(paid)} for your shares`,
      preview: "It left the account of the deal.",
      body: [`${ownNotices.distribution_paid.text(facts, paid)} Your statement says how it is worked out, lot by lot.`],
    }),
    { isOfSale: true },
  ),
  "funds-nudge": aboutCommitment((facts) => {
    const { company, reconsent_until, state } = facts;
    if (state === "needs_reconsent" && reconsent_until)
      return {
        subject: `${company}: please answer the change of terms by ${shortMoment(reconsent_until)}`,
        preview: "Without an answer your commitment ends, and you owe nothing.",
        body: [`You have not answered yet. ${ownNotices.funds_nudge.text(facts, 0)}`, "You would owe nothing then."],
      };
    if (state !== "called" && state !== "part_paid") return undefined;
    const owed = owedCase(facts);
    const { words, subject } = caseOf(owed);
    return {
      subject: subject?.(facts) ?? company,
      preview: words(facts)[1] ?? "It has not arrived yet.",
      body: [
        words(facts).join(" "),
        ...(owed === "unbooked"
          ? []
          : [
              "If your bank holds it, say so on the page of your commitment. If it is on its way, say that you sent it.",
            ]),
      ],
    };
  }),
  "ledger-mismatch": aboutDeal((facts, dealId) => ({
    subject: `${facts.company}: the account and the bank’s list do not agree`,
    preview: "Its money stands still until that is explained.",
    heading: "The account and the bank’s list do not agree",
    body: [
      `What is booked for ${facts.company} and what the bank’s list says are not the same. Until that is explained, nothing is called, sent back or paid out.`,
      ...explainWords(facts),
    ],
    ...differenceAction(facts, dealId),
  })),
  "ledger-settled": aboutDeal(({ company }) => ({
    subject: `${company}: the account and the bank’s list agree again`,
    preview: "What did not agree is explained.",
    heading: "The account and the bank’s list agree again",
    body: [
      `What is booked for ${company} and what the bank’s list says are the same again, and its money moves as before.`,
      "There is nothing for you to do. Payments in this deal say what was booked.",
    ],
  })),
};

function explainWords({ difference_pence: difference, is_admin, is_signer }: DealFacts): string[] {
  if (!is_admin && !is_signer)
    return [
      "There is nothing for you to do. You are told once it is settled. Payments in this deal are open to you as always.",
    ];
  return [
    // It may be settled as the mail leaves.
    ...(difference === 0 ? [] : [differenceWords(difference)]),
    is_admin
      ? "Please match the open lines of the bank with what they are. Money says which payments may explain it."
      : "An admin matches the open lines of the bank. What two have signed and is not carried out waits for that.",
  ];
}

function differenceAction({ is_admin, is_signer }: DealFacts, dealId: string): Pick<DealText, "action"> {
  if (is_admin) return { action: { label: "Open the lines of the bank", path: adminPaths.dealPart(dealId, "bank") } };
  return is_signer ? { action: { label: "Open the signed lists", path: paths.dealLists(dealId) } } : {};
}
