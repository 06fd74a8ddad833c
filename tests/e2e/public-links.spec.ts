import { expect, expectToFit, test } from "./test.ts";

test.describe("Without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("A visitor on a phone without scripts reaches the menu's pages and sees no inoperative controls", {
    tag: "@main",
  }, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    for (const path of ["/", "/insights", "/calculator", "/insights/eis-seis-tax-schemes"]) {
      await page.goto(path);
      const notice = page.locator(".no-script");
      await expect(notice).toBeInViewport();
      await expect(notice).toContainText("Without JavaScript you can read every public page.");
      await expect(page.getByRole("banner").getByRole("navigation").getByRole("link")).toHaveCount(6);
      await expect(page.getByRole("button")).toHaveCount(0);
      await expect(page.getByRole("textbox").or(page.getByRole("searchbox"))).toHaveCount(0);
      await expectToFit(page);
    }
    await page.getByRole("link", { name: "Member Zone" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Signing in needs JavaScript");
    await page.goto("/register?code=A");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Registering needs JavaScript");
  });
});

test("A clean URL for sign-in or registration opens the app there, without the no-script notice", async ({ page }) => {
  await page.goto("/register?code=KLM");
  await expect(page).toHaveURL(/\/#\/register\?code=KLM$/);
  await expect(page.getByLabel("Invitation code")).toHaveValue("KLM");
  await page.goto("/login");
  await expect(page).toHaveURL(/\/#\/login$/);
  await expect(page.getByLabel("Email", { exact: true })).toBeVisible();
  await expect(page.getByText(/needs? JavaScript/)).toHaveCount(0);
});

test("Opening another page does not show the home page first or fetch its pictures", async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const heading = document.querySelector("h1");
      if (!heading?.checkVisibility({ visibilityProperty: true })) return;
      const seen = (window as { seen?: string[] }).seen ?? [];
      (window as { seen?: string[] }).seen = [...seen, heading.textContent ?? ""];
    }).observe(document, { childList: true, subtree: true });
  });
  const pictures: string[] = [];
  page.on("request", (request) => {
    if (/\/assets\/(carousel|step|hero-\w+-sticks)/.test(request.url())) pictures.push(request.url());
  });
  await page.goto("/#/contact");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ask us first");
  expect(pictures).toEqual([]);
  const seen = await page.evaluate(() => (window as { seen?: string[] }).seen ?? []);
  expect(new Set(seen)).toEqual(new Set(["Ask us first"]));
});

test("An address that names a section opens there, with the focus in it", async ({ page }) => {
  for (const [address, id] of [
    ["/#/#about", "about"],
    ["/#/#how-it-works", "how-it-works"],
    ["/#/#membership", "membership"],
    ["/#/membership#faq", "faq"],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(address);
    const section = page.locator(`#${id}`);
    await expect(section).toBeFocused();
    // Below the header, not behind it.
    await expect.poll(async () => Math.round((await section.boundingBox())?.y ?? -1)).toBeGreaterThanOrEqual(0);
    await expect.poll(async () => Math.round((await section.boundingBox())?.y ?? -1)).toBeLessThan(160);
  }
});
