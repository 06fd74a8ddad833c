import { expect, it } from "vitest";
import { actPolicy, objectionPolicy } from "#server/features/acts/act-queries.ts";
import { allocationPolicy, topUpPolicy } from "#server/features/commitments/allocation/allocation-queries.ts";
import { commitmentPolicy } from "#server/features/commitments/own-commitment.ts";
import { updateVersionPolicy } from "#server/features/company-updates/desk.ts";
import { contentPolicy } from "#server/features/content/get-content.ts";
import { dealPolicy, proposalPolicy } from "#server/features/deals/deal-queries.ts";
import { deletionRequestPolicy } from "#server/features/deletion-requests/routes.ts";
import { deskEventPolicy, eventPolicy } from "#server/features/events/to-event.ts";
import { bankFeedPolicy } from "#server/features/funds/bank-feeds/feed-routes.ts";
import {
  bankFilePolicy,
  bankLinePolicy,
  closingMemberPolicy,
  closingPolicy,
  outgoingPaymentPolicy,
} from "#server/features/funds/closing/policy.ts";
import { completionPolicy } from "#server/features/funds/completion/completion-queries.ts";
import { exitPolicy, outsidePaymentPolicy } from "#server/features/funds/exits/exit-queries.ts";
import { reliefPolicy } from "#server/features/funds/relief/relief-queries.ts";
import { introductionPolicy, introductionReportPolicy } from "#server/features/introductions/policy.ts";
import { investorRecordPolicy } from "#server/features/investor-records/routes.ts";
import { invitationPolicy } from "#server/features/invitations/routes.ts";
import { membershipPolicy } from "#server/features/membership-requests/queries.ts";
import { candidatePolicy } from "#server/features/people/admins/routes.ts";
import { signatoryPolicy } from "#server/features/people/admins/signatory-routes.ts";
import { listedPersonPolicy, personPolicy } from "#server/features/people/person-response.ts";
import type { PersonRow } from "#server/features/people/queries.ts";
import {
  adviserSeatPolicy,
  holdingImportPolicy,
  shareActionPolicy,
  sharePricePolicy,
} from "#server/features/portfolio/policy.ts";
import { profilePolicy } from "#server/features/profiles/queries.ts";
import { submissionPolicy } from "#server/features/profiles/submissions/routes.ts";
import { setupPolicy } from "#server/features/setup/routes.ts";
import { statementFormPolicy } from "#server/features/statements/form-routes.ts";
import { ownStatementPolicy, statementPolicy } from "#server/features/statements/queries.ts";
import type { Policy } from "#server/platform/http/policy.ts";
import { actStates } from "#shared/acts/act-messages.ts";
import { commitmentStates } from "#shared/commitments/commitment-messages.ts";
import { contentKinds } from "#shared/content/content-messages.ts";
import { dealStates } from "#shared/deals/deal-messages.ts";
import { exitStates } from "#shared/funds/funds-exits-messages.ts";
import { lineGrades, outgoingStates } from "#shared/funds/funds-messages.ts";
import { introductionStates } from "#shared/introductions/introduction-messages.ts";
import type { PersonDetail } from "#shared/people/people.ts";
import { personStatuses } from "#shared/people/people-messages.ts";
import { signatoryCapacities } from "#shared/people/signatory-messages.ts";
import { seatStates } from "#shared/portfolio/adviser-seats-messages.ts";
import { holdingImportStates } from "#shared/portfolio/holding-imports-messages.ts";
import { enteredPriceBases } from "#shared/portfolio/portfolio-messages.ts";
import { statementStates } from "#shared/statements/signed-statement-messages.ts";
import { conditionsOf } from "#tests/support/policy-conditions.ts";

const yesNo = [false, true];
const people = ["me", "other"];
const author = ["me", "other", null];
const now = new Date("2027-01-11T10:00:00Z");
const maybe = [null, now];
const times = ["09:59", "10:00", "10:01", "12:00", "12:01"].map((time) => new Date(`2027-01-11T${time}:00Z`));
const statuses = ["pending", "approved", "rejected"] as const;
const second = { refusal: [null, "same_account"] };
const running = { id: "an id", deal_id: "an id", number: 1, company_name: "Fern Robotics", pence: 1 };
const membership = {
  is_admin: yesNo,
  suspended_at: maybe,
  ended_at: maybe,
  commitments: [[], [{ ...running, is_allocated: false }], [{ ...running, is_allocated: true }]],
};
const hiding = { hidden_by_owner_at: maybe, hidden_by_admin_at: maybe };

/** The policy reads these fields; all else is only shown. */
type PersonFields = Pick<
  PersonRow,
  | ("user_id" | "request_status" | "status" | "is_admin" | "has_second_factor" | "email_verified")
  | ("profile_id" | "hidden_by_owner_at" | "hidden_by_admin_at")
> &
  Record<"suspended_at" | "ended_at", Date | null>;
const readPersonPolicy = personPolicy as Policy<PersonFields, keyof PersonDetail["can"]>;

const conditions: Record<string, string[]> = {
  actPolicy: conditionsOf(actPolicy, {
    state: actStates,
    is_stale: yesNo,
    refusal: [null, "same_account"],
    is_whole: yesNo,
    takes_part: yesNo,
    has_objected: yesNo,
  }),
  adviserSeatPolicy: conditionsOf(adviserSeatPolicy, { user_id: people, state: seatStates }),
  allocationPolicy: conditionsOf(allocationPolicy, { state: ["draft", "final"] }),
  bankFeedPolicy: conditionsOf(bankFeedPolicy, {
    state: ["waiting", "active", "stopped"],
    refusal: [null, "same_account"],
  }),
  bankFilePolicy: conditionsOf(bankFilePolicy, {
    origin: ["file", "feed"],
    is_newest: yesNo,
    booked_pence: [0, 1],
  }),
  bankLinePolicy: conditionsOf(bankLinePolicy, {
    grade: lineGrades,
    open_pence: [0, 1],
    unidentified_pence: [0, 1],
    isOwn: yesNo,
  }),
  candidatePolicy: conditionsOf(candidatePolicy, { id: people }),
  closingMemberPolicy: conditionsOf(closingMemberPolicy, {
    state: commitmentStates,
    open_pence: [0, 1, 100, 101],
    applied_pence: [0, 1],
    grace_until: [null],
    extended_at: maybe,
    free_refund_pence: [0, 1],
    isGraceOver: yesNo,
    is_release_waiting: yesNo,
    isOwn: yesNo,
    differs: yesNo,
    sendable_pence: [null, 0, 1],
    payable_pence: [0, 1],
  }),
  closingPolicy: conditionsOf(closingPolicy, {
    deal_state: dealStates,
    difference_pence: [0, 1],
    fee_paid_pence: [0, 1],
    sendable_pence: [null, 0],
    payable_pence: [0, 1],
    has_wire: yesNo,
    is_wired: yesNo,
    has_fee: yesNo,
    fee_owed_pence: [0, 1],
    free_shares: [0, 1],
    has_top_up: yesNo,
    has_unfilled_wishes: yesNo,
    nudgeable: [0, 1],
  }),
  commitmentPolicy: conditionsOf(commitmentPolicy, {
    user_id: author,
    state: commitmentStates,
    isOpen: yesNo,
    isInTime: yesNo,
    hasSaidSent: yesNo,
    isInGrace: yesNo,
  }),
  completionPolicy: conditionsOf(completionPolicy, {
    state: dealStates,
    is_met: yesNo,
  }),
  contentPolicy: conditionsOf(contentPolicy, {
    kind: contentKinds,
    is_example: yesNo,
    revision: [1, 2],
    published_revision: [null, 1, 2],
    publish_at: maybe,
  }),
  dealPolicy: conditionsOf(dealPolicy, { state: dealStates }),
  deletionRequestPolicy: conditionsOf(deletionRequestPolicy, { user_id: people }),
  deskEventPolicy: conditionsOf(deskEventPolicy(now), { starts_at: times, ends_at: times, cancelled_at: maybe }),
  eventPolicy: conditionsOf(eventPolicy(now), { starts_at: times, ends_at: times, cancelled_at: maybe }),
  exitPolicy: conditionsOf(exitPolicy, {
    state: exitStates,
    ...second,
    has_money: yesNo,
    has_later: yesNo,
    to_propose: [0, 1],
    to_approve: [0, 1],
  }),
  holdingImportPolicy: conditionsOf(holdingImportPolicy, {
    state: holdingImportStates,
    ...second,
    obstacle: [null, "exited", "paid_out"],
    undo_id: [null, "an id"],
    undo_refusal: [null, "same_account"],
  }),
  introductionPolicy: conditionsOf(introductionPolicy, {
    is_asker: yesNo,
    state: introductionStates,
    is_blocked: yesNo,
    is_reported: yesNo,
  }),
  introductionReportPolicy: conditionsOf(introductionReportPolicy, {
    outcome: [null, "dismissed", "barred"],
    asker_id: people,
    is_barred: yesNo,
  }),
  investorRecordPolicy: conditionsOf(investorRecordPolicy, { user_id: people }),
  invitationPolicy: conditionsOf(invitationPolicy, { used_at: maybe }),
  listedPersonPolicy: conditionsOf(listedPersonPolicy, { user_id: author, status: personStatuses }),
  membershipPolicy: conditionsOf(membershipPolicy, { user_id: people, status: statuses, ...membership }),
  objectionPolicy: conditionsOf(objectionPolicy, {
    withdrawn_at: maybe,
    is_own: yesNo,
    refusal: [null, "not_on_panel"],
  }),
  outgoingPaymentPolicy: conditionsOf(outgoingPaymentPolicy, {
    state: outgoingStates,
    ...second,
    amount_pence: [1],
    sendable_pence: [null, 0, 1],
    payable_pence: [0, 1],
    obstacle: [null, "amount_changed"],
  }),
  outsidePaymentPolicy: conditionsOf(outsidePaymentPolicy, { waiting_id: [null, "an id"], ...second }),
  ownStatementPolicy: conditionsOf(ownStatementPolicy, { state: statementStates }),
  personPolicy: conditionsOf(readPersonPolicy, {
    user_id: people,
    request_status: statuses,
    status: personStatuses,
    ...membership,
    ...hiding,
    profile_id: [null, "an id"],
    has_second_factor: yesNo,
    email_verified: yesNo,
  }),
  profilePolicy: conditionsOf(profilePolicy, { user_id: people, ...hiding }),
  proposalPolicy: conditionsOf(proposalPolicy, { refusal: [null, "same_account"] }),
  reliefPolicy: conditionsOf(reliefPolicy, { due: [0, 1], isFiled: yesNo, isAuthorised: yesNo }),
  setupPolicy: conditionsOf(setupPolicy, {
    state: ["new", "started", "finished"],
    started_by: author,
    started_by_name: [null],
  }),
  shareActionPolicy: conditionsOf(shareActionPolicy, {
    is_waiting: yesNo,
    ...second,
    evidence_name: [null, "a.pdf"],
  }),
  sharePricePolicy: conditionsOf(sharePricePolicy, {
    is_waiting: yesNo,
    ...second,
    basis: enteredPriceBases,
    price: ["9", "10"],
    price_before: [null, "9", "10"],
    needs_evidence: yesNo,
    evidence_name: [null, "a.pdf"],
  }),
  signatoryPolicy: conditionsOf(signatoryPolicy, {
    capacity: signatoryCapacities,
    confirmed_at: maybe,
    end_proposed_at: maybe,
    standing_since: maybe,
    is_first_admin: yesNo,
    is_own: yesNo,
    is_told: yesNo,
    has_own_objection: yesNo,
    ...second,
    end_refusal: [null, "same_account"],
  }),
  statementFormPolicy: conditionsOf(statementFormPolicy, {
    author_id: author,
    is_left_to_author: yesNo,
    signed_off_at: maybe,
    withdrawn_at: maybe,
  }),
  statementPolicy: conditionsOf(statementPolicy, { state: statementStates, user_id: author }),
  submissionPolicy: conditionsOf(submissionPolicy, { user_id: people, status: statuses }),
  topUpPolicy: conditionsOf(topUpPolicy, { available_shares: [0, 1] }),
  updateVersionPolicy: conditionsOf(updateVersionPolicy, { published_at: maybe, isNewest: yesNo }),
};

it("Every policy of the code is listed", () => {
  const sources = import.meta.glob<string>("../../src/server/**/*.ts", {
    eager: true,
    query: "?raw",
    import: "default",
  });
  const declared = Object.values(sources).flatMap((source) =>
    [...source.matchAll(/^export (?:const|function) (\w+Policy)\b/gm)].map(([, name]) => name),
  );
  expect(Object.keys(conditions)).toEqual(declared.sort());
});

it("The conditions of every action are those that were reviewed", async () => {
  const lines = Object.entries(conditions).flatMap(([name, given]) => given.map((line) => `${name}.${line}`));
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("policies.txt");
});
