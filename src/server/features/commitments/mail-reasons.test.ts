import { expect, it } from "vitest";
import { composeMail } from "#server/mails.ts";
import type { MailRequest } from "#server/platform/mail/mail-content.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import type { CommitmentState } from "#shared/commitments/commitment-messages.ts";
import { openTestApp } from "#tests/support/test-app.ts";

const club = await openTestApp();
const codes = [
  "AAA",
  "AAB",
  "AAC",
  "AAD",
  "AAE",
  "AAF",
  "AAG",
  "AAH",
  "AAJ",
  "AAK",
  "AAM",
  "AAN",
  "AAP",
  "AAQ",
  "AAR",
].values();
const hour = 60 * 60 * 1000;

/** Funds are called, unless the state is earlier. */
async function buildIn(state: CommitmentState) {
  const person = await buildInvestor(club.db);
  const deal = await buildDeal(club.db, { state: "closing" });
  const [called_at, due_at, grace_until] = [-1, 47, 71].map((hours) => new Date(Date.now() + hours * hour));
  const isCalled = !["needs_reconsent", "waiting_list", "allocated"].includes(state);
  const commitment = await buildCommitment(club.db, {
    deal_id: deal.id,
    terms_id: deal.terms_id,
    record_id: person.record_id,
    state,
    ...(state === "needs_reconsent" ? { reconsent_until: due_at } : {}),
    ...(state === "needs_reconsent" || state === "waiting_list"
      ? {}
      : { allocated_shares: 10_000, cost_pence: 1_200_000, fee_pence: 150_000 }),
    ...(isCalled ? { called_at, due_at, grace_until, reference: `KDX4K3Q${codes.next().value}` } : {}),
  });
  return { user_id: person.id, commitment_id: commitment.id };
}

type ReminderKind = "called" | "first" | "late" | "extended" | "choose" | "released" | "reduced" | "account_changed";
type Ids = { user_id: string; commitment_id: string };

async function remind({ user_id, commitment_id }: Ids, kind: ReminderKind): Promise<MailRequest> {
  const { id } = await club.db
    .insertInto("funds_reminders")
    .values({ commitment_id, kind, about: new Date() })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { template: "funds-reminder", user_id, reminder_id: id };
}

async function afterGrace(ids: Ids, kind: ReminderKind): Promise<MailRequest> {
  const [called_at, due_at, grace_until] = [-73, -25, -1].map((hours) => new Date(Date.now() + hours * hour));
  await club.db
    .updateTable("commitments")
    .set({ called_at, due_at, grace_until })
    .where("id", "=", ids.commitment_id)
    .execute();
  return remind(ids, kind);
}

it.each<[string, CommitmentState, (ids: Ids) => MailRequest | Promise<MailRequest>]>([
  ["a call", "called", (ids) => remind(ids, "called")],
  ["a reminder", "called", (ids) => remind(ids, "first")],
  ["a late payment", "part_paid", (ids) => remind(ids, "late")],
  ["more time", "called", (ids) => remind(ids, "extended")],
  ["a choice", "part_paid", (ids) => afterGrace(ids, "choose")],
  ["a release", "released_unpaid", (ids) => remind(ids, "released")],
  ["a released top-up", "paid", (ids) => remind(ids, "reduced")],
  ["another account", "paid", (ids) => remind(ids, "account_changed")],
  ["a nudge", "called", ({ commitment_id }) => ({ template: "funds-nudge", commitment_id })],
  ["a payment", "paid", ({ commitment_id }) => ({ template: "payment-arrived", commitment_id })],
  [
    "a booking that is taken back",
    "called",
    ({ commitment_id }) => ({ template: "payment-unbooked", commitment_id, pence: 100 }),
  ],
  ["other terms", "needs_reconsent", (ids) => ({ template: "terms-changed", ...ids })],
  ["an end without an answer", "left_on_change", (ids) => ({ template: "commitment-ended", ...ids })],
  ["a cancelled deal", "deal_cancelled", (ids) => ({ template: "commitment-ended", ...ids })],
  ["an allocation", "allocated", (ids) => ({ template: "shares-given-out", ...ids })],
  ["the waiting list", "waiting_list", (ids) => ({ template: "shares-given-out", ...ids })],
])(
  "A mail of %s, whose reader may have no shares (%s), comes because the reader committed",
  async (_what, state, request) => {
    const mail = await composeMail(club, await request(await buildIn(state)));
    expect(mail?.text).toMatch(/You get this email because you committed to /);
    expect(mail?.text).not.toMatch(/because you (have|hold) shares/);
  },
);
