// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ListedInvitation } from "#shared/invitations/invitations.ts";
import {
  type Answers,
  expectToast,
  fill,
  findField,
  json,
  list,
  openPage,
  press,
  problem,
  sessionOf,
} from "#tests/support/open-page.tsx";

const invitation: ListedInvitation = {
  id: "0190a0a0-0000-7000-8000-0000000000b1",
  email: "faster@trouble.example",
  code: "ABCDEFGHJK",
  created_at: "2026-11-20T09:00:00.000Z",
  expires_at: "2100-01-01T09:00:00.000Z",
  used_at: null,
  used_by: null,
  created_by: null,
  full_name: null,
  tier: null,
  note: null,
  created_by_name: "Amara Okafor",
  used_by_name: null,
  used_by_email: null,
  can: { resend: true, delete: true },
};
const used = { ...invitation, used_at: "2026-11-20T10:00:00.000Z", can: { resend: false, delete: false } };

const openInvitations = (answers: Answers) =>
  openPage("/members?tab=admin&view=invitations", {
    session: sessionOf({ role: "admin" }),
    answers: { "GET /invitations": list([invitation]), "GET /system": json({ checks: [] }), ...answers },
  });

describe("An invitation", () => {
  it("An invitation is not created for an email that has an account, which stays in its field", async () => {
    const { user } = await openInvitations({
      "POST /invitations": problem(409, "account_exists", "This email address already has an account."),
    });
    const email = await findField("Email");
    await fill(user, email, "has.account@trouble.example");
    await press(user, "Create invitation");
    await expectToast("Failed to create invitation.", "This email address already has an account.");
    expect(email.value).toBe("has.account@trouble.example");
  });

  it("An invitation that was used in the meantime is not deleted, and is shown as used", async () => {
    const { user, api } = await openInvitations({
      "DELETE /invitations/0190a0a0-0000-7000-8000-0000000000b1": problem(
        409,
        "invitation_used",
        "A used invitation cannot be deleted.",
      ),
    });
    await press(user, "Delete invitation for faster@trouble.example");
    api["GET /invitations"] = list([used]);
    await press(user, "Delete invitation");
    await expectToast("Failed to delete invitation.", "faster@trouble.example: A used invitation cannot be deleted.");
    const row = await screen.findByRole("row", { name: /faster@trouble\.example/ });
    await waitFor(() => expect(row.textContent).toContain("Used"));
  });

  it("An open invitation is replaced only after a warning, with the same name, plan and sentence", async () => {
    const wishes: unknown[] = [];
    const { user } = await openInvitations({
      "POST /invitations": ({ body }) => {
        wishes.push(body);
        if (wishes.length === 2) return json({ ...invitation, code: "KLMNPQRSTU" }, 201);
        return problem(409, "invitation_exists", "There is an open invitation for this email address.");
      },
    });
    const email = await findField("Email");
    await fill(user, email, "faster@trouble.example");
    await fill(user, await findField("Name optional"), "Faye Aster");
    await user.selectOptions(await findField("Plan once approved optional"), "VIP");
    await fill(user, await findField("A sentence of your own optional"), "Come to the next evening.");
    await press(user, "Create invitation");
    const dialog = await screen.findByRole("dialog", { name: "Replace the invitation?" });
    expect(dialog.textContent).toContain("a new one is sent to faster@trouble.example");
    const input = {
      email: "faster@trouble.example",
      full_name: "Faye Aster",
      tier: "vip",
      note: "Come to the next evening.",
    };
    expect(wishes).toEqual([{ ...input, replace: false }]);
    await press(user, "Replace invitation");
    await expectToast("Invitation Created", "The code is on its way to faster@trouble.example.");
    expect(wishes[1]).toEqual({ ...input, replace: true });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(email.value).toBe("");
  });
});
