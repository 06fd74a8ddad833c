// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { ShownProfile } from "#shared/profiles.ts";
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
  full_name: "Priya Raman",
  company: "Ledgerlight",
  position: null,
  location: null,
  expertise: ["Fintech"],
  bio: null,
  services_offered: null,
  linkedin_url: null,
  website_url: null,
  profile_image_url: null,
  is_visible: true,
  created_at: "2026-11-20T09:00:00.000Z",
  hidden_by_owner_at: null,
  hidden_by_admin_at: null,
  can: { edit: true, hide: true, show: false, hide_as_admin: false, show_as_admin: false },
};

it("A validation error of the server is shown at its focused field, is its description, and clears when the field changes", async () => {
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
