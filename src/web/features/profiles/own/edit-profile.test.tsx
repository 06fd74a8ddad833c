// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ShownProfile } from "#shared/profiles/profiles.ts";
import { emptyProfile } from "#tests/support/empty-profile.ts";
import {
  expectAccessible,
  fill,
  findField,
  json,
  openPage,
  press,
  problem,
  sessionOf,
} from "#tests/support/open-page.tsx";

const profile: ShownProfile = {
  id: "0190a0a0-0000-7000-8000-0000000000e1",
  user_id: "0190a0a0-0000-7000-8000-0000000000e2",
  ...emptyProfile,
  full_name: "Priya Raman",
  company: "Ledgerlight",
  expertise: ["Fintech"],
  is_visible: true,
  created_at: "2026-11-20T09:00:00.000Z",
  updated_at: "2026-11-20T09:00:00.000Z",
  hidden_by_owner_at: null,
  hidden_by_admin_at: null,
  can: { edit: true, hide: true, show: false, hide_as_admin: false, show_as_admin: false },
};

it("A server's validation error is shown at its focused field, describes it, and clears when the field changes", async () => {
  const { user } = await openPage("/members?tab=directory&view=edit", {
    session: sessionOf(),
    answers: {
      "GET /member-profiles/me": json(profile),
      "PUT /member-profiles/me": problem(422, "invalid_body", "Some fields are not right.", [
        { path: "expertise.2", message: "Please name a skill." },
        { path: "company", message: "Please name a company." },
        { path: "unknown", message: "No field has this name." },
      ]),
    },
  });
  const company = await findField(/^Company/);
  await fill(user, company, "Nameless");
  await user.keyboard("{Enter}");
  const refused = { name: /^Company/, description: "Please name a company." };
  expect(await screen.findByRole("textbox", refused)).toBe(company);
  expect(company.getAttribute("aria-invalid")).toBe("true");
  await waitFor(() => expect(document.activeElement).toBe(company));
  expect(screen.getByRole("textbox", { name: /^Expertise/, description: "Please name a skill." })).toBeDefined();
  await expectAccessible(screen.getByRole("main"));
  await fill(user, company, "Named Ltd");
  expect(company.getAttribute("aria-invalid")).not.toBe("true");
  await press(user, "Discard changes");
});

it("An invalid web address keeps its example below the refusal", async () => {
  const { user } = await openPage("/members?tab=directory&view=edit", {
    session: sessionOf(),
    answers: { "GET /member-profiles/me": json(profile) },
  });
  const linkedIn = await findField(/^LinkedIn URL/);
  await fill(user, linkedIn, "in/zoe");
  await press(user, "Save changes");
  const refused = { name: /^LinkedIn URL/, description: "Invalid url Such as linkedin.com/in/your-name" };
  expect(await screen.findByRole("textbox", refused)).toBe(linkedIn);
  expect(screen.getByText("Invalid url")).toBeDefined();
  await press(user, "Discard changes");
});

it("A change saved in another window is shown where it differs, and either version can stay", async () => {
  const theirs = { ...profile, location: "Swansea", updated_at: "2026-11-27T09:00:00.000Z" };
  const sent: unknown[] = [];
  const refusal = { code: "revision_conflict", detail: "This was saved elsewhere after it was read.", record: theirs };
  const { user } = await openPage("/members?tab=directory&view=edit", {
    session: sessionOf(),
    answers: {
      "GET /member-profiles/me": json(profile),
      "PUT /member-profiles/me": ({ body }) => {
        sent.push(body);
        return json({ ...refusal, status: 409 }, 409);
      },
    },
  });
  await fill(user, await findField(/^Position/), "Founder");
  await press(user, "Save changes");
  const notice = await screen.findByRole("alert");
  expect(notice.textContent).toContain("This was saved in another window meanwhile.");
  expect(notice.textContent).toContain("Location: Swansea");
  expect(notice.textContent).toContain("Position: nothing");
  expect(notice.textContent).not.toContain("Company");
  await press(user, "Keep mine");
  await press(user, "Save changes");
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toMatchObject([
    { expected_version: "2026-11-20T09:00:00.000Z" },
    { position: "Founder", expected_version: "2026-11-27T09:00:00.000Z" },
  ]);
  await press(user, "Take what was saved");
  expect(((await findField(/^Location/)) as HTMLInputElement).value).toBe("Swansea");
  expect(((await findField(/^Position/)) as HTMLInputElement).value).toBe("");
});

it.each([
  ["pending", "Your profile waits for review"],
  ["rejected", "Your profile was not approved"],
])("A member who has submitted a profile is not told to submit one: %s", async (status, title) => {
  await openPage("/members?tab=directory&view=edit", {
    session: sessionOf(),
    answers: {
      "GET /member-profiles/me": json(null),
      "GET /member-profile-submissions/me": json({ ...profile, status, can: { revise: status === "rejected" } }),
    },
  });
  expect(await screen.findByRole("heading", { name: title })).toBeDefined();
  expect(screen.queryByText("No Profile Found")).toBeNull();
});
