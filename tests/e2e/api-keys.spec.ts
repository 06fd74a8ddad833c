import { expect, expectAccessible, expectToFit, signInAsAdmin, test } from "./test.ts";

test("An admin makes an API key, which is shown once and works until it is revoked", { tag: "@main" }, async ({
  page,
  app,
}) => {
  await signInAsAdmin(page, "/#/members?tab=admin&view=keys");
  await page.getByRole("button", { name: "Make a key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Make a key" }).click();
  await expect(dialog.getByText("Please enter a name.")).toBeVisible();
  await dialog.getByLabel("Name").fill("Mailing tool");
  await expectAccessible(dialog);
  await dialog.getByRole("button", { name: "Make a key" }).click();
  await expect(dialog.getByRole("heading", { name: "Copy your key now", exact: true })).toBeVisible();
  const key = await dialog.getByLabel("Mailing tool").inputValue();
  const call = async () => {
    const response = await fetch(`${app.url}/api/events`, { headers: { authorization: `Bearer ${key}` } });
    return response.status;
  };
  expect(await call()).toBe(200);
  await dialog.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("row", { name: /Mailing tool/ });
  await expect(row).toContainText("Active");
  await expect(page.getByRole("main")).not.toContainText(key);
  await expectAccessible(page.getByRole("main"));
  await page.setViewportSize({ width: 320, height: 700 });
  await expectToFit(page);
  await row.getByRole("button", { name: /^Revoke/ }).click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(row).toContainText("Revoked");
  expect(await call()).toBe(401);
});
