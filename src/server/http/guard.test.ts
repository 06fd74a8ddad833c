import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildAdmin } from "#server/sample/builders.ts";
import { giveSecondFactor } from "#tests/support/second-factor.ts";
import { createTestClub, type TestClub } from "#tests/support/test-club.ts";

let club: TestClub;
beforeAll(async () => {
  club = await createTestClub({ isAdminTwoFactorRequired: true });
});
afterAll(() => club.close());

/** An admin whose second factor is absent, still being set up, or on. */
async function adminWith(factor: "none" | "unverified" | "verified") {
  const admin = await buildAdmin(club.db);
  if (factor !== "none") await giveSecondFactor(club, admin, { verified: factor === "verified" });
  return club.as(admin);
}

describe("Where admins need two-factor sign-in, an admin", () => {
  it.each(["none", "unverified"] as const)("is asked to set it up first: %s", async (factor) => {
    const call = await adminWith(factor);
    const { status, body } = await call("GET", "/api/invitations");
    expect([status, body.code, body.detail]).toEqual([
      403,
      "two_factor_setup_required",
      "Admins of this club need two-factor sign-in. Please set it up on your account page.",
    ]);
    const invite = await call("POST", "/api/invitations", { email: "guest@castell.example" });
    expect(invite.body.code).toBe("two_factor_setup_required");
    expect((await call("GET", "/api/session")).body.session.role).toBe("admin");
    expect((await call("GET", "/api/member-profiles")).status).toBe(200);
  });
  it("does what is for admins once it is set up", async () => {
    const call = await adminWith("verified");
    expect((await call("GET", "/api/invitations")).status).toBe(200);
  });
});
