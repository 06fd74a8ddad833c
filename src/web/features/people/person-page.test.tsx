// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PersonDetail } from "#shared/people/people.ts";
import { json, list, openPage, sessionOf } from "#tests/support/open-page.tsx";

const id = "0190a0a0-0000-7000-8000-0000000000d1";
const daniel: PersonDetail = {
  ...{ id: "0190a0a0-0000-7000-8000-0000000000d2", user_id: id, email: "daniel@kindling.example" },
  ...{ full_name: "Daniel Achebe", status: "approved", tier: "premium", tier_until: null, is_admin: false },
  ...{ since: "2026-11-20T09:00:00.000Z", last_signed_in_at: null, has_second_factor: false, profile_state: "none" },
  ...{ email_verified: true, mails_refused: 0, sessions: [], profile_id: null, tiers: [], commitments: [] },
  can: {
    ...{
      suspend: true,
      end: true,
      reinstate: false,
      hide_profile: false,
      show_profile: false,
      reset_two_factor: false,
    },
    ...{ sign_out: true, resend_verification: false, lift_sign_in_limit: true, change_tier: true },
  },
};
const open = (person: PersonDetail) =>
  openPage(`/members?tab=admin&view=people&person=${id}`, {
    session: sessionOf({ role: "admin" }),
    answers: { [`GET /people/${id}`]: json(person), "GET /audit-events": list() },
  });
const admins = "/members?tab=admin&view=requests#admins";

it("The page of a member leads to where they are made an admin, and says what it takes", async () => {
  await open(daniel);
  const link = await screen.findByRole("link", { name: "Make an admin" });
  expect(link.getAttribute("href")).toContain(admins);
  expect(link.parentElement?.textContent).toBe(
    "Make an admin: you propose them, and another admin confirms it. They sign for money 7 days later. While you are the only one who can confirm, two members do so.",
  );
});

it("The page of an admin leads to where their role is ended, and says that they are suspended only then", async () => {
  await open({ ...daniel, is_admin: true, can: { ...daniel.can, suspend: false, end: false } });
  const link = await screen.findByRole("link", { name: "End the role of an admin" });
  expect(link.getAttribute("href")).toContain(admins);
  expect(link.parentElement?.textContent).toContain("another person confirms it. Only then can they be suspended.");
  expect(screen.queryByRole("link", { name: "Make an admin" })).toBeNull();
});

const fern = { id, deal_id: id, number: 3, company_name: "Fern Robotics", pence: 84_207, is_allocated: false };

it("The question before an end names what was committed", async () => {
  const { user } = await open({ ...daniel, commitments: [fern] });
  await user.click(await screen.findByRole("button", { name: "End membership... Daniel Achebe" }));
  expect((await screen.findByRole("dialog")).textContent).toContain(
    "What they committed ends too: Fern Robotics, £842.07. They owe nothing.",
  );
});

it("The page says why a membership is not ended once shares are allocated", async () => {
  await open({
    ...daniel,
    commitments: [{ ...fern, is_allocated: true }],
    can: { ...daniel.can, suspend: false, end: false },
  });
  await screen.findByText(/^Shares are allocated to this person: Fern Robotics, £842\.07\./);
  expect(screen.queryByRole("button", { name: /End membership/ })).toBeNull();
});

it.each([{ status: "suspended" as const }, { email_verified: false }])(
  "Nobody is led to make an admin of: %j",
  async (facts) => {
    await open({ ...daniel, ...facts });
    await screen.findByText("daniel@kindling.example");
    expect(screen.queryByRole("link", { name: "Make an admin" })).toBeNull();
  },
);
