import type { Download, Locator, Page } from "@playwright/test";

export async function giveCredentials(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel("Email").first().fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

export async function downloadFrom(control: Locator): Promise<Download> {
  const download = control.page().waitForEvent("download");
  await control.click();
  return download;
}

export async function tabTo(target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${target}`);
}
