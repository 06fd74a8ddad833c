import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "#server/app.ts";
import { findAllocation } from "#server/features/commitments/allocation/allocation-queries.ts";
import { commitmentPolicy } from "#server/features/commitments/policy.ts";
import { updateVersionPolicy } from "#server/features/company-updates/policy.ts";
import { contentPolicy } from "#server/features/content/policy.ts";
import { dealPolicy, dealVersionPolicy, movesOf } from "#server/features/deals/policy.ts";
import { deletionRequestPolicy } from "#server/features/deletion-requests/policy.ts";
import { accountPolicy } from "#server/features/funds/accounts/policy.ts";
import { completionPolicy } from "#server/features/funds/completion/policy.ts";
import { exitPolicy } from "#server/features/funds/exits/policy.ts";
import { reliefPolicy } from "#server/features/funds/relief/policy.ts";
import { investorRecordPolicy } from "#server/features/investor-records/policy.ts";
import { invitationPolicy } from "#server/features/invitations/policy.ts";
import { membershipPolicy } from "#server/features/membership-requests/policy.ts";
import { adminPolicy, candidatePolicy } from "#server/features/people/admins/policy.ts";
import { personPolicy } from "#server/features/people/policy.ts";
import { getPerson } from "#server/features/people/queries.ts";
import {
  adviserSeatPolicy,
  holdingImportPolicy,
  shareActionPolicy,
  sharePricePolicy,
} from "#server/features/portfolio/policy.ts";
import { profilePolicy } from "#server/features/profiles/policy.ts";
import { submissionPolicy } from "#server/features/profiles/submissions/policy.ts";
import { setupPolicy } from "#server/features/setup/policy.ts";
import { statementFormPolicy } from "#server/features/statements/form-policy.ts";
import { statementPolicy } from "#server/features/statements/policy.ts";
import type { Actor } from "#server/platform/db/types.ts";
import type { Policy, PolicyActor } from "#server/platform/http/policy.ts";
import { buildCommitment } from "#server/sample/build-commitment.ts";
import { buildDeal, freezeDeal } from "#server/sample/build-deal.ts";
import { buildHoldingImport } from "#server/sample/build-holding-import.ts";
import { buildInvestor } from "#server/sample/build-investor.ts";
import {
  buildAdmin,
  buildContent,
  buildInvitation,
  buildMember,
  buildPerson,
  buildSubmission,
  type Person,
} from "#server/sample/builders.ts";
import type { PersonInput } from "#server/sample/person-rows.ts";
import { sampleStatementForms } from "#server/sample/sample-statement-forms.ts";
import { defaultSettings } from "#shared/club.ts";
import { commitmentStates, commitmentTicks } from "#shared/commitment-messages.ts";
import type { Allocation } from "#shared/commitments.ts";
import { checklistItems, type DealState, dealStates } from "#shared/deal-messages.ts";
import { emptyDealPage } from "#shared/deals.ts";
import type { RecordedReliefStep } from "#shared/funds-relief-messages.ts";
import { buildCollectionAccount, buildCompanyAccount } from "./support/build-allocated-deal.ts";
import { alderFigures, buildHeldCompany, buildUpdate } from "./support/build-company-update.ts";
import { buildHolding } from "./support/build-holding.ts";
import { buildHeldRound, buildOwner, type Owner } from "./support/build-lots.ts";
import { buildRound, goldenRound, type Round } from "./support/build-round.ts";
import { completeDeal, fileForCompletion } from "./support/complete-deal.ts";
import { buildPaidAlder, type PaidAlder } from "./support/paid-alder.ts";
import { type Call, createTestApp, type TestApp } from "./support/test-app.ts";

/**
 * What a policy says of an action is what happens: every actor tries every action on every state of a record, through the
 * API with their own session, and past the routes' guards with nothing but their rights in the database. Each try is
 * rolled back.
 */
let club: TestApp;
let admin: Person;
let actors: Subject[];
let app: ReturnType<typeof createApp>;
let trial: { rights: Actor | undefined; hasChanged: boolean };
const cookies = new Map<string, string>();

/** A person, and the rights that their session has. */
interface Subject {
  name: string;
  person: Person;
  rights: PolicyActor & Actor;
}

interface Attempt {
  call: `${"POST" | "PUT" | "DELETE"} /${string}`;
  body?: object;
  /** Whose session passes the guard; nobody's where only the guard decides. */
  past: Person | undefined;
}

beforeAll(async () => {
  club = await createTestApp();
  app = createTrialApp();
  const rejected = await subject("rejected", { status: "rejected" });
  const pending = await subject("pending", { status: "pending" });
  const member = await subject("member", {});
  const withAdmin = await subject("admin", { is_admin: true });
  admin = withAdmin.person;
  const withheld = { ...withAdmin.rights, isAdmin: false, isAdminWithheld: true };
  actors = [
    rejected,
    pending,
    member,
    withAdmin,
    { name: "admin without their second factor", person: admin, rights: withheld },
  ];
});
afterAll(() => club.close());

async function subject(name: string, input: PersonInput): Promise<Subject> {
  const person = await buildPerson(club.db, input);
  const rights = { userId: person.id, isAdmin: input.is_admin ?? false, isMember: input.status !== "rejected" };
  return { name, person, rights };
}

const owners = [
  ["a member's", {}],
  ["an admin's", { is_admin: true }],
  ["a rejected person's", { status: "rejected" }],
] as const;

describe("The submission policy", () => {
  it.each(
    owners.flatMap(([whose, input]) =>
      (["pending", "approved", "rejected"] as const).map((status) => [whose, status, input] as const),
    ),
  )("matches what the server allows for %s submission that is %s", async (_whose, status, input) => {
    const owner = await subject("owner", input);
    const submission = await buildSubmission(club.db, { user_id: owner.person.id, status });
    const path = `/api/member-profile-submissions/${submission.id}` as const;
    await expectTruth(submissionPolicy, submission, owner, {
      approve: { call: `POST ${path}/approve`, past: admin },
      reject: { call: `POST ${path}/reject`, past: admin },
      revise: {
        call: "PUT /api/member-profile-submissions/me",
        body: { full_name: "Robin Ashdown" },
        past: openOwner(owner),
      },
    });
  });
});

describe("The profile policy", () => {
  const hidings = [
    ["shown", {}],
    ["hidden by its owner", { hidden_by_owner_at: new Date() }],
    ["hidden by an admin", { hidden_by_admin_at: new Date() }],
    ["hidden by both", { hidden_by_owner_at: new Date(), hidden_by_admin_at: new Date() }],
  ] as const;
  it.each(owners.flatMap(([whose, input]) => hidings.map(([state, hiding]) => [whose, state, input, hiding] as const)))(
    "matches what the server allows for %s profile that is %s",
    async (_whose, _state, input, hiding) => {
      const owner = await subject("owner", input);
      const profile = await club.db
        .insertInto("member_profiles")
        .values({ user_id: owner.person.id, full_name: "Robin Ashdown", ...hiding })
        .returningAll()
        .executeTakeFirstOrThrow();
      const own = "/api/member-profiles/me";
      const path = `/api/people/${owner.person.id}` as const;
      await expectTruth(profilePolicy, profile, owner, {
        edit: { call: `PUT ${own}`, body: { full_name: "Robin Ashdown" }, past: openOwner(owner) },
        hide: { call: `PUT ${own}/hidden`, past: openOwner(owner) },
        show: { call: `DELETE ${own}/hidden`, past: openOwner(owner) },
        hide_as_admin: { call: `POST ${path}/hide-profile`, body: { reason: "As asked." }, past: admin },
        show_as_admin: { call: `POST ${path}/show-profile`, body: { reason: "As asked." }, past: admin },
      });
    },
  );
});

describe("The membership policy", () => {
  it.each([
    ["pending", { status: "pending" }, {}],
    ["approved", {}, {}],
    ["rejected", { status: "rejected" }, {}],
    ["suspended", {}, { suspended_at: new Date() }],
    ["ended", {}, { ended_at: new Date() }],
    ["an admin's", { is_admin: true }, {}],
    ["an admin's and pending", { is_admin: true, status: "pending" }, {}],
  ] as const)("matches what the server allows for a membership that is %s", async (_state, input, standing) => {
    const owner = await subject("owner", input);
    const isClosed = Object.keys(standing).length > 0;
    if (isClosed) {
      const membership = club.db.updateTable("user_roles").set(standing).where("user_id", "=", owner.person.id);
      await membership.execute();
      owner.rights.isMember = false;
    }
    const path = `/api/membership-requests/${owner.person.id}` as const;
    const people = `/api/people/${owner.person.id}` as const;
    const body = { reason: "As agreed." };
    const request = await club.asActor({ userId: admin.id }, (tx) =>
      tx
        .selectFrom("membership_requests")
        .select(["user_id", "status", "is_admin", "suspended_at", "ended_at"])
        .where("user_id", "=", owner.person.id)
        .executeTakeFirstOrThrow(),
    );
    await expectTruth(membershipPolicy, request, owner, {
      approve: { call: `POST ${path}/approve`, past: admin },
      reject: { call: `POST ${path}/reject`, past: admin },
      suspend: { call: `POST ${people}/suspend`, body, past: admin },
      end: { call: `POST ${people}/end-membership`, body, past: admin },
      reinstate: { call: `POST ${people}/reinstate`, body, past: admin },
    });
  });
});

describe("The person policy", () => {
  const inAYear = { from: "2027-01-01", until: "2027-12-31" };
  it.each([
    ["approved", {}, {}],
    ["pending and unverified", { status: "pending", email_verified: false }, {}],
    ["suspended", {}, { suspended_at: new Date() }],
    ["ended", {}, { ended_at: new Date() }],
    ["an admin's", { is_admin: true }, {}],
  ] as const)("matches what the server allows for an account that is %s", async (_state, input, standing) => {
    const owner = await subject("owner", input);
    const { id } = owner.person;
    await club.db.insertInto("member_profiles").values({ user_id: id, full_name: "Robin Ashdown" }).execute();
    await club.db
      .insertInto("auth.two_factors")
      .values({ user_id: id, secret: "x", backup_codes: "x", verified: true })
      .execute();
    if (Object.keys(standing).length > 0) {
      await club.db.updateTable("user_roles").set(standing).where("user_id", "=", id).execute();
      owner.rights.isMember = false;
    }
    const row = await club.asActor({ userId: admin.id }, (tx) => getPerson(tx, id));
    const path = `/api/people/${id}` as const;
    const body = { reason: "As agreed." };
    const by = (call: Attempt["call"], sent: object = body): Attempt => ({ call, body: sent, past: admin });
    await expectTruth(personPolicy, row, owner, {
      suspend: by(`POST ${path}/suspend`),
      end: by(`POST ${path}/end-membership`),
      reinstate: by(`POST ${path}/reinstate`),
      hide_profile: by(`POST ${path}/hide-profile`),
      show_profile: by(`POST ${path}/show-profile`),
      reset_two_factor: by(`POST ${path}/reset-two-factor`),
      sign_out: by(`POST ${path}/sign-out`),
      resend_verification: by(`POST ${path}/resend-verification`),
      lift_sign_in_limit: by(`POST ${path}/lift-sign-in-limit`),
      change_tier: by(`PUT ${path}/tier`, { tier: "vip", ...inAYear, ...body }),
    });
  });
});

describe("The admin role policy", () => {
  it.each([
    ["was granted", false],
    ["comes from ADMIN_EMAILS", true],
  ])("matches what the server allows for a role that %s", async (_how, is_first_admin) => {
    const owner = await subject("owner", { is_admin: true });
    if (is_first_admin) await club.db.insertInto("admin_emails").values({ email: owner.person.email }).execute();
    await expectTruth(adminPolicy, { id: owner.person.id, is_first_admin }, owner, {
      take_admin_role: { call: `DELETE /api/user-roles/${owner.person.id}/admin`, past: admin },
    });
  });
  it("matches what the server allows for a person who can be granted the role", async () => {
    const owner = await subject("owner", {});
    await expectTruth(candidatePolicy, owner.person, owner, {
      give_admin_role: { call: `PUT /api/user-roles/${owner.person.id}/admin`, past: admin },
    });
  });
});

describe("The deletion request policy", () => {
  it.each(owners)("matches what the server allows for %s request", async (_whose, input) => {
    const owner = await subject("owner", input);
    await club.db.insertInto("deletion_requests").values({ user_id: owner.person.id }).execute();
    const row = { user_id: owner.person.id };
    await expectTruth(deletionRequestPolicy, row, owner, {
      // Done with the owner's rights: the guard alone decides who may.
      execute: { call: `POST /api/deletion-requests/${owner.person.id}/carry-out`, past: undefined },
    });
  });
});

describe("The investor record policy", () => {
  it.each(owners)("matches what the server allows for %s record", async (_whose, input) => {
    const owner = await subject("owner", input);
    const values = { user_id: owner.person.id, legal_name: "Mina Castell" };
    const { id } = await club.db
      .insertInto("investor_records")
      .values(values)
      .returning("id")
      .executeTakeFirstOrThrow();
    await expectTruth(investorRecordPolicy, { user_id: owner.person.id }, owner, {
      open: { call: `POST /api/investor-records/${id}/open`, body: { reason: "HMRC asks." }, past: admin },
    });
  });
});

describe("The statement form policy", () => {
  const signed_off_at = new Date();
  it.each([
    ["not signed off", {}],
    ["signed off", { signed_off_at }],
    ["withdrawn", { withdrawn_at: new Date(), withdrawn_reason: "Wrong." }],
    ["signed off and withdrawn", { signed_off_at, withdrawn_at: new Date(), withdrawn_reason: "Wrong." }],
  ])("matches what the server allows for a form that is %s", async (state, given) => {
    const owner = await subject("owner", { is_admin: true });
    const { id, ...form } = await club.db
      .insertInto("statement_forms")
      .values({
        kind: "high_net_worth",
        version_label: state,
        law_reference: "x",
        content: JSON.stringify(sampleStatementForms[0]?.content),
        valid_from: "2026-01-01",
        sha256: "a".repeat(64),
        author_id: owner.person.id,
        ...given,
      })
      .returning(["id", "author_id", "signed_off_at", "withdrawn_at"])
      .executeTakeFirstOrThrow();
    const path = `/api/statement-forms/${id}` as const;
    await expectTruth(statementFormPolicy, { ...form, is_left_to_author: false }, owner, {
      sign_off: { call: `POST ${path}/sign-off`, past: admin },
      withdraw: { call: `POST ${path}/withdraw`, body: { reason: "Wrong." }, past: admin },
    });
  });
});

describe("The statement policy", () => {
  const live_from = new Date();
  it.each([
    ["live", { state: "live" as const, live_from }],
    ["in review", { state: "in_review" as const }],
    ["refused", { state: "refused" as const, ended_at: live_from, reason: "No." }],
    ["withdrawn", { state: "withdrawn" as const, live_from, ended_at: live_from }],
    ["revoked", { state: "revoked" as const, live_from, ended_at: live_from, reason: "No." }],
  ])("matches what the server allows for one that is %s", async (_name, given) => {
    const owner = await subject("owner", {});
    const record = club.db.insertInto("investor_records").values({ user_id: owner.person.id }).returning("id");
    const form = {
      kind: "high_net_worth" as const,
      version_label: crypto.randomUUID(),
      law_reference: "x",
      content: JSON.stringify(sampleStatementForms[0]?.content),
      valid_from: "2026-01-01",
      sha256: "a".repeat(64),
    };
    const { id } = await club.db
      .insertInto("statements")
      .values({
        record_id: (await record.executeTakeFirstOrThrow()).id,
        form_id: (await club.db.insertInto("statement_forms").values(form).returning("id").executeTakeFirstOrThrow())
          .id,
        signed_at: live_from,
        page_sha256: "a".repeat(64),
        ...given,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const page = club.pageSeal.seal(id, { html: "", lines: [] });
    await club.db
      .insertInto("statement_pages")
      .values({ statement_id: id, ...page })
      .execute();
    const path = `/api/statements/${id}` as const;
    const body = { reason: "HMRC asks." };
    await expectTruth(statementPolicy, { state: given.state, user_id: owner.person.id }, owner, {
      accept: { call: `POST ${path}/accept`, body, past: admin },
      refuse: { call: `POST ${path}/refuse`, body, past: admin },
      revoke: { call: `POST ${path}/revoke`, body, past: admin },
      open: { call: `POST ${path}/open`, body, past: admin },
    });
  });
});

describe("The deal policy", () => {
  it.each([[false, "approved"], ...dealStates.map((state) => [true, state] as const)] as const)(
    "with deals on: %s, matches what the server allows for one that is %s",
    async (is_enabled, state) => {
      const value = JSON.stringify({ ...defaultSettings.deals, is_enabled });
      const setting = club.db.insertInto("club_settings").values({ key: "deals", value });
      await setting.onConflict((conflict) => conflict.column("key").doUpdateSet({ value })).execute();
      const { id, name, owner_id, updated_at, documents } = await buildDeal(club.db, { state, documents: [{}] });
      const expected_version = updated_at.toISOString();
      const path = `/api/deals/${id}` as const;
      await expectTruth(dealPolicy, { state, areDealsEnabled: is_enabled }, undefined, {
        save: { call: `PUT ${path}`, body: { name, owner_id, page: emptyDealPage, expected_version }, past: admin },
        fill_room: { call: `POST ${path}/documents/${documents[0]?.id}/remove`, past: admin },
        release: { call: `POST ${path}/release`, past: admin },
      });
      const moves: Policy<null, DealState> = (actor) =>
        Object.fromEntries(dealStates.map((to) => [to, movesOf(actor, state).includes(to)])) as Record<
          DealState,
          boolean
        >;
      const moving = (to: DealState): Attempt => ({
        call: `POST ${path}/transitions`,
        body: { to, reason: "As agreed.", until: "2027-04-05", expected_version },
        past: admin,
      });
      const attempts = Object.fromEntries(dealStates.map((to) => [to, moving(to)])) as Record<DealState, Attempt>;
      await expectTruth(moves, null, undefined, attempts);
    },
  );
});

describe("The deal version policy", () => {
  it.each(dealStates)("matches what the server allows for the versions of a deal that is %s", async (state) => {
    const owner = await subject("owner", { is_admin: true });
    const { id, terms_id, version_id, content } = await buildDeal(club.db, { state });
    const checklist = [...checklistItems];
    const expectVersionTruth = async (versionId: string) => {
      const row = await club.asActor({ userId: admin.id }, (tx) =>
        tx
          .selectFrom("deal_version_list")
          .select(["author_id", "is_waiting", "is_left_to_author"])
          .where("id", "=", versionId)
          .executeTakeFirstOrThrow(),
      );
      await expectTruth(dealVersionPolicy, row, owner, {
        approve: { call: `POST /api/deals/${id}/versions/${versionId}/approve`, body: { checklist }, past: admin },
      });
    };
    const frozen = { deal_id: id, terms_id, content, created_at: new Date(), approved_at: null, approved_by: null };
    const waiting = await freezeDeal(club.db, { ...frozen, number: 2, author_id: owner.person.id });
    for (const version of [version_id, waiting.id]) await expectVersionTruth(version);
  });
});

describe("The policy of a company's updates", () => {
  it.each([
    ["that waits", false, true],
    ["that is published", true, true],
    ["that waits, with a newer version", false, false],
  ])("matches what the server allows for a version %s", async (_state, isPublished, isNewest) => {
    const { record_id } = await buildInvestor(club.db);
    const { id: company_id } = await buildHeldCompany(club.db, { records: [record_id], issued_on: "2025-01-10" });
    const published_at = isPublished ? new Date() : null;
    const quarter = "2025-Q1";
    const { id } = await buildUpdate(club.db, { company_id, quarter, published_at });
    if (!isNewest) await buildUpdate(club.db, { company_id, quarter, version: 2, published_at: null });
    const body = { ...alderFigures, text: null, offer: null, letter_id: null, quarter, expected_version: 1 };
    await expectTruth(updateVersionPolicy, { published_at, isNewest }, undefined, {
      publish: { call: `POST /api/company-updates/${id}/publish`, past: admin },
      correct: { call: `POST /api/companies/${company_id}/updates`, body, past: admin },
    });
  });
});

describe("The collection account policy", () => {
  it.each([
    ["that waits", null],
    ["that is confirmed", new Date()],
  ])("matches what the server allows for an account %s", async (_state, confirmed_at) => {
    const owner = await subject("owner", { is_admin: true });
    const { id: deal_id } = await buildDeal(club.db, { state: "closing" });
    await buildCollectionAccount(club.db, deal_id, confirmed_at, owner.person.id);
    const account = await club.asActor({ userId: admin.id }, (tx) =>
      tx
        .selectFrom("collection_account_list")
        .select(["id", "entered_by", "is_waiting", "is_left_to_author"])
        .where("deal_id", "=", deal_id)
        .executeTakeFirstOrThrow(),
    );
    await expectTruth(accountPolicy, account, owner, {
      confirm: {
        call: `POST /api/deals/${deal_id}/collection-account/confirm`,
        body: { id: account.id, call_back_note: "Called back." },
        past: admin,
      },
      reject: {
        call: `POST /api/deals/${deal_id}/collection-account/reject`,
        body: { id: account.id, reason: "The partner knows no such account." },
        past: admin,
      },
    });
  });
});

describe("The policy of a share's price", () => {
  it.each([
    ["waits", {}],
    ["would raise what was lowered meanwhile", { basis: "club_estimate" as const }],
    ["is confirmed", { confirmed_at: new Date() }],
    ["is refused", { refused_at: new Date(), refused_because: "The filing says otherwise." }],
  ])("matches what the server allows for one that %s", async (_state, given) => {
    const owner = await subject("its author", { is_admin: true });
    const { company_id } = await buildDeal(club.db);
    const values = { company_id, as_of: "2026-01-15", price: "2.48", source: "A filing.", entered_by: owner.person.id };
    const { id } = await club.db
      .insertInto("share_prices")
      .values({ ...values, basis: "offer", ...given })
      .returning("id")
      .executeTakeFirstOrThrow();
    const price = await club.asActor({ userId: admin.id }, (tx) =>
      tx.selectFrom("share_price_list").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    );
    await expectTruth(decidingPolicy, price, owner, {
      confirm: { call: `POST /api/valuations/${id}/confirm`, past: admin },
      refuse: { call: `POST /api/valuations/${id}/refuse`, body: { reason: "Wrong." }, past: admin },
    });
  });

  /** The upload of a file is tried with its own route. */
  const decidingPolicy: Policy<Parameters<typeof sharePricePolicy>[1], "confirm" | "refuse"> = (actor, row) => {
    const { add_evidence: _upload, ...decisions } = sharePricePolicy(actor, row);
    return decisions;
  };
});

describe("The policy of a split of shares", () => {
  it.each([
    ["waits", {}],
    ["is confirmed", { confirmed_at: new Date() }],
    ["is refused", { refused_at: new Date(), refused_because: "It is 20 for 1." }],
  ])("matches what the server allows for one that %s", async (_state, given) => {
    const owner = await subject("its author", { is_admin: true });
    const { company_id } = await buildDeal(club.db);
    const values = { company_id, new_shares: 10, old_shares: 1, effective_on: "2026-01-15", source: "A filing." };
    const { id } = await club.db
      .insertInto("share_actions")
      .values({ ...values, proposed_by: owner.person.id, ...given })
      .returning("id")
      .executeTakeFirstOrThrow();
    const action = await club.asActor({ userId: admin.id }, (tx) =>
      tx.selectFrom("share_action_list").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    );
    await expectTruth(decidingPolicy, action, owner, {
      confirm: { call: `POST /api/share-actions/${id}/confirm`, past: admin },
      refuse: { call: `POST /api/share-actions/${id}/refuse`, body: { reason: "Wrong." }, past: admin },
    });
  });

  /** The upload of a file is tried with its own route. */
  const decidingPolicy: Policy<Parameters<typeof shareActionPolicy>[1], "confirm" | "refuse"> = (actor, row) => {
    const { add_evidence: _upload, ...decisions } = shareActionPolicy(actor, row);
    return decisions;
  };
});

describe("The policy of an import of earlier holdings", () => {
  type Build = { isConfirmed?: true; isRefused?: true; undo?: true; isUndone?: true; isSold?: true; isOfOwner?: true };
  it.each<[string, Build]>([
    ["waits", {}],
    ["waits, with shares of an admin", { isOfOwner: true }],
    ["is refused", { isRefused: true }],
    ["is confirmed", { isConfirmed: true }],
    ["is confirmed and proposed to be taken back", { isConfirmed: true, undo: true }],
    ["is to be taken back, with shares of an admin", { isConfirmed: true, undo: true, isOfOwner: true }],
    ["is confirmed, with shares that were sold since", { isConfirmed: true, isSold: true }],
    ["is to be taken back, with shares that were sold since", { isConfirmed: true, undo: true, isSold: true }],
    ["is taken back", { isConfirmed: true, undo: true, isUndone: true }],
  ])("matches what the server allows for one that %s", async (_state, build) => {
    const owner = await subject(build.isOfOwner ? "whose shares are in it" : "its author", { is_admin: true });
    const holder = build.isOfOwner ? owner.person : await buildMember(club.db);
    const author = build.isOfOwner ? await buildAdmin(club.db) : owner.person;
    const company = await buildNamedCompany();
    const { id } = await buildHoldingImport(club.db, {
      ...{ company, proposed_by: author.id, confirmed_by: build.isConfirmed ? admin.id : null },
      lots: [
        {
          user_id: holder.id,
          email: holder.email,
          shares: 100,
          price: "1",
          cost_pence: 10_000,
          happened_on: "2024-03-15",
        },
      ],
    });
    const at = new Date();
    if (build.isRefused)
      await set("holding_imports", id, { refused_at: at, refused_because: "The register says 400." });
    if (build.isSold) await buildSale(company.id);
    if (build.undo)
      await club.db
        .insertInto("holding_import_undos")
        .values({
          ...{ import_id: id, proposed_by: author.id, because: "A slip." },
          ...(build.isUndone && { confirmed_at: at, confirmed_by: admin.id }),
        })
        .execute();
    if (build.isUndone) await set("holding_imports", id, { undone_at: at });
    const row = await club.asActor({ userId: admin.id }, (tx) =>
      tx.selectFrom("holding_import_list").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    );
    /** Whose it is follows from the reader. */
    const ofReader: typeof holdingImportPolicy = (actor, given) => {
      const is_own = actor.userId === author.id || actor.userId === owner.person.id;
      return holdingImportPolicy(actor, { ...given, is_own, is_own_undo: is_own });
    };
    const path = `/api/holding-imports/${id}` as const;
    const body = { reason: "The register says 400 shares." };
    await expectTruth(ofReader, row, owner, {
      confirm: { call: `POST ${path}/confirm`, past: admin },
      refuse: { call: `POST ${path}/refuse`, body, past: admin },
      propose_undo: { call: `POST ${path}/undo`, body, past: admin },
      confirm_undo: { call: `POST ${path}/undo/confirm`, past: admin },
      refuse_undo: { call: `POST ${path}/undo/refuse`, body, past: admin },
    });
  });

  const set = (table: "holding_imports", id: string, values: object) =>
    club.db.updateTable(table).set(values).where("id", "=", id).execute();
  const buildNamedCompany = () =>
    club.db
      .insertInto("companies")
      .values({ name: "Hale Robotics" })
      .returning(["id", "name"])
      .executeTakeFirstOrThrow();
  const buildSale = async (companyId: string) => {
    const call = await club.as(await buildAdmin(club.db));
    const sale = { kind: "sale", happened_on: "2025-05-05", price: "2", costs_pence: 0, costs_payee: null, note: null };
    const { status } = await call("POST", `/api/companies/${companyId}/exits`, {
      ...sale,
      earlier_id: null,
      shares: null,
    });
    expect(status).toBe(201);
  };
});

describe("The policy of an adviser's seat", () => {
  it.each([
    ["that is live", {}],
    ["that has expired", { granted_at: "2026-01-01", expires_at: "2026-02-01" }],
    ["that was ended", { ended_at: "2026-11-01", ended_because: "ended" as const }],
  ])("matches what the server allows for a seat %s", async (_state, given) => {
    const owner = await subject("owner", {});
    const expires_at = new Date(Date.now() + 60_000);
    const { id, ended_because } = await club.db
      .insertInto("adviser_seats")
      .values({
        ...{ user_id: owner.person.id, name: "Hale", shows_reliefs: false, shows_papers: false, expires_at, ...given },
        token_hash: `${Math.random()}`.padEnd(43, "x"),
      })
      .returning(["id", "ended_because"])
      .executeTakeFirstOrThrow();
    const state = ended_because ?? ("granted_at" in given ? "expired" : "live");
    await expectTruth(adviserSeatPolicy, { user_id: owner.person.id, state }, owner, {
      renew: { call: `POST /api/portfolio/me/adviser-seats/${id}/renew`, past: owner.person },
      end: { call: `POST /api/portfolio/me/adviser-seats/${id}/end`, past: owner.person },
    });
  });
});

describe("The policy of the account of a company", () => {
  it.each([
    ["that waits", null],
    ["that is confirmed", new Date()],
  ])("matches what the server allows for an account %s", async (_state, confirmed_at) => {
    const owner = await subject("owner", { is_admin: true });
    const { id: deal_id } = await buildDeal(club.db, { state: "closing" });
    await buildCompanyAccount(club.db, deal_id, confirmed_at, owner.person.id);
    const account = await club.asActor({ userId: admin.id }, (tx) =>
      tx
        .selectFrom("company_account_list")
        .select(["id", "entered_by", "is_waiting", "is_left_to_author"])
        .where("deal_id", "=", deal_id)
        .executeTakeFirstOrThrow(),
    );
    await expectTruth(accountPolicy, account, owner, {
      confirm: {
        call: `POST /api/deals/${deal_id}/company-account/confirm`,
        body: { id: account.id, call_back_note: "Called back." },
        past: admin,
      },
      reject: {
        call: `POST /api/deals/${deal_id}/company-account/reject`,
        body: { id: account.id, reason: "Another number." },
        past: admin,
      },
    });
  });
});

describe("The completion policy", () => {
  const codes = ["2P2", "3P2", "4P2", "5P2", "6P2"];
  it.each<[string, (deal: PaidAlder, proposer: Call) => Promise<unknown>, boolean]>([
    ["that lacks its documents", async () => {}, false],
    ["that lacks nothing", ({ id }, proposer) => fileAll(id, proposer), true],
    [
      "that is proposed",
      async ({ id }, proposer) => {
        await fileAll(id, proposer);
        await proposer("POST", `/api/deals/${id}/completion`, { issued_on: "2026-02-02" });
      },
      true,
    ],
    [
      "that lacks something since it was proposed",
      async ({ id }, proposer) => {
        await fileAll(id, proposer);
        await proposer("POST", `/api/deals/${id}/completion`, { issued_on: "2026-02-02" });
        await buildCompanyAccount(club.db, id, null);
      },
      false,
    ],
    [
      "that is completed",
      async ({ id }, proposer) => {
        await fileAll(id, proposer);
        await completeDeal(id, proposer, await club.as(await buildAdmin(club.db)), "2026-02-02");
      },
      true,
    ],
  ])("matches what the server allows for a deal %s", async (_state, prepare, is_met) => {
    const owner = await subject("who proposed it", { is_admin: true });
    const deal = await buildPaidAlder(club.db, { code: codes.pop() ?? "", year: 2026 });
    await prepare(deal, await club.as(owner.person));
    const row = { ...(await findCompletion(deal.id)), is_met };
    const path = `/api/deals/${deal.id}` as const;
    await expectTruth(completionPolicy, row, owner, {
      prepare: {
        call: `POST ${path}/success-fee`,
        body: { decision: "allowed", article: "14", allowed_bp: 800 },
        past: admin,
      },
      propose: { call: `POST ${path}/completion`, body: { issued_on: "2026-02-02" }, past: admin },
      confirm: { call: `POST ${path}/completion/confirm`, body: { id: row.proposal?.id ?? deal.id }, past: admin },
    });
  });

  async function fileAll(id: string, proposer: Call): Promise<void> {
    await buildCompanyAccount(club.db, id, new Date());
    await fileForCompletion(id, proposer);
  }
  async function findCompletion(id: string) {
    const { state } = await club.db.selectFrom("deals").select("state").where("id", "=", id).executeTakeFirstOrThrow();
    const proposal = club.db.selectFrom("deal_completions").select(["id", "proposed_by"]).where("deal_id", "=", id);
    const waiting = await proposal.where("confirmed_at", "is", null).executeTakeFirst();
    return { state, proposal: waiting ? { ...waiting, is_left_to_author: false } : null };
  }
});

describe("The relief policy", () => {
  const filed = { isFiled: true, isAuthorised: false };
  const authorised = { isFiled: true, isAuthorised: true };
  it.each([
    ["whose members get none", { due: 0, isFiled: false, isAuthorised: false }],
    ["that is not filed", { due: 1, isFiled: false, isAuthorised: false }],
    ["that is filed", { due: 1, ...filed }],
    ["that has its reference", { due: 1, ...authorised }],
  ])("matches what the server allows for a round %s", async (_state, row) => {
    const { record_id } = await buildInvestor(club.db);
    const { id: deal_id, terms_id } = await buildDeal(club.db, { state: "completed" });
    const commitment = await buildCommitment(club.db, { deal_id, terms_id, record_id });
    await buildHolding(club.db, commitment, { scheme: row.due > 0 ? "SEIS" : null });
    const step = { deal_id, happened_on: "2026-06-10" };
    const values = [
      ...(row.isFiled ? [{ ...step, step: "filed" as const }] : []),
      ...(row.isAuthorised ? [{ ...step, step: "authorised" as const, uir: "Z1" }] : []),
    ];
    if (values.length > 0) await club.db.insertInto("relief_steps").values(values).execute();
    const record = (body: object): Attempt => ({
      call: `POST /api/deals/${deal_id}/relief-steps`,
      body: { happened_on: "2026-06-10", ...body },
      past: admin,
    });
    await expectTruth(recordingPolicy, row, undefined, {
      filed: record({ step: "filed" }),
      authorised: record({ step: "authorised", uir: "Z2" }),
      certified: record({ step: "certified" }),
    });
  });

  /** The upload of a file is tried with its own route. */
  const recordingPolicy: Policy<Parameters<typeof reliefPolicy>[1], RecordedReliefStep> = (actor, row) => {
    const { upload: _upload, ...steps } = reliefPolicy(actor, row);
    return steps;
  };
});

describe("The policy of an exit", () => {
  it.each([
    ["waits", { is_confirmed: false, money: "none" }],
    ["waits and is of an admin's shares", { is_confirmed: false, money: "none", is_of_admin: true }],
    ["is confirmed", { is_confirmed: true, money: "none" }],
    ["is confirmed and whose money is there", { is_confirmed: true, money: "there" }],
    ["is confirmed and whose payments wait", { is_confirmed: true, money: "proposed" }],
    ["is withdrawn", { is_confirmed: true, money: "none", is_withdrawn: true }],
  ])("matches what the server allows for one that %s", async (_state, given) => {
    const author = await subject("its author", { is_admin: true });
    const { id: exit, owner } = await buildExit(author.person.id, given);
    const rows = new Map<string | null, Awaited<ReturnType<typeof readExit>>>();
    for (const person of [admin, author.person]) rows.set(person.id, await readExit(exit, person));
    const ofReader: typeof exitPolicy = (actor, row) => exitPolicy(actor, rows.get(actor.userId) ?? row);
    const path = `/api/exits/${exit}` as const;
    await expectTruth(ofReader, await readExit(exit, admin), author, {
      confirm: { call: `POST ${path}/confirm`, past: admin },
      withdraw: { call: `POST ${path}/withdraw`, body: { reason: "The price was wrong." }, past: admin },
      propose_payments: { call: `POST ${path}/payments`, body: { reason: "The sale." }, past: admin },
      approve_payments: { call: `POST ${path}/payments/approve`, past: admin },
    });
    await ownRecord(owner, owner.id);
  });

  const readExit = (id: string, { id: userId }: Person) =>
    club.asActor({ userId }, (tx) =>
      tx.selectFrom("exit_list").selectAll().where("id", "=", id).executeTakeFirstOrThrow(),
    );

  const ownRecord = ({ record_id }: Owner, user_id: string) =>
    club.db.updateTable("investor_records").set({ user_id }).where("id", "=", record_id).execute();

  interface ExitGiven {
    is_confirmed: boolean;
    money: string;
    is_of_admin?: boolean;
    is_withdrawn?: boolean;
  }

  /** Of one lot of 100 shares at £2.00. */
  async function buildExit(proposed_by: string, { is_confirmed, money, ...given }: ExitGiven) {
    const owner = await buildOwner(club.db, "Amara Okafor");
    const round = await buildHeldRound(club.db, { issued_on: "2025-02-02", held: [[owner, 100]] });
    if (given.is_of_admin) await ownRecord(owner, admin.id);
    const { id: exit_id } = await club.db
      .insertInto("exits")
      .values({
        ...{ company_id: round.company_id, kind: "sale", happened_on: "2026-01-02", price: "2", costs_pence: 0 },
        ...{ proposed_by, confirmed_at: is_confirmed ? new Date() : null },
        ...(given.is_withdrawn && { withdrawn_at: new Date(), withdrawn_because: "The price was wrong." }),
        lots_sha256: sql<string>`exit_lots_sha256(${round.company_id}, 'sale', '2026-01-02', null)`,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const [commitment_id = ""] = round.commitments;
    await sql`insert into exit_lines (exit_id, holding_id, shares, gross_pence, costs_pence)
      select ${exit_id}, id, 100, 20000, 0 from holdings where commitment_id = ${commitment_id}`.execute(club.db);
    if (money === "none") return { id: exit_id, owner };
    const file = await club.db
      .insertInto("bank_files")
      .values({ deal_id: round.id, name: "a.csv", format: "x", sha256: "a".repeat(64), lines: 1, new_lines: 1 })
      .returning("id")
      .executeTakeFirstOrThrow();
    const line = { booked_on: "2026-01-02", amount_pence: 20_000, payer: "A", reference: "B", line_key: "c" };
    const { id: bank_line_id } = await club.db
      .insertInto("bank_lines")
      .values({ deal_id: round.id, file_id: file.id, line_number: 2, ...line })
      .returning("id")
      .executeTakeFirstOrThrow();
    await club.asOwner(null, (tx) =>
      sql`select book_part(l, 'exit', null, null, 20000, 'x', ${exit_id}) from bank_lines l where l.id = ${bank_line_id}`.execute(
        tx,
      ),
    );
    if (money === "proposed")
      await club.db
        .insertInto("outgoing_payments")
        .values({
          ...{ deal_id: round.id, kind: "distribution", commitment_id, exit_id, amount_pence: 20_000 },
          ...{ payee: "Amara Okafor", reason: "The sale.", proposed_by },
        })
        .execute();
    return { id: exit_id, owner };
  }
});

describe("The allocation policy", () => {
  it.each<[string, (round: Round) => PromiseLike<unknown>, { method?: string; terms?: object }?]>([
    ["a draft", async () => {}],
    ["a draft by another method than the published one", async () => {}, { method: "level" }],
    [
      "a draft that commitments have changed since",
      ({ member }) =>
        club.db
          .updateTable("commitments")
          .set({ shares: 12_000 })
          .where("id", "=", member("Ben Lindqvist").id)
          .execute(),
    ],
    ["a draft below the club's minimum", async () => {}, { terms: { club_minimum_pence: 100_000_00 } }],
    [
      "a draft of a deal that was cancelled",
      ({ id }) => club.db.updateTable("deals").set({ state: "cancelled" }).where("id", "=", id).execute(),
    ],
    [
      "a draft of a deal that an admin is a member of",
      async ({ member }) => {
        const ben = club.db.updateTable("investor_records").set({ user_id: admin.id });
        await ben.where("id", "=", member("Ben Lindqvist").record_id).execute();
      },
    ],
    [
      "final",
      async ({ path }) => {
        const by = await club.as(await buildPerson(club.db, { is_admin: true }));
        await by("POST", `${path}/confirm`, { expected_version: (await by("GET", path)).body.updated_at });
      },
    ],
  ])("matches what the server allows for %s", async (_state, prepare, { method, terms } = {}) => {
    const author = await subject("its author", { is_admin: true });
    const round = await buildRound(club.db, goldenRound, terms);
    const { path, member } = round;
    const drafted = await (await club.as(author.person))("POST", path, { method });
    const expected_version = drafted.body.updated_at;
    await prepare(round);
    const cans = new Map<string | null, Allocation["can"]>();
    for (const rights of [...actors.map((actor) => actor.rights), author.rights]) {
      const found = await club.asActor(rights, (tx) => findAllocation(tx, rights, round.id));
      if (found && !rights.isAdminWithheld) cans.set(rights.userId, found.can);
    }
    const policy: Policy<null, keyof Allocation["can"]> = ({ userId, isAdmin }) =>
      (isAdmin && cans.get(userId)) || { change: false, confirm: false };
    const change = { shares: 500, reason: "As agreed.", expected_version };
    await expectTruth(policy, null, author, {
      change: { call: `PUT ${path as `/${string}`}/lines/${member("Isla Reid").id}`, body: change, past: admin },
      confirm: { call: `POST ${path as `/${string}`}/confirm`, body: { expected_version }, past: admin },
    });
  });
});

describe("The commitment policy", () => {
  it.each(commitmentStates)("matches what the server allows for one that is %s", async (state) => {
    const value = JSON.stringify({ ...defaultSettings.deals, is_enabled: true });
    const setting = club.db.insertInto("club_settings").values({ key: "deals", value });
    await setting.onConflict((conflict) => conflict.column("key").doUpdateSet({ value })).execute();
    const person = await buildInvestor(club.db);
    const owner = { name: "owner", person, rights: { userId: person.id, isAdmin: false, isMember: true } };
    const deal = await buildDeal(club.db);
    const later = new Date(Date.now() + 60 * 60 * 1000);
    const reference = `KD${deal.id
      .replaceAll(/[^2-9a-h]/g, "")
      .slice(-8)
      .toUpperCase()
      .padStart(8, "2")}`;
    const isCalled = ["called", "part_paid", "paid", "completed"].includes(state);
    const { updated_at } = await buildCommitment(club.db, {
      ...{ deal_id: deal.id, terms_id: deal.terms_id, record_id: person.record_id, state },
      reconsent_until: state === "needs_reconsent" ? later : null,
      ...((isCalled || state === "allocated") && { allocated_shares: 10, cost_pence: 1200, fee_pence: 150 }),
      ...(isCalled && { called_at: new Date(), due_at: later, grace_until: later, reference }),
    });
    const expected_version = updated_at.toISOString();
    const path = `/api/open-deals/${deal.id}/commitment` as const;
    const row = { user_id: person.id, state, isOpen: true, isInTime: true };
    await expectTruth(commitmentPolicy, row, owner, {
      change: {
        call: `PUT ${path}`,
        body: {
          ...{ amount_pence: 600_000, wants_relief: true, signature: person.full_name, terms_id: deal.terms_id },
          ...{ expected_version, ticks: Object.fromEntries(commitmentTicks.map((tick) => [tick, true])) },
        },
        past: person,
      },
      withdraw: { call: `DELETE ${path}`, body: { expected_version }, past: person },
      reconsent: {
        call: `POST ${path}/reconsent`,
        body: { choice: "leave", terms_id: deal.terms_id, expected_version },
        past: person,
      },
    });
  });
});

describe("The invitation policy", () => {
  it.each([
    ["unused", {}],
    ["used", { used_at: new Date() }],
    ["expired", { created_at: new Date("2026-01-01T10:00:00Z") }],
  ])("matches what the server allows for an invitation that is %s", async (_state, input) => {
    const invitation = await buildInvitation(club.db, input);
    const path = `/api/invitations/${invitation.id}` as const;
    await expectTruth(invitationPolicy, invitation, undefined, {
      resend: { call: `POST ${path}/resend`, past: admin },
      delete: { call: `DELETE ${path}`, past: admin },
    });
  });
});

describe("The content policy", () => {
  const later = new Date("2100-01-01T00:00:00Z");
  it.each([
    ["a draft", { published: false }],
    ["a draft that is scheduled", { published: false, publish_at: later }],
    ["published", {}],
    ["published, with a change", { revision: 2 }],
    ["published, with a change that is scheduled", { revision: 2, publish_at: later }],
    ["a page", { kind: "page" as const }],
    ["a page with a change that is scheduled", { kind: "page" as const, revision: 2, publish_at: later }],
  ])("matches what the server allows for content that is %s", async (_state, input) => {
    const item = await buildContent(club.db, input);
    const path = `/api/content/${item.id}` as const;
    await expectTruth(contentPolicy, item, undefined, {
      publish: { call: `POST ${path}/publish`, body: { expected_revision: item.revision }, past: admin },
      unschedule: { call: `POST ${path}/unschedule`, past: admin },
      unpublish: { call: `POST ${path}/unpublish`, past: admin },
      delete: { call: `DELETE ${path}`, past: admin },
    });
  });
});

describe("The setup policy", () => {
  const form = {
    name: "Harbour Angels",
    operator: "Harbour Angels Ltd",
    company_number: "01234567",
    address: ["1 Quay Street"],
    contact_email: "hello@harbour.example",
    regulation: "",
    start_with: "examples",
  };
  it.each([
    ["nobody has begun", null, null],
    ["its first admin has begun", "own", null],
    ["another admin has begun", "other", null],
    ["is finished", "own", new Date()],
  ] as const)("matches what the server allows for a setup that %s", async (_state, whose, finished_at) => {
    const other = await subject("other", { is_admin: true });
    await club.db.deleteFrom("club_setup").execute();
    const started_by = whose && (whose === "own" ? admin.id : other.person.id);
    if (whose) await club.db.insertInto("club_setup").values({ started_by, finished_at }).execute();
    const state = finished_at ? "finished" : whose ? "started" : "new";
    await expectTruth(setupPolicy, { state, started_by, started_by_name: null }, other, {
      // To the database both are one update, open to every admin.
      finish: { call: "POST /api/setup/finish", body: form, past: undefined },
      skip: { call: "POST /api/setup/skip", past: admin },
    });
  });
});

describe("A profile response", () => {
  const rights = { edit: false, hide: false, show: false, hide_as_admin: false, show_as_admin: false };
  it.each([
    ["no admin rights for a member", false, false, rights],
    ["admin rights for an admin", true, false, { ...rights, hide_as_admin: true }],
    ["no admin rights until two-factor sign-in", true, true, rights],
  ])("contains %s", async (_what, is_admin, isAdminTwoFactorRequired, can) => {
    const { profile } = await buildMember(club.db);
    const reader = await buildPerson(club.db, { is_admin });
    const cookie = await club.cookieOf(reader);
    const strict = createApp({ ...club, isAdminTwoFactorRequired });
    const response = await strict.request(`${club.appUrl}/api/member-profiles/${profile.id}`, { headers: { cookie } });
    expect(await response.json()).toMatchObject({ id: profile.id, can });
  });
});

const openOwner = ({ person, rights }: Subject) => (rights.isMember ? person : undefined);

/** Compares what the policy says with what happens, for every actor and the record's owner. */
async function expectTruth<Row, Action extends string>(
  policy: Policy<Row, Action>,
  row: Row,
  owner: Subject | undefined,
  attempts: Record<Action, Attempt>,
): Promise<void> {
  const said: Record<string, boolean> = {};
  const happened: Record<string, boolean> = {};
  for (const actor of owner ? [...actors, owner] : actors) {
    const can = policy(actor.rights, row);
    for (const action of Object.keys(attempts) as Action[]) {
      const attempt = attempts[action];
      if (!actor.rights.isAdminWithheld) {
        said[`${action} as ${actor.name}, by the API`] = can[action];
        happened[`${action} as ${actor.name}, by the API`] = await changes(attempt, actor.person);
      }
      if (attempt.past) {
        said[`${action} as ${actor.name}, by the database`] = can[action];
        happened[`${action} as ${actor.name}, by the database`] = await changes(attempt, attempt.past, actor.rights);
      }
    }
  }
  expect(happened).toEqual(said);
}

/** Whether a call would have changed something. @param rights in place of those of the session. */
async function changes({ call, body }: Attempt, person: Person, rights?: Actor): Promise<boolean> {
  trial = { rights, hasChanged: false };
  const [method = "", path = ""] = call.split(" ");
  const cookie = cookies.get(person.id) ?? (await club.cookieOf(person));
  cookies.set(person.id, cookie);
  const headers = { origin: club.appUrl, cookie, ...(body && { "content-type": "application/json" }) };
  await app.request(`${club.appUrl}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return trial.hasChanged;
}

const undone = new Error("undone");

/** The app, in which every change is rolled back once it is known that there would have been one. */
const createTrialApp = () =>
  createApp({
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
    deleteAccount: (_userId, _deletion, isDue) =>
      club.asOwner(null, async (tx) => {
        trial.hasChanged = await isDue(tx);
        throw undone;
      }),
  });
