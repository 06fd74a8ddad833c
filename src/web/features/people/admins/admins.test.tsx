// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Signatory } from "#shared/people/signatories.ts";
import { expectToast, json, list, openPage, press, problem, sessionOf } from "#tests/support/open-page.tsx";

const cannot = {
  confirm: false,
  refuse: false,
  propose_end: false,
  confirm_end: false,
  withdraw_end: false,
  object: false,
  withdraw_objection: false,
};
const daniel: Signatory = {
  id: "0190a0a0-0000-7000-8000-0000000000c1",
  user_id: "0190a0a0-0000-7000-8000-0000000000c2",
  full_name: "Daniel Achebe",
  email: "daniel@kindling.example",
  capacity: "admin",
  origin: "proposed",
  how_known: "We ran a school together.",
  proposed_at: "2026-11-20T09:00:00.000Z",
  confirmed_at: null,
  proposed_by_name: "Amara Okafor",
  member_confirmed_by_name: null,
  confirmed_by_name: null,
  announced_at: null,
  stands_from: null,
  standing_since: null,
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
  can: { ...cannot, confirm: true },
};
const announced: Signatory = {
  ...daniel,
  confirmed_at: "2026-11-21T09:00:00.000Z",
  confirmed_by_name: "Eleanor Marsh",
  announced_at: "2026-11-21T09:00:00.000Z",
  stands_from: "2026-11-28T09:00:00.000Z",
  can: { ...cannot, object: true },
};
const page = "/members?tab=directory&view=admins";
const confirmation = `POST /signatories/${daniel.id}/confirmation`;

it("An admin confirms whom another one proposed, after a question that tells what it means", async () => {
  const { user } = await openPage(page, {
    session: sessionOf({}),
    answers: { "GET /signatories": list([daniel]), [confirmation]: json(announced) },
  });
  expect(await screen.findByText("We ran a school together.")).toBeTruthy();
  await press(user, "Confirm Daniel Achebe");
  expect(screen.getByRole("dialog", { name: "Confirm Daniel Achebe?" })).toBeTruthy();
  await press(user, "Confirm");
  await expectToast("Confirmed", "Daniel Achebe is announced.");
});

it("A refused confirmation tells why the reader is no second person", async () => {
  const { user } = await openPage(page, {
    session: sessionOf({}),
    answers: {
      "GET /signatories": list([daniel]),
      [confirmation]: problem(403, "second_person_required", "A second person has to confirm this."),
    },
  });
  await press(user, "Confirm Daniel Achebe");
  await press(user, "Confirm");
  await expectToast("Not confirmed", "A second person has to confirm this.");
});

it("An announced admin has the day from which they stand, and can be objected to", async () => {
  await openPage(page, { session: sessionOf({}), answers: { "GET /signatories": list([announced]) } });
  expect(await screen.findByText(/^Stands from .*28.*, if nobody objects$/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Object to Daniel Achebe" })).toBeTruthy();
});
