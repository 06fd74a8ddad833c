// @vitest-environment happy-dom
import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PersonDetail } from "#shared/people/people.ts";
import type { Signatory } from "#shared/people/signatories.ts";
import { json, list, openPage, sessionOf } from "#tests/support/open-page.tsx";

const id = "0190a0a0-0000-7000-8000-0000000000d1";
const daniel: PersonDetail = {
  id: "0190a0a0-0000-7000-8000-0000000000d2",
  user_id: id,
  email: "daniel@kindling.example",
  full_name: "Daniel Achebe",
  status: "approved",
  tier: "premium",
  tier_until: null,
  is_admin: false,
  since: "2026-11-20T09:00:00.000Z",
  last_signed_in_at: null,
  has_second_factor: false,
  profile_state: "none",
  email_verified: true,
  mails_refused: 0,
  mail_answer: null,
  sessions: [],
  profile_id: null,
  tiers: [],
  commitments: [],
  investing: { statement: null, commitments: [], holdings: [] },
  can: {
    suspend: true,
    end: true,
    reinstate: false,
    hide_profile: false,
    show_profile: false,
    reset_two_factor: false,
    sign_out: true,
    resend_verification: false,
    lift_sign_in_limit: true,
    reset_mail_refusals: false,
    change_tier: true,
  },
};
const signatory: Signatory = {
  id: "0190a0a0-0000-7000-8000-0000000000d3",
  user_id: id,
  full_name: "Daniel Achebe",
  email: "daniel@kindling.example",
  capacity: "admin",
  origin: "taken_over",
  how_known: null,
  proposed_at: "2026-11-20T09:00:00.000Z",
  confirmed_at: "2026-11-20T09:00:00.000Z",
  proposed_by_name: null,
  member_confirmed_by_name: null,
  confirmed_by_name: null,
  announced_at: null,
  stands_from: null,
  standing_since: "2026-11-20T09:00:00.000Z",
  is_objected_to: false,
  objections: [],
  end_proposed_at: null,
  end_proposed_by_name: null,
  end_member_confirmed_by_name: null,
  end_reason: null,
  is_first_admin: false,
  is_own: false,
  needs_members: false,
  refusal: null,
  can: {
    confirm: false,
    refuse: false,
    propose_end: true,
    confirm_end: false,
    withdraw_end: false,
    object: false,
    withdraw_objection: false,
  },
};
const open = (person: PersonDetail, signatories: Signatory[] = []) =>
  openPage(`/members?tab=admin&view=people&person=${id}`, {
    session: sessionOf({ role: "admin" }),
    answers: {
      [`GET /people/${id}`]: json(person),
      "GET /audit-events": list(),
      "GET /signatories": list(signatories),
    },
  });
it("The page of a member has the buttons that propose them as an admin, and tells what it takes", async () => {
  await open(daniel);
  const role = await screen.findByRole("region", { name: "Admin role" });
  expect(within(role).getByRole("button", { name: "Propose as admin Daniel Achebe" })).toBeTruthy();
  expect(within(role).getByRole("button", { name: "Propose as second signatory Daniel Achebe" })).toBeTruthy();
  expect(role.textContent).toContain(
    "You propose them, and another admin confirms it. They sign for money 7 days later. While you are the only one who can confirm, two members do so.",
  );
});

it("The page of an admin has the button that removes the role, and tells that suspension comes only then", async () => {
  await open({ ...daniel, is_admin: true, can: { ...daniel.can, suspend: false, end: false } }, [signatory]);
  const role = await screen.findByRole("region", { name: "Admin role" });
  expect(within(role).getByRole("button", { name: "Remove admin role of Daniel Achebe" })).toBeTruthy();
  expect(role.textContent).toContain("another person confirms it. Only then can they be suspended.");
  expect(within(role).queryByRole("button", { name: /^Propose as/ })).toBeNull();
});

const fern = { id, deal_id: id, number: 3, company_name: "Fern Robotics", pence: 84_207, is_allocated: false };

it("The question before a membership ends shows what was committed", async () => {
  const { user } = await open({ ...daniel, commitments: [fern] });
  await user.click(await screen.findByRole("button", { name: "End membership... Daniel Achebe" }));
  expect((await screen.findByRole("dialog")).textContent).toContain(
    "What they committed ends too: Fern Robotics, £842.07. They owe nothing.",
  );
});

it("A person's page tells why a membership is not ended once shares are allocated", async () => {
  await open({
    ...daniel,
    commitments: [{ ...fern, is_allocated: true }],
    can: { ...daniel.can, suspend: false, end: false },
  });
  await screen.findByText(/^Shares are allocated to this person: Fern Robotics, £842\.07\./);
  expect(screen.queryByRole("button", { name: /End membership/ })).toBeNull();
});

it.each([{ status: "suspended" as const }, { email_verified: false }])(
  "Nobody is proposed as an admin who is: %j",
  async (facts) => {
    await open({ ...daniel, ...facts });
    await screen.findByText("daniel@kindling.example");
    expect(screen.queryByRole("button", { name: /^Propose as/ })).toBeNull();
  },
);

const investing: PersonDetail["investing"] = {
  statement: { kind: "high_net_worth", state: "live", valid_through: "2027-10-30" },
  commitments: [
    {
      id,
      deal_id: "0190a0a0-0000-7000-8000-0000000000d4",
      company_name: "Hazel Health",
      deal_name: "Seed round",
      deal_state: "released",
      state: "committed",
      shares: 40_000,
      due_pence: 8_320_000,
    },
  ],
  holdings: [
    {
      id,
      company_name: "Saltmarsh Robotics",
      deal_id: "0190a0a0-0000-7000-8000-0000000000d5",
      deal_name: "Second round",
      shares: 2_600,
      cost_pence: 494_000,
      issued_on: "2026-01-12",
      scheme: "EIS",
      certificate_on: null,
      certificate_id: null,
      beneficial_id: "0190a0a0-0000-7000-8000-0000000000d6",
    },
  ],
};

it("A person's page shows first what somebody is as an investor, with links, and last how the membership ends", async () => {
  await open({ ...daniel, investing });
  const part = await screen.findByRole("region", { name: "Investing" });
  expect(part.textContent).toContain("High net worth individual: the statement is valid until 30 October 2027.");
  const [commitments, shares] = within(part).getAllByRole("table");
  expect(commitments?.textContent).toContain("Seed roundCommitted40,000£83,200.00");
  expect(shares?.textContent).toContain("EIS3 not delivered yet");
  expect(
    within(part)
      .getAllByRole("link")
      .map((link) => link.getAttribute("href")),
  ).toEqual([
    "/members?tab=admin&view=statements&q=daniel%40kindling.example",
    "/members?tab=admin&view=deals&deal=0190a0a0-0000-7000-8000-0000000000d4#people",
    "/members?tab=admin&view=deals&deal=0190a0a0-0000-7000-8000-0000000000d5#people",
  ]);
  expect(
    within(part).getByRole("button", { name: "Ownership certificate, Saltmarsh Robotics, Second round" }),
  ).toBeTruthy();
  const suspend = screen.getByRole("button", { name: "Suspend... Daniel Achebe" });
  const history = await screen.findByRole("region", { name: "What happened" });
  expect(part.compareDocumentPosition(history)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(history.compareDocumentPosition(suspend)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(suspend.className).toContain("btn-outline");
});

it.each([
  [null, "No investor statement is signed."],
  ["expired" as const, "High net worth individual: the statement ended on 30 October 2027. A new one is missing."],
  ["in_review" as const, "High net worth individual: the statement is signed, and an admin has to read it."],
  ["revoked" as const, "High net worth individual: the statement is revoked. A new one is missing."],
])("A person's page tells what is missing of a statement: %s", async (state, words) => {
  const statement = state && { kind: "high_net_worth" as const, state, valid_through: "2027-10-30" };
  await open({ ...daniel, investing: { statement, commitments: [], holdings: [] } });
  expect((await screen.findByRole("region", { name: "Investing" })).textContent).toContain(words);
});
