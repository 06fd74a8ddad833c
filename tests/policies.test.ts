import { type Insertable, type Selectable, sql } from "kysely";
import { describe, expect, it } from "vitest";
import { allocationPolicy } from "#server/features/commitments/allocation/allocation-queries.ts";
import { commitmentPolicy } from "#server/features/commitments/own-commitment.ts";
import { updateVersionPolicy } from "#server/features/company-updates/desk.ts";
import { contentPolicy } from "#server/features/content/get-content.ts";
import { dealPolicy, movesOf } from "#server/features/deals/deal-queries.ts";
import { completionPolicy } from "#server/features/funds/completion/completion-queries.ts";
import { exitPolicy } from "#server/features/funds/exits/exit-queries.ts";
import { reliefPolicy } from "#server/features/funds/relief/relief-queries.ts";
import { invitationPolicy } from "#server/features/invitations/routes.ts";
import { membershipPolicy } from "#server/features/membership-requests/queries.ts";
import { personPolicy } from "#server/features/people/person-response.ts";
import { getPerson, type PersonRow } from "#server/features/people/queries.ts";
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
import { statementPolicy } from "#server/features/statements/queries.ts";
import { createApp } from "#server/open-app.ts";
import type { DB } from "#server/platform/db/database.generated.ts";
import type { Actor } from "#server/platform/db/types.ts";
import type { Policy, PolicyActor } from "#server/platform/http/policy.ts";
import { buildDeal } from "#server/sample/build-deal.ts";
import { buildCommitment } from "#server/sample/build-held-round.ts";
import { buildHoldingImport } from "#server/sample/build-holding-import.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import type { PersonInput } from "#server/sample/builders.ts";
import {
  buildAdmin,
  buildContent,
  buildInvitation,
  buildMember,
  buildPerson,
  buildSubmission,
  type Person,
} from "#server/sample/builders.ts";
import { sampleStatementForms } from "#server/sample/sample-statement-forms.ts";
import { commitmentStates, commitmentTicks } from "#shared/commitments/commitment-messages.ts";
import { type DealState, dealStates } from "#shared/deals/deal-messages.ts";
import { emptyDealPage } from "#shared/deals/deals.ts";
import { buildBankLine, buildCompanyAccount } from "./support/build-allocated-deal.ts";
import { alderFigures, buildHeldCompany, buildUpdate } from "./support/build-company-update.ts";
import { buildHolding } from "./support/build-holding.ts";
import { buildHeldRound, buildOwner } from "./support/build-lots.ts";
import { buildRound, goldenRound } from "./support/build-round.ts";
import { completeDeal, fileForCompletion } from "./support/complete-deal.ts";
import { buildPaidAlder } from "./support/paid-alder.ts";
import { confirmShares, draftShares } from "./support/past-the-lists.ts";
import { setDeals } from "./support/set-deals.ts";
import { openTestApp } from "./support/test-app.ts";

/**
 * What a policy says of an action is what happens, in every state of a record. Who passes the route's guard tries it through the
 * API: an admin, and an admin who is its owner or author; or its owner. What they can do is tried past the guard by the nearest
 * who cannot, for the database to refuse: an admin without their second factor, or another than the owner. Each try is rolled
 * back. What the policies say of every row is in tests/rights/policies.txt, whom the guards let pass in operations.txt.
 */
let trial: { rights: Actor | undefined; hasChanged: boolean };
const cookies = new Map<string, string>();

/** A person, and the rights that their session has. */
interface Subject {
  person: Person;
  rights: PolicyActor & Actor;
}

/** A call, its body, and whose session passes the guard: an admin's, or the owner's; null where only the guard decides. */
type Attempt = [call: `${"POST" | "PUT" | "DELETE"} ${string}`, body?: object | undefined, past?: Person | null];

/** Uploads are tried with their own routes. */
type Tried<Action extends string> = Exclude<Action, "upload" | "add_evidence">;
interface Scene<Row, Action extends string> {
  row: Row | ((reader: Person) => Promise<Row | undefined>);
  owner?: Subject;
  attempts: Record<Tried<Action>, Attempt>;
}

const club = await openTestApp();
const app = createTrialApp();
const admin = await subject({ is_admin: true });

async function subject(input: PersonInput): Promise<Subject> {
  const person = await buildPerson(club.db, input);
  return {
    person,
    rights: { userId: person.id, isAdmin: input.is_admin ?? false, isMember: input.status !== "rejected" },
  };
}

const now = new Date();
const because = { reason: "As agreed." };
const pending = { status: "pending" } as const;
const rejected = { status: "rejected" } as const;
const isAdmin = { is_admin: true } as const;

tells("The submission policy", submissionPolicy, {
  "one that waits": ["pending", pending],
  "one that is approved": ["approved", {}],
  "one that is rejected": ["rejected", {}],
  "an admin’s own that waits": ["pending", isAdmin],
})(async ([status, input]) => {
  const owner = await subject(input);
  const row = await buildSubmission(club.db, { user_id: owner.person.id, status });
  const path = `/member-profile-submissions/${row.id}`;
  return {
    row,
    owner,
    attempts: {
      ...posts(path, "approve", "reject"),
      revise: ["PUT /member-profile-submissions/me", { full_name: "Robin Ashdown" }, owner.person],
    },
  };
});

/** Of one person: the account, the membership and the profile. */
const policyOfPerson = (actor: PolicyActor, row: PersonRow) => {
  const { approve, reject } = membershipPolicy(actor, { ...row, status: row.request_status });
  const { hide_as_admin: _hide, show_as_admin: _show, ...ofOwner } = profilePolicy(actor, row);
  return { ...personPolicy(actor, row), approve, reject, ...ofOwner };
};
tells("The policies of a person, a membership and a profile", policyOfPerson, {
  "an approved member": [{}, {}, {}],
  "a member whose profile is hidden by its owner": [{}, {}, { hidden_by_owner_at: now }],
  "a member whose profile is hidden by an admin": [{}, {}, { hidden_by_admin_at: now }],
  "a member whose profile is hidden by both": [{}, {}, { hidden_by_owner_at: now, hidden_by_admin_at: now }],
  "somebody who waits and is unverified": [{ ...pending, email_verified: false }, {}, {}],
  "somebody rejected": [rejected, {}, {}],
  "somebody suspended": [{}, { suspended_at: now }, {}],
  "somebody whose membership has ended": [{}, { ended_at: now }, {}],
  "an admin": [isAdmin, {}, {}],
  "an admin whose membership waits": [{ ...isAdmin, ...pending }, {}, {}],
})(async ([input, standing, hiding]) => {
  const owner = await subject(input);
  const { id } = owner.person;
  await insert("member_profiles", { user_id: id, full_name: "Robin Ashdown", ...hiding });
  const factor = { user_id: id, secret: "x", backup_codes: "x", verified: true };
  await club.db.insertInto("auth.two_factors").values(factor).execute();
  if ("suspended_at" in standing || "ended_at" in standing) {
    await club.db.updateTable("user_roles").set(standing).where("user_id", "=", id).execute();
    owner.rights.isMember = false;
  }
  const path = `/people/${id}`;
  const own = "/member-profiles/me";
  return {
    row: await club.asActor(admin.rights, (tx) => getPerson(tx, id)),
    owner,
    attempts: {
      ...posts(`/membership-requests/${id}`, "approve", "reject"),
      ...posts(path, "suspend", "reinstate", "hide_profile", "show_profile", "reset_two_factor", "sign_out"),
      ...posts(path, "resend_verification", "lift_sign_in_limit", "reset_mail_refusals"),
      end: [`POST ${path}/end-membership`, because],
      change_tier: [`PUT ${path}/tier`, { tier: "vip", from: "2027-01-01", until: "2027-12-31", ...because }],
      edit: [`PUT ${own}`, { full_name: "Robin Ashdown" }, owner.person],
      hide: [`PUT ${own}/hidden`, undefined, owner.person],
      show: [`DELETE ${own}/hidden`, undefined, owner.person],
    },
  };
});

const withdrawal = { withdrawn_at: now, withdrawn_reason: "Wrong." };
tells("The statement form policy", statementFormPolicy, {
  "one that waits": {},
  "one that is signed off": { signed_off_at: now },
  "one that is withdrawn": withdrawal,
  "one that is signed off and withdrawn": { signed_off_at: now, ...withdrawal },
})(async (given) => {
  const owner = await subject(isAdmin);
  const { id } = await insert("statement_forms", {
    kind: "high_net_worth",
    version_label: crypto.randomUUID(),
    law_reference: "x",
    sha256: "a".repeat(64),
    content: JSON.stringify(sampleStatementForms[0]?.content),
    valid_from: "2026-01-01",
    author_id: owner.person.id,
    ...given,
  });
  const row = { ...(await read("statement_forms", id)), is_left_to_author: false };
  return { row, owner, attempts: posts(`/statement-forms/${id}`, "sign_off", "withdraw") };
});

tells("The statement policy", statementPolicy, {
  "one that is live": [{ state: "live", live_from: now }],
  "one in review": [{ state: "in_review" }],
  "one that was refused": [{ state: "refused", ended_at: now, reason: "No." }],
  "one that was withdrawn": [{ state: "withdrawn", live_from: now, ended_at: now }],
  "one that was revoked": [{ state: "revoked", live_from: now, ended_at: now, reason: "No." }],
  "an admin’s own that is live": [{ state: "live", live_from: now }, isAdmin],
  "an admin’s own in review": [{ state: "in_review" }, isAdmin],
})(async ([given, input = {}]) => {
  const form = { form_id: await findForm(), signed_at: now, page_sha256: "a".repeat(64) };
  const owner = await subject(input);
  const { id: record_id } = await insert("investor_records", { user_id: owner.person.id });
  const { id } = await insert("statements", { record_id, ...form, ...given });
  const page = club.pageSeal.seal(id, { html: "", lines: [] });
  await club.db
    .insertInto("statement_pages")
    .values({ statement_id: id, ...page })
    .execute();
  return {
    row: { state: given.state, user_id: owner.person.id },
    owner,
    attempts: posts(`/statements/${id}`, "accept", "refuse", "revoke", "open"),
  };
});

const dealCases = Object.fromEntries(dealStates.map((state) => [`one that is ${state}`, state]));

tells("The deal policy", dealPolicy, { ...dealCases })(async (state) => {
  const { id, name, owner_id, updated_at, documents } = await buildDeal(club.db, { state, documents: [{}] });
  const path = `/deals/${id}`;
  return {
    row: { state },
    attempts: {
      announce_closing: [
        `POST ${path}/closing-announcements`,
        { closes_at: new Date(now.getTime() + 2 * 86_400_000), ...because, expected_proposal_id: null },
      ],
      save: [`PUT ${path}`, { name, owner_id, page: emptyDealPage, expected_version: updated_at }],
      fill_room: [`POST ${path}/documents/${documents[0]?.id}/remove`],
    },
  };
});

const movesPolicy: Policy<{ state: DealState }, DealState> = (actor, { state }) =>
  Object.fromEntries(
    dealStates.map((to) => [to, movesOf(actor, { state, is_company_paid: false, isOpen: true }).includes(to)]),
  ) as Record<DealState, boolean>;

tells("The policy of a deal's moves", movesPolicy, { ...dealCases })(async (state) => {
  const { id, updated_at } = await buildDeal(club.db, { state });
  const body = { ...because, until: "2027-04-05", expected_version: updated_at };
  const moves = dealStates.map((to) => [to, [`POST /deals/${id}/transitions`, { ...body, to }]]);
  return { row: { state }, attempts: Object.fromEntries(moves) as Record<DealState, Attempt> };
});

tells("The policy of a company's updates", updateVersionPolicy, {
  "a version that waits": [null, true],
  "a version that is published": [now, true],
  "a version that waits, with a newer one": [null, false],
})(async ([published_at, isNewest]) => {
  const { record_id } = await buildInvestor(club.db);
  const { id: company_id } = await buildHeldCompany(club.db, { records: [record_id], issued_on: "2025-01-10" });
  const quarter = "2025-Q1";
  const { id } = await buildUpdate(club.db, { company_id, quarter, published_at });
  if (!isNewest) await buildUpdate(club.db, { company_id, quarter, version: 2, published_at: null });
  const body = { ...alderFigures, text: null, offer: null, letter_id: null, quarter, expected_version: 1 };
  const correct: Attempt = [`POST /companies/${company_id}/updates`, body];
  return { row: { published_at, isNewest }, attempts: { ...posts(`/company-updates/${id}`, "publish"), correct } };
});

const refusal = { refused_at: now, refused_because: "The filing says otherwise." };
tells("The share price policy", sharePricePolicy, {
  "one that waits": {},
  "one that would raise what was lowered meanwhile": { basis: "club_estimate" as const },
  "one that is confirmed": { confirmed_at: now },
  "one that is refused": refusal,
})(async (given) => {
  const owner = await subject(isAdmin);
  const { company_id } = await buildDeal(club.db);
  const { id } = await insert("share_prices", {
    company_id,
    as_of: "2026-01-15",
    price: "2.48",
    source: "A filing.",
    entered_by: owner.person.id,
    basis: "offer",
    ...given,
  });
  return {
    row: (reader) => read("share_price_list", id, reader),
    owner,
    attempts: posts(`/valuations/${id}`, "confirm", "refuse"),
  };
});

tells("The share action policy", shareActionPolicy, {
  "a split that waits": {},
  "a split that is confirmed": { confirmed_at: now },
  "a split that is refused": refusal,
})(async (given) => {
  const owner = await subject(isAdmin);
  const { company_id } = await buildDeal(club.db);
  const { id } = await insert("share_actions", {
    company_id,
    new_shares: 10,
    old_shares: 1,
    effective_on: "2026-01-15",
    source: "A filing.",
    proposed_by: owner.person.id,
    ...given,
  });
  return {
    row: (reader) => read("share_action_list", id, reader),
    owner,
    attempts: posts(`/share-actions/${id}`, "confirm", "refuse"),
  };
});

interface ImportGiven {
  state: "proposed" | "confirmed" | "refused" | "undone";
  undo?: true;
  isSold?: true;
  /** Of shares of the subject, who has not proposed it. */
  isOfOwner?: true;
}
tells("The holding import policy", holdingImportPolicy, {
  "one that waits": { state: "proposed" },
  "one that waits, with shares of an admin": { state: "proposed", isOfOwner: true },
  "one that is refused": { state: "refused" },
  "one that is confirmed": { state: "confirmed" },
  "one whose undoing waits": { state: "confirmed", undo: true },
  "one whose undoing waits, with shares of an admin": { state: "confirmed", undo: true, isOfOwner: true },
  "one whose shares were sold since": { state: "confirmed", isSold: true },
  "one whose undoing waits, whose shares were sold since": { state: "confirmed", undo: true, isSold: true },
  "one that is undone": { state: "undone", undo: true },
})(async ({ state, undo, isSold, isOfOwner }: ImportGiven) => {
  const owner = await subject(isAdmin);
  const holder = isOfOwner ? owner.person : await buildMember(club.db);
  const author = isOfOwner ? await buildAdmin(club.db) : owner.person;
  const company = { name: "Hale Robotics", ...(await insert("companies", { name: "Hale Robotics" })) };
  const lot = { user_id: holder.id, email: holder.email, shares: 100, price: "1", cost_pence: 10_000 };
  const { id } = await buildHoldingImport(club.db, {
    company,
    proposed_by: author.id,
    lots: [{ ...lot, happened_on: "2024-03-15" }],
    confirmed_by: state === "confirmed" || state === "undone" ? admin.person.id : null,
  });
  const set = (values: object) => club.db.updateTable("holding_imports").set(values).where("id", "=", id).execute();
  if (state === "refused") await set(refusal);
  if (isSold) await (await club.as(await buildAdmin(club.db)))("POST", `/api/companies/${company.id}/exits`, sale);
  const isUndone = state === "undone" && { confirmed_at: now, confirmed_by: admin.person.id };
  const undoing = { import_id: id, proposed_by: author.id, because: "A slip.", ...isUndone };
  if (undo) await club.db.insertInto("holding_import_undos").values(undoing).execute();
  if (isUndone) await set({ undone_at: now });
  const path = `/holding-imports/${id}`;
  return {
    row: (reader) => read("holding_import_list", id, reader),
    owner,
    attempts: {
      ...posts(path, "confirm", "refuse"),
      propose_undo: [`POST ${path}/undo`, because],
      confirm_undo: [`POST ${path}/undo/confirm`],
      refuse_undo: [`POST ${path}/undo/refuse`, because],
    },
  };
});
const sale = {
  kind: "sale",
  happened_on: "2026-01-02",
  price: "2",
  costs_pence: 0,
  costs_payee: null,
  note: null,
  earlier_id: null,
  shares: null,
};

tells("The adviser seat policy", adviserSeatPolicy, {
  "one that is live": ["live", {}],
  "one that has expired": ["expired", { granted_at: "2026-01-01", expires_at: "2026-02-01" }],
  "one that was ended": ["ended", { ended_at: "2026-11-01", ended_because: "ended" }],
})(async ([state, given]) => {
  const owner = await subject({});
  const user_id = owner.person.id;
  const { id } = await insert("adviser_seats", {
    user_id,
    name: "Hale",
    shows_reliefs: false,
    shows_papers: false,
    token_hash: crypto.randomUUID().padEnd(43),
    expires_at: new Date(Date.now() + 60_000),
    ...given,
  });
  const path = `/portfolio/me/adviser-seats/${id}`;
  return {
    row: { user_id, state },
    owner,
    attempts: {
      renew: [`POST ${path}/renew`, undefined, owner.person],
      end: [`POST ${path}/end`, undefined, owner.person],
    },
  };
});

const codes = ["2P2", "3P2", "4P2", "5P2", "6P2"];
tells("The completion policy", completionPolicy, {
  "a deal that lacks its documents": ["open", false],
  "a deal that lacks nothing": ["filed", true],
  "a deal whose completion is proposed": ["proposed", true],
  "a deal that lacks something since it was proposed": ["changed", false],
  "a deal that is completed": ["completed", true],
})(async ([stage, is_met]) => {
  const owner = await subject(isAdmin);
  const first = await club.as(owner.person);
  const { id } = await buildPaidAlder(club.db, { code: codes.pop() ?? "", year: 2026 });
  const issue = { issued_on: "2026-02-02" };
  if (stage !== "open") {
    await buildCompanyAccount(club.db, id, new Date());
    await fileForCompletion(id, first);
  }
  if (stage === "proposed" || stage === "changed") await first("POST", `/api/deals/${id}/completion`, issue);
  if (stage === "changed") await buildCompanyAccount(club.db, id, null);
  if (stage === "completed") await completeDeal(club, id, first, issue.issued_on);
  const { state } = await read("deals", id);
  return {
    row: { state, is_met },
    owner,
    attempts: {
      prepare: [`POST /deals/${id}/success-fee`, { decision: "allowed", article: "14", allowed_bp: 800 }],
      propose: [`POST /deals/${id}/completion`, issue],
    },
  };
});

tells("The relief policy", reliefPolicy, {
  "a round whose members get none": { due: 0, isFiled: false, isAuthorised: false },
  "a round that is not filed": { due: 1, isFiled: false, isAuthorised: false },
  "a round that is filed": { due: 1, isFiled: true, isAuthorised: false },
  "a round that has its reference": { due: 1, isFiled: true, isAuthorised: true },
})(async (row) => {
  const { record_id } = await buildInvestor(club.db);
  const { id: deal_id, terms_id } = await buildDeal(club.db, { state: "completed" });
  const commitment = await buildCommitment(club.db, { deal_id, terms_id, record_id });
  await buildHolding(club.db, commitment, { scheme: row.due > 0 ? "SEIS" : null });
  const happened_on = "2026-06-10";
  if (row.isFiled) await insert("relief_steps", { deal_id, happened_on, step: "filed" });
  if (row.isAuthorised) await insert("relief_steps", { deal_id, happened_on, step: "authorised", uir: "Z1" });
  const call = `POST /deals/${deal_id}/relief-steps` as const;
  return {
    row,
    attempts: {
      filed: [call, { happened_on, step: "filed" }],
      authorised: [call, { happened_on, step: "authorised", uir: "Z2" }],
      certified: [call, { happened_on, step: "certified" }],
    },
  };
});

tells("The exit policy", exitPolicy, {
  "one that waits": "proposed",
  "one of an admin’s shares that waits": "of an admin",
  "one that is confirmed": "confirmed",
  "one whose money is there": "money",
  "one whose payments wait": "payments",
  "one that is withdrawn": "withdrawn",
})(async (stage) => {
  const [author, shareholder] = [await subject(isAdmin), await subject(isAdmin)];
  const [first, second] = [await club.as(author.person), await club.as(await buildAdmin(club.db))];
  const holder = await buildOwner(club.db, "Amara Okafor");
  const round = await buildHeldRound(club.db, { issued_on: "2025-02-02", held: [[holder, 100]] });
  if (stage === "of an admin") await own(holder.record_id, shareholder.person);
  const proposed = await first("POST", `/api/companies/${round.company_id}/exits`, sale);
  const { id } = proposed.body;
  const path = `/exits/${id}`;
  if (stage !== "proposed" && stage !== "of an admin") await second("POST", `/api${path}/confirm`);
  if (stage === "withdrawn") await second("POST", `/api${path}/withdraw`, because);
  if (stage === "money" || stage === "payments") {
    const money = { deal_id: round.id, amount_pence: 20_000, booked_on: "2026-01-02" };
    const line = await buildBankLine(club.db, money, now);
    await sql`select book_part(l, 'exit', null, null, 20000, 'x', ${id}) from bank_lines l where l.id = ${line}`.execute(
      club.db,
    );
  }
  if (stage === "payments") await first("POST", `/api${path}/payments`, because);
  return {
    row: (reader) => read("exit_list", id, reader),
    owner: stage === "of an admin" ? shareholder : author,
    attempts: {
      ...posts(path, "confirm", "withdraw"),
      propose_payments: [`POST ${path}/payments`, because],
      approve_payments: [`POST ${path}/payments/approve`],
    },
  };
});

tells("The allocation policy", allocationPolicy, {
  "a draft": {},
  "a draft that commitments have changed since": { change: "commitments" },
  "a draft of a deal that was cancelled": { change: "cancelled" },
  "a draft of a deal that an admin is a member of": { change: "participant" },
  "one that is final": { change: "final" },
})(async ({ change }: { change?: string }) => {
  const author = await subject(isAdmin);
  const participant = await subject(isAdmin);
  const { id, path, member } = await buildRound(club.db, goldenRound);
  const ben = member("Ben Lindqvist");
  await draftShares(club, id);
  const { body } = await (await club.as(author.person))("GET", path);
  const { id: drafted, updated_at: expected_version } = body;
  if (change === "commitments")
    await club.db.updateTable("commitments").set({ shares: 12_000 }).where("id", "=", ben.id).execute();
  if (change === "cancelled") await club.db.updateTable("deals").set({ state: change }).where("id", "=", id).execute();
  if (change === "participant") await own(ben.record_id, participant.person);
  if (change === "final") await confirmShares(club, id);
  const call = path.slice("/api".length);
  return {
    row: (reader) => read("allocation_list", drafted, reader),
    owner: change === "participant" ? participant : author,
    attempts: {
      change: [`PUT ${call}/lines/${member("Isla Reid").id}`, { shares: 500, ...because, expected_version }],
    },
  };
});

const commitments = Object.fromEntries(commitmentStates.map((state) => [`one that is ${state}`, state]));
tells("The commitment policy", commitmentPolicy, { ...commitments })(async (state) => {
  await setDeals(club.db);
  const { record_id, ...person } = await buildInvestor(club.db);
  const { id: deal_id, terms_id } = await buildDeal(club.db);
  const later = new Date(Date.now() + 60 * 60 * 1000);
  const digits = deal_id
    .replaceAll(/[^2-9a-h]/g, "")
    .slice(-8)
    .toUpperCase();
  const reference = `KD${digits.padStart(8, "2")}`;
  const isCalled = ["called", "part_paid", "paid", "completed"].includes(state);
  const { updated_at } = await buildCommitment(club.db, {
    deal_id,
    terms_id,
    record_id,
    state,
    reconsent_until: state === "needs_reconsent" ? later : null,
    ...((isCalled || state === "allocated") && { allocated_shares: 10, cost_pence: 1200, fee_pence: 150 }),
    ...(isCalled && { called_at: now, due_at: later, grace_until: later, reference }),
  });
  const expected_version = updated_at.toISOString();
  const ticks = Object.fromEntries(commitmentTicks.map((tick) => [tick, true]));
  const wish = { amount_pence: 600_000, wants_relief: true, signature: person.full_name, terms_id, ticks };
  const path = `/open-deals/${deal_id}/commitment`;
  return {
    row: { user_id: person.id, state, isOpen: true, isInTime: true, hasSaidSent: false, isInGrace: true },
    owner: memberOf(person),
    attempts: {
      change: [`PUT ${path}`, { ...wish, expected_version }, person],
      withdraw: [`DELETE ${path}`, { expected_version }, person],
      say_sent: [`POST ${path}/sent`, undefined, person],
      reconsent: [`POST ${path}/reconsent`, { choice: "leave", terms_id, expected_version }, person],
    },
  };
});

tells("The invitation policy", invitationPolicy, {
  "one that is unused": {},
  "one that is used": { used_at: now },
  "one that has expired": { created_at: new Date("2026-01-01T10:00:00Z") },
})(async (given) => {
  const row = await buildInvitation(club.db, given);
  return {
    row,
    attempts: { resend: [`POST /invitations/${row.id}/resend`], delete: [`DELETE /invitations/${row.id}`] },
  };
});

const publish_at = new Date("2100-01-01T00:00:00Z");
/** A draft that lacks nothing: the policy does not read texts, and the server publishes whole ones alone. */
const wholeDrafts: Record<string, object> = {
  co_founder: { name: "Ines Calder", role: "Co-founder", text: "Ines reads decks.", picture: "" },
  page: {
    title: "Terms",
    description: "The terms of the club.",
    side: "Terms",
    lead: "What holds.",
    body: { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "Words." }] }] },
  },
};
tells("The content policy", contentPolicy, {
  "a draft": { published: false },
  "a draft that is scheduled": { published: false, publish_at },
  "what is published": {},
  "what is published, with a change": { revision: 2 },
  "what is published, with a change that is scheduled": { revision: 2, publish_at },
  "a page": { kind: "page" },
  "a page with a change that is scheduled": { kind: "page", revision: 2, publish_at },
})(async (given) => {
  const row = await buildContent(club.db, given);
  await club.db
    .updateTable("content_items")
    .set({ draft: JSON.stringify(wholeDrafts[row.kind]) })
    .where("id", "=", row.id)
    .execute();
  const path = `/content/${row.id}`;
  return {
    row,
    attempts: {
      ...posts(path, "unschedule", "unpublish"),
      publish: [`POST ${path}/publish`, { expected_revision: row.revision }],
      delete: [`DELETE ${path}`],
    },
  };
});

tells("The setup policy", setupPolicy, {
  "a setup that nobody has begun": ["new", null],
  "a setup that its first admin has begun": ["started", "own"],
  "a setup that another admin has begun": ["started", "other"],
  "a setup that is finished": ["finished", "own"],
})(async ([state, whose]) => {
  const owner = await subject(isAdmin);
  await club.db.deleteFrom("club_setup").execute();
  const started_by = whose && (whose === "own" ? admin.person.id : owner.person.id);
  const finished_at = state === "finished" ? now : null;
  if (whose) await club.db.insertInto("club_setup").values({ started_by, finished_at }).execute();
  const club_ = { name: "Harbour Angels", operator: "Harbour Angels Ltd", company_number: "01234567", regulation: "" };
  const address = { address: ["1 Quay Street"], contact_email: "hello@harbour.example", start_with: "examples" };
  return {
    row: { state, started_by, started_by_name: null },
    owner,
    // To the database both are one update, open to every admin.
    attempts: { finish: ["POST /setup/finish", { ...club_, ...address }, null], skip: ["POST /setup/skip"] },
  };
});

it.each([
  ["no admin rights for a member", false, false, false],
  ["admin rights for an admin", true, false, true],
  ["no admin rights until two-factor sign-in", true, true, false],
])("A profile response contains %s", async (_what, is_admin, isAdminTwoFactorRequired, hide_as_admin) => {
  const { profile } = await buildMember(club.db);
  const cookie = await club.cookieOf(await buildPerson(club.db, { is_admin }));
  const strict = createApp({ ...club, isAdminTwoFactorRequired });
  const response = await strict.request(`${club.appUrl}/api/member-profiles/${profile.id}`, { headers: { cookie } });
  const can = { edit: false, hide: false, show: false, hide_as_admin, show_as_admin: false };
  expect(await response.json()).toMatchObject({ id: profile.id, can });
});

const memberOf = (person: Person): Subject => ({
  person,
  rights: { userId: person.id, isAdmin: false, isMember: true },
});

const own = (recordId: string, { id }: Person) =>
  club.db.updateTable("investor_records").set({ user_id: id }).where("id", "=", recordId).execute();

async function findForm(): Promise<string> {
  await buildInvestor(club.db);
  const { id } = await club.db.selectFrom("statement_forms").select("id").limit(1).executeTakeFirstOrThrow();
  return id;
}

/** Past every rule, as the builders do. */
const insert = <Table extends keyof DB>(table: Table, values: Insertable<DB[Table]>): Promise<{ id: string }> =>
  club.db
    .insertInto(table as "deals")
    .values(values as never)
    .returning("id")
    .executeTakeFirstOrThrow();

const read = <View extends keyof DB>(view: View, id: string, reader = admin.person) =>
  club.asActor({ userId: reader.id }, (tx) => {
    const found = tx
      .selectFrom(view as "deals")
      .selectAll()
      .where("id", "=", id);
    return found.executeTakeFirst() as Promise<unknown> as Promise<Selectable<DB[View]>>;
  });

/** The actions that are a POST to the end of their name. A route without a body ignores the reason. */
const posts = <const Action extends string>(path: string, ...actions: Action[]) =>
  Object.fromEntries(
    actions.map((action) => [action, [`POST ${path}/${action.replaceAll("_", "-")}`, because]]),
  ) as unknown as Record<Action, Attempt>;

/** Compares in each state what the policy says with what happens. */
function tells<Row, Action extends string, const Given>(
  title: string,
  policy: Policy<Row, Action>,
  states: Record<string, Given>,
) {
  return (arrange: (given: Given) => Promise<Scene<Row, Action>>) =>
    describe(title, () => {
      it.each(Object.entries(states))("The policy matches what the server allows for %s", async (_state, given) => {
        const { row, owner, attempts } = await arrange(given);
        const said: Record<string, boolean> = {};
        const happened: Record<string, boolean> = {};
        const withheld = { ...admin.rights, isAdmin: false, isAdminWithheld: true };
        for (const [action, attempt] of Object.entries<Attempt>(attempts)) {
          const [, , past = admin.person] = attempt;
          const isOfOwner = past === owner?.person;
          const others = owner?.rights.isAdmin ? [admin, owner] : [admin];
          for (const { person, rights } of isOfOwner ? [owner] : others) {
            const found = row instanceof Function ? await row(person) : row;
            const name = `${action} by ${person === admin.person ? "an admin" : "its owner or author"}`;
            said[name] = found !== undefined && policy(rights, found)[action as Action];
            happened[name] = await changes(attempt, person);
          }
          if (!past || !Object.entries(happened).some(([name, changed]) => changed && name.startsWith(`${action} `)))
            continue;
          said[`${action} past the guard`] = false;
          happened[`${action} past the guard`] = await changes(attempt, past, isOfOwner ? admin.rights : withheld);
        }
        expect(happened).toEqual(said);
      });
    });
}

/** Checks whether a call would have changed something. @param rights in place of those of the session. */
async function changes([call, body]: Attempt, person: Person, rights?: Actor): Promise<boolean> {
  trial = { rights, hasChanged: false };
  const [method = "", path = ""] = call.split(" ");
  const cookie = cookies.get(person.id) ?? (await club.cookieOf(person));
  cookies.set(person.id, cookie);
  const headers = { origin: club.appUrl, cookie, ...(body && { "content-type": "application/json" }) };
  await app.request(`${club.appUrl}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return trial.hasChanged;
}

const undone = new Error("undone");

/** The app, in which every change is rolled back once it is known that there would have been one. */
function createTrialApp() {
  return createApp({
    ...club,
    asActor: (actor, work) =>
      club.asActor(trial.rights ?? actor, async (tx, effects) => {
        let isAudited = false;
        const audit = () => {
          isAudited = true;
        };
        await work(tx, { ...effects, audit });
        trial.hasChanged = isAudited;
        throw undone;
      }),
  });
}
