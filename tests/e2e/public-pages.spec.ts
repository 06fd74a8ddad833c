import { expect, expectAccessible, expectToast, signInAsMember, test } from "./test.ts";

test("A visitor scrolls, follows links, subscribes and opens the menu on a phone", { tag: "@main" }, async ({
  page,
}) => {
  await test.step("the header turns solid past 50 px, and a new page opens scrolled to the top", async () => {
    await page.goto("/#/");
    const ground = () => page.getByRole("banner").evaluate((header) => getComputedStyle(header).backgroundColor);
    await expect.poll(ground).toBe("rgba(0, 0, 0, 0)");
    await page.mouse.wheel(0, 900);
    await expect.poll(ground).toBe("rgb(255, 255, 255)");
    await page.getByRole("banner").getByRole("link", { name: "Founders" }).click();
    await expect(page).toHaveURL(/#\/founders$/);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  });

  await test.step("the newsletter form shows a thank-you message and sends no request", async () => {
    await page.goto("/#/about");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const calls: string[] = [];
    page.on("request", (request) => calls.push(request.method()));
    const form = page.getByRole("contentinfo");
    await form.getByRole("textbox", { name: "Newsletter" }).fill("reader@castell");
    await form.getByRole("button", { name: "Subscribe" }).click();
    await expectToast(page, "Please enter a valid email address.");
    await form.getByRole("textbox", { name: "Newsletter" }).fill("reader@castell.example");
    await form.getByRole("button", { name: "Subscribe" }).click();
    await expectToast(page, "Thank you for subscribing to our newsletter");
    await expectToast(page, "Please add the info address to your contacts");
    expect(calls.filter((method) => method !== "GET")).toEqual([]);
  });

  await test.step("an unknown page, article or investment shows a not-found page with the requested URL and a link home", async () => {
    await page.goto("/#/insights/no-such-article");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
    await expect(page.getByRole("main")).toContainText("no-such-article");
    await page.getByRole("main").getByRole("link", { name: /home/i }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Invest in\s*Start-ups/);
  });

  await test.step("the mobile menu traps focus, closes on Escape, and restores focus", async () => {
    await page.setViewportSize({ width: 375, height: 700 });
    const opener = page.getByRole("button", { name: "Open menu" });
    await opener.click();
    const menu = page.getByRole("dialog");
    await expect(menu.getByRole("link", { name: "Join Now" })).toBeVisible();
    await expectAccessible(menu);
    for (let n = 0; n < 14; n++) await page.keyboard.press("Tab");
    expect(await menu.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.click();
    await menu.getByRole("link", { name: "Insights" }).click();
    await expect(page).toHaveURL(/#\/insights$/);
    await expect(menu).toBeHidden();
  });

  await test.step("Back closes the menu, and leads from a page that it opened to the one before", async () => {
    const opener = page.getByRole("button", { name: "Open menu" });
    const menu = page.getByRole("dialog");
    await opener.click();
    await expect(menu).toBeVisible();
    await page.goBack();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(/#\/insights$/);
    await opener.click();
    await menu.getByRole("link", { name: "Contact" }).click();
    await expect(page).toHaveURL(/#\/contact$/);
    await page.goBack();
    await expect(page).toHaveURL(/#\/insights$/);
  });
});

test("A visitor opens a page at its anchor, scrolls to the top by its link, and prints it", async ({ page }) => {
  await test.step("an anchor scrolls to its section below the header, also on first load", async () => {
    await page.goto("/#/membership#faq");
    const top = () => page.locator("#faq").evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(200);
    expect(await top()).toBeGreaterThan(60);
  });

  await test.step("a link to the current page scrolls to the top and focuses the heading", async () => {
    const heading = page.getByRole("heading", { level: 1 });
    const scrolled = () => page.evaluate(() => window.scrollY);
    const join = page.getByRole("banner").getByRole("link", { name: "Join Now" });
    for (const address of ["/#/membership", "/#/membership#faq"]) {
      await page.goto(address);
      await expect(heading).toBeVisible();
      // Instant: smooth scrolling would continue after the press.
      await page.evaluate(() => window.scrollTo({ top: 900, behavior: "instant" }));
      await expect.poll(scrolled).toBeGreaterThan(300);
      await join.click();
      await expect.poll(scrolled).toBe(0);
      await expect(heading).toBeFocused();
    }
  });

  await test.step("printing expands every answer and omits screen-only controls", async () => {
    await page.goto("/#/membership");
    const answers = page.locator(".questions .answer");
    await expect(answers.first()).toBeHidden();
    await page.emulateMedia({ media: "print" });
    await expect(answers.first()).toBeVisible();
    for (const answer of await answers.all()) await expect(answer).toBeVisible();
    await page.goto("/#/");
    await expect(page.getByRole("heading", { name: "Expert Mentorship", exact: true })).toBeVisible();
    await expect(page.getByRole("button")).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Bring your stick to the fire", exact: true })).toBeHidden();
    const colours = await page
      .locator(".plan-highlighted")
      .evaluate((plan) => [getComputedStyle(plan).backgroundColor, getComputedStyle(plan).color]);
    expect(colours).toEqual(["rgba(0, 0, 0, 0)", "rgb(27, 26, 23)"]);
    expect((await page.pdf()).length).toBeGreaterThan(10_000);
  });
});

test("A visitor pauses and resumes the carousel, moves it by buttons and arrow keys, and comes around to the first card", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/#/");
  // Rendered by the app only.
  const wayIn = page.getByRole("banner").getByRole("link", { name: "Member Zone" });
  await expect(wayIn).toBeVisible();
  const carousel = page.getByRole("region", { name: "What the club stands for" });
  await carousel.scrollIntoViewIfNeeded();
  await carousel.getByRole("button", { name: "Pause" }).click();
  const play = carousel.getByRole("button", { name: "Play" });
  await expect(play).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(carousel.getByRole("article", { name: "2 of 5" })).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(carousel.getByRole("article", { name: "1 of 5" })).toBeVisible();
  const next = carousel.getByRole("button", { name: "Next card" });
  await next.click();
  await expect(carousel.getByRole("heading", { name: "Democratising Investment", exact: true })).toBeVisible();
  for (let presses = 0; presses < 4; presses++) await next.press("Enter");
  await expect(carousel.getByText("1 of 5")).toBeVisible();
  await expect(carousel.getByRole("article", { name: "1 of 5" })).toContainText("The Kindling Revolution");
  await play.press("Enter");
  await expect(carousel.getByRole("button", { name: "Pause" })).toBeFocused();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.reload();
  await expect(wayIn).toBeVisible();
  await carousel.scrollIntoViewIfNeeded();
  await expect(play).toBeVisible();
});

test("A member reads every public page while signed in, and goes back by the header", async ({ page }) => {
  await signInAsMember(page);
  const header = page.getByRole("banner");
  for (const path of ["/", "/about", "/membership", "/insights", "/founders", "/contact", "/calculator", "/news"]) {
    await page.goto(`/#${path}`);
    await expect(header.getByRole("link", { name: "Members", exact: true })).toHaveAttribute("href", "/members");
    await expect(header.getByRole("button", { name: "Log out" })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/#${path}$`));
    await expect(page.getByRole("contentinfo").getByRole("navigation", { name: "Quick links" })).toBeVisible();
  }
  await header.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Invest in\s*Start-ups/);
  await header.getByRole("link", { name: "Members", exact: true }).click();
  await expect(page).toHaveURL(/#\/members$/);
});
