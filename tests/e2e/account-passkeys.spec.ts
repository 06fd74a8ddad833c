import type { CDPSession, Page } from "@playwright/test";
import { TOTP, URI } from "otpauth";
import { createPerson, type createSession } from "./new-person.ts";
import { giveCredentials } from "./page-actions.ts";
import { expect, expectAccessible, expectToast, expectToFit, test } from "./test.ts";

/** A passkey belongs to a domain name: an IP address has none. */
const onLocalhost = (url: string) => url.replace("127.0.0.1", "localhost");

async function addAuthenticator(page: Page): Promise<CDPSession> {
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable");
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return device;
}

const signOut = async (page: Page) => {
  await page.getByRole("banner").getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/#\/$/);
};

type Session = Awaited<ReturnType<typeof createSession>>;

/** @returns what gives the codes of an authenticator app. */
async function turnOnSecondFactor(page: Page, url: string, password: string): Promise<TOTP> {
  const headers = { origin: url };
  const enable = await page.request.post(`${url}/api/auth/two-factor/enable`, { data: { password }, headers });
  const totp = URI.parse(((await enable.json()) as { totp_uri: string }).totp_uri);
  if (!(totp instanceof TOTP)) throw new Error("no TOTP");
  await page.request.post(`${url}/api/auth/two-factor/verify-totp`, { data: { code: totp.generate() }, headers });
  return totp;
}

test.describe("A member's passkey", () => {
  test.use({ allowedNoise: [/Failed to load resource/] });

  test("A member's passkey is added, renamed, signs in alone and in place of the code, and is removed", {
    tag: "@main",
  }, async ({ page, app, context }) => {
    const url = onLocalhost(app.url);
    const person = await createPerson(app, "ines@pier.example", { full_name: "Ines Moreau", status: "approved" });
    const session: Session = { ...person.session, url };
    await context.addCookies([session]);
    await addAuthenticator(page);

    await page.goto(`${url}/#/members?tab=account&view=security`);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    const form = page.getByRole("form", { name: "Add a passkey" });
    await expect(form.getByLabel("Name")).toBeFocused();
    await expect(form.getByLabel("Name")).toHaveValue("Chrome on Linux");
    await form.getByLabel("Name").fill("");
    await form.getByRole("button", { name: "Add a passkey" }).click();
    await expect(form.getByText("Please enter a name.")).toBeVisible();
    await form.getByLabel("Name").fill("Phone");
    await page.setViewportSize({ width: 320, height: 700 });
    await expectAccessible(page.getByRole("region", { name: "Passkeys" }));
    await expectToFit(page);
    await form.getByRole("button", { name: "Add a passkey" }).click();
    await expectToast(page, "Passkey added");
    const row = page.getByRole("table", { name: /^Passkeys/ }).getByRole("row", { name: /Phone/ });
    await expect(row).toContainText("Never");
    await row.getByRole("button", { name: "Rename Phone" }).click();
    const name = page.getByRole("form", { name: "Rename Phone" });
    await expect(name.getByLabel("Name")).toBeFocused();
    await expectToFit(page);
    await name.getByLabel("Name").fill("Phone of Ines");
    await name.getByRole("button", { name: "Save name" }).click();
    await expectToast(page, "Passkey renamed");
    await expect(row).toContainText("Phone of Ines");
    await expectAccessible(page.getByRole("region", { name: "Passkeys" }));
    await page.setViewportSize({ width: 1280, height: 800 });
    await signOut(page);

    await page.goto(`${url}/#/login`);
    await page.getByRole("button", { name: "Continue with a passkey" }).click();
    await expectToast(page, "Login successful!");
    await expect(page).toHaveURL(/#\/members$/);
    await turnOnSecondFactor(page, url, person.password);
    await signOut(page);

    await page.goto(`${url}/#/login`);
    await giveCredentials(page, person);
    await page.getByRole("button", { name: "Use a passkey instead" }).click();
    await expectToast(page, "Login successful!");
    await expect(page).toHaveURL(/#\/members$/);

    await page.goto(`${url}/#/members?tab=account&view=security`);
    await expect(row).not.toContainText("Never");
    await row.getByRole("button", { name: "Remove Phone of Ines" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expectToast(page, "Passkey removed");
    await expect(row).toBeHidden();
    await signOut(page);
    await page.goto(`${url}/#/login`);
    await page.getByRole("button", { name: "Continue with a passkey" }).click();
    await expectToast(page, "This passkey does not sign in here. Please try again, or sign in with your password.");
  });
});
