// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Admin } from "#shared/people/people.ts";
import { expectToast, json, list, openPage, press, problem, sessionOf } from "#tests/support/open-page.tsx";

const admin: Admin = {
  id: "0190a0a0-0000-7000-8000-0000000000c1",
  email: "daniel@kindling.example",
  full_name: "Daniel Achebe",
  is_first_admin: false,
  admin_since: "2026-11-20T09:00:00.000Z",
  given_by: null,
  given_by_name: "Amara Okafor",
  is_given_by_club: false,
  can: { take_admin_role: true },
};
const take = `DELETE /user-roles/${admin.id}/admin`;

it("An admin takes the role from another after a confirmation, and the row leaves the list", async () => {
  const { user, api } = await openPage("/members?tab=admin&view=requests", {
    session: sessionOf({ role: "admin" }),
    answers: { "GET /user-roles/admins": list([admin]), "GET /membership-requests": list(), [take]: json(null) },
  });
  await press(user, "Remove admin role from Daniel Achebe");
  expect(screen.getByRole("dialog", { name: "Remove the admin role from Daniel Achebe?" })).toBeTruthy();
  api["GET /user-roles/admins"] = list();
  await press(user, "Remove admin role");
  await expectToast("Admin role removed", "Daniel Achebe is no admin any more.");
  await waitFor(() => expect(screen.queryByText("daniel@kindling.example")).toBeNull());
});

it("An admin whose role cannot be taken stays in the list, with the reason", async () => {
  const { user } = await openPage("/members?tab=admin&view=requests", {
    session: sessionOf({ role: "admin" }),
    answers: {
      "GET /user-roles/admins": list([admin]),
      "GET /membership-requests": list(),
      [take]: problem(409, "forbidden", "The club needs an admin."),
    },
  });
  await press(user, "Remove admin role from Daniel Achebe");
  await press(user, "Remove admin role");
  await expectToast("Failed to remove the admin role.", "Daniel Achebe: The club needs an admin.");
  expect(await screen.findByText("daniel@kindling.example")).toBeTruthy();
});
