import { expect, expectAccessible, expectToFit, signInAsMember, test } from "./test.ts";

test.use({ serviceWorkers: "allow", allowedNoise: [/503|ERR_INTERNET_DISCONNECTED/] });

test("A page shows that it is offline with nothing personal stored, and comes back; offline use can be switched off", {
  tag: "@main",
}, async ({ page, context }) => {
  const offline = page.getByRole("heading", { name: "You are offline", exact: true });
  await signInAsMember(page);
  await page.evaluate(() => navigator.serviceWorker.ready);

  await test.step("offline", async () => {
    await context.setOffline(true);
    await page.goto("/membership");
    await expect(offline).toBeVisible();
    await expect(page.getByText("Kindling cannot be reached from here.")).toBeVisible();
    await expect(page.getByText("Pages stay readable only while they are open")).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(offline).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectToFit(page);
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
  });

  await test.step("online again", async () => {
    await context.setOffline(false);
    await expect(
      page.getByRole("heading", { name: "Choose how you pay, keep what you earn", exact: true }),
    ).toBeVisible();
    await page.goto("/#/members?tab=events");
    await expect(page.getByRole("heading", { name: "Member Events", exact: true })).toBeVisible();
    await context.setOffline(true);
    await page.reload();
    await expect(offline).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole("heading", { name: "Member Events", exact: true })).toBeVisible();
  });

  await test.step("switched off in the account, and the browser forgets it", async () => {
    await page.goto("/#/members?tab=account&view=you");
    await page.getByRole("checkbox", { name: /own page when there is no connection/ }).uncheck();
    const registrations = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await expect.poll(registrations).toBe(0);
    await page.reload();
    await expect(page.getByRole("checkbox", { name: /own page when there is no connection/ })).not.toBeChecked();
    expect(await registrations()).toBe(0);
  });
});
