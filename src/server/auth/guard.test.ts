import { describe, expect, it } from "vitest";
import { issueTokens } from "#server/auth/tokens/token-routes.ts";
import { buildAdmin, buildMember } from "#server/sample/builders.ts";
import { openBrowser } from "#tests/support/open-browser.ts";
import { hashPassword } from "#tests/support/quick-passwords.ts";
import { giveSecondFactor } from "#tests/support/second-factor.ts";
import { type Call, openTestApp } from "#tests/support/test-app.ts";

const password = "seven quiet lanterns";
const password_hash = await hashPassword(password);
const club = await openTestApp({ isAdminTwoFactorRequired: true });

async function adminWith(factor: "none" | "unverified" | "verified") {
  const admin = await buildAdmin(club.db);
  if (factor !== "none") await giveSecondFactor(club, admin, { verified: factor === "verified" });
  return club.as(admin);
}

async function adminWithFactor() {
  const admin = await buildAdmin(club.db, { password_hash });
  return { admin, ...(await giveSecondFactor(club, admin)) };
}
/** An admin whose TOTP setup is unverified. */
async function adminSettingUp() {
  const admin = await buildAdmin(club.db);
  return { admin, ...(await giveSecondFactor(club, admin, { verified: false })) };
}
const listInvitations = async (call: Call) => (await call("GET", "/api/invitations")).status;

describe("When two-factor sign-in is required, an admin", () => {
  it.each(["none", "unverified"] as const)(
    "An admin without the required second factor is asked to set one up first: %s",
    async (factor) => {
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
    },
  );
  it("An admin is asked for a code in a session started without one, although another session has one", async () => {
    const call = await adminWith("verified");
    const { status, body } = await call("GET", "/api/invitations");
    expect([status, body.code, body.detail]).toEqual([
      403,
      "two_factor_required",
      "Admins of this club need two-factor sign-in. Please sign out, and sign in again with the code of your app.",
    ]);
  });
  it("An admin uses the admin area in the session that sets up the factor, until the factor is removed", async () => {
    const { admin, code } = await adminSettingUp();
    const browser = openBrowser(club, await club.cookieOf(admin));
    expect(await listInvitations(browser)).toBe(403);
    await browser("POST", "/api/auth/two-factor/verify-totp", { code: code() });
    expect(await listInvitations(browser)).toBe(200);
    await club.db.deleteFrom("auth.two_factors").where("user_id", "=", admin.id).execute();
    await giveSecondFactor(club, admin);
    expect((await browser("GET", "/api/invitations")).body.code).toBe("two_factor_required");
  });
  it.each(["verify-totp", "verify-backup-code"])(
    "An admin uses the admin area after signing in with a code: %s",
    async (step) => {
      const { admin, code, recoveryCodes } = await adminWithFactor();
      const browser = openBrowser(club);
      await browser("POST", "/api/auth/sign-in/email", { email: admin.email, password });
      const given = step === "verify-totp" ? code() : recoveryCodes[0];
      await browser("POST", `/api/auth/two-factor/${step}`, { code: given });
      expect(await listInvitations(browser)).toBe(200);
    },
  );
  it("An admin uses the admin area from a program that signed in with a code, and in the browser that takes its tokens", async () => {
    const { admin, code } = await adminWithFactor();
    const tokens = await club.visitor("POST", "/api/tokens", { email: admin.email, password, totp: code() });
    const bearer = { authorization: `Bearer ${tokens.body.access_token}` };
    expect((await club.visitor("GET", "/api/invitations", undefined, bearer)).status).toBe(200);
    const browser = openBrowser(club);
    await browser("POST", "/api/session", tokens.body);
    expect(await listInvitations(browser)).toBe(200);
  });
  it("An admin in a session without a code sees only what a member sees on member routes", async () => {
    const hidden = await buildMember(club.db, { profile: { is_visible: false } });
    const { admin, code } = await adminSettingUp();
    const browser = openBrowser(club, await club.cookieOf(admin));
    const read = async () => (await browser("GET", `/api/member-profiles/${hidden.profile.id}`)).status;
    expect(await read()).toBe(404);
    await browser("POST", "/api/auth/two-factor/verify-totp", { code: code() });
    expect(await read()).toBe(200);
  });
  it("An admin's first code ends all sessions and programs that were started with the password alone", async () => {
    const { admin, code } = await adminSettingUp();
    const thief = await club.as(admin);
    const { internalAdapter } = await club.auth.$context;
    const { id: sessionId } = await internalAdapter.createSession(admin.id);
    const { accessToken, refreshToken } = await issueTokens(club, { userId: admin.id, sessionId });
    const owner = openBrowser(club, await club.cookieOf(admin));
    await owner("POST", "/api/auth/two-factor/verify-totp", { code: code() });
    expect([await listInvitations(owner), await listInvitations(thief)]).toEqual([200, 401]);
    const program = { authorization: `Bearer ${accessToken}` };
    expect((await club.visitor("GET", "/api/invitations", undefined, program)).status).toBe(401);
    const renewed = await club.visitor("POST", "/api/tokens", { refresh_token: refreshToken });
    expect(renewed.body.code).toBe("invalid_token");
  });
});
