import { sql } from "kysely";
import { expect, it } from "vitest";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { buildHoldingImport } from "#server/sample/build-holding-import.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import { buildAdmin, buildFile } from "#server/sample/builders.ts";
import type { CommitmentState } from "#shared/commitments/commitment-messages.ts";
import type { MailName, mailRules } from "#shared/notices/notice-rules.ts";
import { buildHolding } from "#tests/support/build-holding.ts";
import { buildPaidAlder } from "#tests/support/paid-alder.ts";
import { setDeals } from "#tests/support/set-deals.ts";
import { openTestApp } from "#tests/support/test-app.ts";
import { composeMail } from "./mails.ts";
import type { MailRequest } from "./platform/mail/mail-content.ts";

const club = await openTestApp();
const { db } = club;

const day = 24 * 60 * 60 * 1000;
await setDeals(db);
const alder = await buildPaidAlder(db, { code: "7QX", until: "received", unpaid: "Keira Doyle" });
const [, , , , esther, , , , , keira] = alder.people;
const soon = new Date(Date.now() + day);

const calledStates: readonly CommitmentState[] = ["paid", "completed"];
const digits = ["2", "3", "4", "5", "6", "7", "8", "9", "A", "B"];
const references = digits.flatMap((one) => digits.map((other) => `KD${one.repeat(4)}${other.repeat(4)}`)).values();

/** 10,000 shares of a company at £1.20 with a fee of £1,500.00, in a state of their own. */
async function committed(state: CommitmentState, more: Partial<Parameters<typeof buildCommitment>[1]> = {}) {
  const investor = await buildInvestor(db, { full_name: "Rosa Whitfield" });
  const deal = await buildDeal(db, { state: "closing" });
  const commitment = await buildCommitment(db, {
    deal_id: deal.id,
    terms_id: deal.terms_id,
    record_id: investor.record_id,
    state,
    allocated_shares: 10_000,
    cost_pence: 1_200_000,
    fee_pence: 150_000,
    ...(calledStates.includes(state) && {
      called_at: new Date(),
      due_at: soon,
      grace_until: soon,
      reference: references.next().value ?? "",
    }),
    ...more,
  });
  return { user_id: investor.id, email: investor.email, deal, commitment, commitment_id: commitment.id };
}
type Made = Awaited<ReturnType<typeof committed>>;

const memberOf = (person: (typeof alder.people)[number] | undefined) => {
  if (!person) throw new Error("no such member");
  return { user_id: person.id, commitment_id: person.commitment_id };
};
const about = ({ user_id, commitment_id }: Made) => ({ user_id, commitment_id });

/** Esther Brown sent £10.00 on top. */
async function paidOut(kind: "refund" | "distribution") {
  const { user_id, commitment_id } = memberOf(esther);
  const exit_id = kind === "distribution" ? (await sold()).exit_id : null;
  const { id } = await db
    .insertInto("outgoing_payments")
    .values({
      deal_id: alder.id,
      commitment_id,
      kind,
      exit_id,
      amount_pence: 1000,
      payee: "Esther Brown",
      reason: "What was too much.",
      state: "paid",
      approved_at: new Date(),
      paid_on: "2026-11-20",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { user_id, commitment_id, payment_ids: [id] };
}

async function sold(state: "confirmed" | "withdrawn" = "confirmed") {
  const made = await committed("completed");
  const holding = await buildHolding(db, made.commitment);
  const { id: exit_id } = await db
    .insertInto("exits")
    .values({
      company_id: made.deal.company_id,
      kind: "sale",
      happened_on: "2026-11-02",
      price: "2.00",
      costs_pence: 0,
      lots_sha256: "a".repeat(64),
      confirmed_at: new Date(),
      ...(state === "withdrawn" && { withdrawn_at: new Date(), withdrawn_because: "The buyer left." }),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const line = { exit_id, holding_id: holding.id, shares: 10_000, gross_pence: 2_000_000, costs_pence: 0 };
  await db.insertInto("exit_lines").values(line).execute();
  return { user_id: made.user_id, exit_id };
}

async function announced(outcome?: "withdrawn") {
  const made = await sold();
  const confirmations = db.insertInto("announced_confirmations").values({
    kind: "exit",
    subject_id: made.exit_id,
    author_has_part: true,
    confirmer_has_part: false,
    confirmed_at: new Date(),
    takes_effect_at: soon,
    ...(outcome && { outcome, ended_at: new Date(), because: "The buyer left." }),
  });
  const { id: announced_id } = await confirmations.returning("id").executeTakeFirstOrThrow();
  return { user_id: made.user_id, announced_id };
}

async function imported(state: "confirmed" | "undone") {
  const { id: user_id, email } = await buildInvestor(db, { full_name: "Rosa Whitfield" });
  const [first, second] = [await buildAdmin(db), await buildAdmin(db)];
  const { company_id } = await buildDeal(db);
  const lot = {
    user_id,
    email,
    shares: 500,
    price: "1.20",
    cost_pence: 60_000,
    scheme: null,
    happened_on: "2024-05-01",
  };
  const { id: import_id } = await buildHoldingImport(db, {
    proposed_by: first.id,
    confirmed_by: second.id,
    company: { id: company_id, name: "Alder Analytics" },
    lots: [lot],
  });
  if (state === "undone")
    await db.updateTable("holding_imports").set({ undone_at: new Date() }).where("id", "=", import_id).execute();
  return { user_id, import_id };
}

type MoneyMail = { [Name in MailName]: (typeof mailRules)[Name]["about"] extends "money" ? Name : never }[MailName];

/** Each mail about its reader's own money with something to be about. A new one without a row is a type error. */
const cases: Record<MoneyMail, () => Promise<object>> = {
  "act-announced": async () => {
    const { user_id, deal, commitment } = await committed("committed");
    const { rows } = await sql<{ id: string }>`
      insert into acts (deal_id, kind, number, version_id, content, content_sha256, state, signed_at)
      select ${deal.id}, 'closing', 1, v.id, ${JSON.stringify({
        shares: {
          lines: [
            {
              number: commitment.number,
              asked: 10_000,
              base: 417,
              rest: 9_000,
              shares: 10_000,
              cost_pence: 1_200_000,
              fee_pence: 150_000,
              reason: "She asked first.",
            },
          ],
        },
      })}, repeat('a', 64), 'signed', now() from deal_versions v where v.deal_id = ${deal.id}
      returning id`.execute(db);
    const act_id = rows[0]?.id ?? "";
    const part = { act_id, part: "shares" as const, is_discretionary: true, not_before: soon };
    await db.insertInto("act_parts").values(part).execute();
    return { user_id, act_id };
  },
  "act-answered": async () => {
    const { user_id, deal, commitment_id } = await committed("committed");
    const { rows } = await sql<{ id: string }>`
      insert into acts (deal_id, kind, number, version_id, content, content_sha256, state, signed_at)
      select ${deal.id}, 'closing', 1, v.id, '{}', repeat('a', 64), 'signed', now() from deal_versions v where v.deal_id = ${deal.id}
      returning id`.execute(db);
    const objection = { act_id: rows[0]?.id ?? "", commitment_id, reason: "Why?", answer: "As agreed." };
    const { id: objection_id } = await db
      .insertInto("act_objections")
      .values({ ...objection, answered_at: new Date() })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { user_id, objection_id };
  },
  "commitment-ended": async () => about(await committed("deal_cancelled")),
  "commitment-receipt": async () => {
    const { user_id, commitment_id } = await committed("committed");
    const events = db.selectFrom("commitment_events").select("id").where("commitment_id", "=", commitment_id);
    return { user_id, event_id: (await events.executeTakeFirstOrThrow()).id };
  },
  "confirmation-announced": () => announced(),
  "confirmation-ended": () => announced("withdrawn"),
  "distribution-paid": () => paidOut("distribution"),
  "exit-confirmed": () => sold(),
  "exit-withdrawn": () => sold("withdrawn"),
  "funds-nudge": async () => memberOf(keira),
  "funds-reminder": async () => {
    const { user_id, commitment_id } = memberOf(keira);
    await db.deleteFrom("funds_reminders").where("commitment_id", "=", commitment_id).execute();
    const reminder = db.insertInto("funds_reminders").values({ commitment_id, kind: "called", about: soon });
    return { user_id, reminder_id: (await reminder.returning("id").executeTakeFirstOrThrow()).id };
  },
  "holdings-import-undone": () => imported("undone"),
  "holdings-imported": () => imported("confirmed"),
  "ledger-mismatch": async () => {
    const { user_id } = memberOf(keira);
    return { user_id, deal_id: alder.id };
  },
  "ledger-settled": async () => ({ user_id: memberOf(keira).user_id, deal_id: alder.id }),
  "payment-arrived": async () => memberOf(esther),
  "payment-returned": async () => ({ ...memberOf(keira), pence: 500 }),
  "payment-sent-back": () => paidOut("refund"),
  "payment-unbooked": async () => ({ ...memberOf(keira), pence: 500 }),
  "payout-returned": async () => ({ ...memberOf(esther), pence: 1000 }),
  "payout-unbooked": async () => ({ ...memberOf(esther), pence: 1000 }),
  "relief-certificate": async () => {
    const made = await committed("completed");
    await buildHolding(db, made.commitment);
    return about(made);
  },
  "relief-certificate-withdrawn": async () => {
    const made = await committed("completed");
    await buildHolding(db, made.commitment);
    const { id: file_id } = await buildFile(db, null, { kind: "paper", media_type: "application/pdf" });
    const paper = {
      deal_id: made.deal.id,
      commitment_id: made.commitment_id,
      kind: "relief_certificate",
      file_name: "a.pdf",
      file_id,
      dated_on: "2027-08-12",
      found: "{}",
      matched_at: soon,
      removed_at: soon,
      withdrawn_reason: "It was made out for another company.",
    } as const;
    const { id: paper_id } = await db.insertInto("papers").values(paper).returning("id").executeTakeFirstOrThrow();
    return { ...about(made), paper_id };
  },
  "shares-given-out": async () => about(await committed("allocated")),
  "shares-issued": async () => {
    const made = await committed("completed");
    await buildHolding(db, made.commitment);
    return about(made);
  },
  "shares-lost": async () => {
    const made = await committed("completed");
    await buildHolding(db, made.commitment);
    const { company_id } = made.deal;
    const lost = {
      as_of: "2026-11-01",
      basis: "nil",
      price: "0",
      source: "A letter.",
      confirmed_at: new Date(),
    } as const;
    await db
      .insertInto("share_prices")
      .values({ company_id, ...lost })
      .execute();
    return { user_id: made.user_id, company_id };
  },
  "shares-offered": async () => {
    const made = await committed("allocated");
    const top_ups = db.insertInto("top_ups").values({ deal_id: made.deal.id, number: 1, closes_at: soon, shares: 100 });
    const { id: top_up_id } = await top_ups.returning("id").executeTakeFirstOrThrow();
    const line = { top_up_id, commitment_id: made.commitment_id, unfilled: 50, offered: 50 };
    await db.insertInto("top_up_lines").values(line).execute();
    return { ...about(made), top_up_id };
  },
  "terms-changed": async () => about(await committed("needs_reconsent", { reconsent_until: soon })),
};
/** The cost of freed shares depends on how many are taken; a mismatch concerns the whole deal. */
const withoutSum: readonly string[] = [
  "act-answered",
  "shares-offered",
  "ledger-mismatch",
  "ledger-settled",
  "relief-certificate-withdrawn",
  "shares-lost",
];

it.each(Object.keys(cases) as MoneyMail[])(
  "A mail about a member's own money greets its reader and names company and sum: %s",
  async (template) => {
    const mail = await composeMail(club, { template, ...(await cases[template]()) } as MailRequest);
    expect(mail?.text).toMatch(/^Hello (Rosa|Esther|Keira),$/m);
    expect(mail?.text).toContain("Alder Analytics");
    if (!withoutSum.includes(template)) expect(mail?.text).toMatch(/£[1-9][\d,]*\.\d\d/);
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/undefined|null|NaN|Invalid|\bby \.|\bon \./);
  },
);

it.each(Object.keys(cases) as MoneyMail[])(
  "A mail about the money of somebody whose membership has ended leads to no closed page, and says whom to write to: %s",
  async (template) => {
    const data = (await cases[template]()) as { user_id: string };
    const setEnd = (ended_at: Date | null) =>
      db.updateTable("user_roles").set({ ended_at }).where("user_id", "=", data.user_id).execute();
    await setEnd(new Date());
    const mail = await composeMail(club, { template, ...data } as unknown as MailRequest);
    await setEnd(null);
    // An offer goes to nobody who cannot take it.
    if (template === "shares-offered") return expect(mail).toBeUndefined();
    expect(mail?.link).toBeUndefined();
    expect(`${mail?.html} ${mail?.text}`).not.toContain("/#/members");
    expect(mail?.text).toContain(
      "Your membership has ended, so the members area is closed to you. For the documents and",
    );
    expect(mail?.text).toContain("write to contact@kindling.example: the club sends them to you.");
  },
);

it("A mail about a member's own money is not sent once its news is no longer so", async () => {
  const cancelled = await committed("deal_cancelled");
  const withdrawn = await sold("withdrawn");
  const { payment_ids, ...member } = await paidOut("refund");
  await db
    .updateTable("outgoing_payments")
    .set({ state: "approved", paid_on: null })
    .where("id", "in", payment_ids)
    .execute();
  const stale: [template: MoneyMail, data: object][] = [
    ["payment-arrived", about(cancelled)],
    ["payment-arrived", about(await committed("needs_reconsent", { reconsent_until: soon }))],
    ["shares-given-out", about(cancelled)],
    ["exit-confirmed", withdrawn],
    ["payment-sent-back", { ...member, payment_ids }],
  ];
  for (const [template, data] of stale)
    expect([template, await composeMail(club, { template, ...data } as MailRequest)]).toEqual([template, undefined]);
});
