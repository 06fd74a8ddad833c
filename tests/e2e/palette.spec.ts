import { createPerson } from "./new-person.ts";
import { expect, expectAccessible, expectToFit, signIn, signInAsAdmin, signInAsMember, test } from "./test.ts";

test("An admin finds a person, a deal and a page by keyboard, in the dark", { tag: "@main" }, async ({ page }) => {
  const box = page.getByRole("combobox", { name: "Search pages, members, companies, deals and events" });
  const option = page.getByRole("option");

  await test.step("dark is chosen in the account, and every later page comes dark", async () => {
    await signInAsAdmin(page, "/#/members?tab=account");
    await page.getByRole("radio", { name: "Dark" }).check();
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await expect.poll(ground).toBe("rgb(23, 21, 17)");
    await page.goto("/");
    await expect.poll(ground).toBe("rgb(23, 21, 17)");
    await expect(page.locator("meta[name=theme-color][data-scheme=dark]")).toHaveAttribute("media", "");
    const footer = page.getByRole("contentinfo");
    await expect(footer.getByRole("radio", { name: "Dark" })).toBeChecked();
    await footer.getByRole("radio", { name: "Light" }).check();
    await expect.poll(ground).toBe("rgb(251, 248, 243)");
    await footer.getByRole("radio", { name: "Dark" }).check();
    await page.goto("/#/members");
  });

  await test.step("Ctrl K opens the search, which says what it finds and leads there", async () => {
    const opener = page.getByRole("button", { name: "Search or go to" });
    await expect(opener).toBeVisible();
    await page.keyboard.press("Control+k");
    await expect(box).toBeFocused();
    await box.fill("alder");
    // The first match is enough, as other journeys have rounds of their own.
    await expect(
      option.filter({ hasText: /Alder Analytics.*Deal (?:in Admin|as members see it), / }).first(),
    ).toBeVisible();
    await expect(page.getByRole("dialog").getByRole("status")).toHaveText(/^\d+ results$/);
    await expectAccessible(page.getByRole("dialog"));
    await page.setViewportSize({ width: 320, height: 640 });
    await expectToFit(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    await box.fill("membership req");
    await expect(option).toHaveText([/membership requests?Review/i, /^Membership Requests/]);
    await box.press("ArrowDown");
    await box.press("Enter");
    await expect(page).toHaveURL(/tab=admin&view=requests/);
  });

  await test.step("letters lead on, ? lists them, and they can be switched off", async () => {
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("g");
    await page.keyboard.press("e");
    await expect(page).toHaveURL(/tab=events/);
    await page.keyboard.press("?");
    const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(list).toContainText("Membership Requests");
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    await expect(list).toBeVisible();
    await list.getByRole("button", { name: "Close" }).click();
    await page.goto("/#/members?tab=account");
    await page.getByRole("textbox", { name: "Full name" }).press("?");
    await expect(list).toHaveCount(0);
    await page.getByRole("checkbox", { name: "Use shortcuts of single letters" }).uncheck();
    await page.getByRole("heading", { name: "Appearance", exact: true }).click();
    await page.keyboard.press("?");
    await page.keyboard.press("Control+k");
    await expect(box).toBeFocused();
    await expect(list).toHaveCount(0);
    await expect(option.first()).toHaveText(/^Membership Requests/);
  });
});

test("A member finds members, own commitments and open deals, nothing of the admins, and changes the colours", async ({
  page,
}) => {
  await signInAsMember(page);
  await page.getByRole("button", { name: "Search or go to" }).click();
  const box = page.getByRole("combobox");
  await box.fill("audit");
  await expect(page.getByRole("dialog").getByRole("status")).toHaveText(
    "No results for “audit”. Try a company, a person or “pay”",
  );
  await box.fill("doccumnets");
  await expect(page.getByRole("group", { name: "Nearest places" }).getByRole("option").first()).toContainText(
    "Documents",
  );
  await box.fill("dinner");
  await expect(page.getByRole("option", { name: /^Members[’'] dinner/ })).toContainText("Event, ");
  await box.fill("alder");
  const found = page.getByRole("option").filter({ hasText: "Alder Analytics" });
  await expect(found.filter({ hasText: "Deal, open" })).toBeVisible();
  await expect(page.getByRole("group", { name: "Money" })).toHaveCount(0);
  await box.fill("dark");
  await expect(page.getByRole("option").first()).toHaveText(/^Dark/);
  await box.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByRole("button", { name: "Search or go to" }).click();
  await box.fill("nils");
  await expect(page.getByRole("option").first()).toHaveText(/^Nils .*Member$/);
  await box.press("Enter");
  await expect(page.getByRole("dialog", { name: /^Nils/ })).toBeVisible();
});

test("Everyday errands are a few clicks away, and search finds each of them first", async ({ page, app }) => {
  const box = page.getByRole("combobox");
  const firstFor = async (words: string) => {
    await page.getByRole("button", { name: "Search or go to" }).click();
    await box.fill(words);
    await expect(page.getByRole("dialog").getByRole("status")).toHaveText(/^\d+ results?$/);
    return page.getByRole("option").first();
  };
  const close = () => box.press("Escape");

  await test.step("what waits: no click; my tax certificate: one; change my password: two", async () => {
    await signInAsMember(page);
    await expect(page.getByRole("heading", { name: "To do" })).toBeVisible();
    await expect(await firstFor("what waits for me")).toContainText(/introduction|deal|update|statement/i);
    await close();
    await page.getByRole("navigation", { name: "Investments" }).getByRole("link", { name: "Documents" }).click();
    const certificate = page.getByRole("button", { name: /^SEIS3 certificate, / }).first();
    await expect(certificate).toBeInViewport();
    const name = ((await certificate.textContent()) ?? "").replace(/\s*PDF$/, "");
    await expect(await firstFor("my tax certificate")).toContainText(name);
    const download = page.waitForEvent("download");
    await box.press("Enter");
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
    await page.getByRole("link", { name: "Account", exact: true }).click();
    await page.getByRole("link", { name: /^Sign-in and security/ }).click();
    await expect(page.getByRole("button", { name: "Change password" })).toBeInViewport();
    await page.goto("/#/members");
    await expect(await firstFor("change my password")).toContainText("Change my password");
    await box.press("Enter");
    await expect(page.getByLabel("Current password")).toBeVisible();
  });

  await test.step("sign my statement: one click", async () => {
    await page.context().clearCookies();
    const person = await createPerson(app, "to.sign@castell.example", { status: "approved", full_name: "Tova Sign" });
    await page.goto("about:blank");
    await signIn(page, person);
    await expect(await firstFor("sign my statement")).toContainText("Sign your investor statement");
    await close();
    await page
      .getByRole("main")
      .getByRole("link", { name: /statement/i })
      .first()
      .click();
    await expect(page).toHaveURL(/view=sign/);
  });

  await test.step("who has not paid: one click", async () => {
    await page.context().clearCookies();
    await page.goto("about:blank");
    await signInAsAdmin(page);
    await page
      .getByRole("navigation", { name: "Members area" })
      .getByRole("link", { name: /^Admin/ })
      .click();
    await expect(page.getByRole("heading", { name: "Money due and late" })).toBeVisible();
    await expect(await firstFor("who has not paid")).toContainText(/Money|£/);
  });
});

test("Search leads to an update, to what only the directory knows, and to a record by its name and a thing of it", async ({
  page,
}) => {
  const box = page.getByRole("combobox");
  const search = async (words: string) => {
    await page.getByRole("button", { name: "Search or go to" }).click();
    await box.fill(words);
    await expect(page.getByRole("option").first()).toBeVisible();
    await expect(page.getByText("Searching...", { exact: true })).toHaveCount(0);
    return page.getByRole("option").first();
  };

  await test.step("a member finds the update of a company, a skill, and a part of an open deal", async () => {
    await signInAsMember(page);
    const update = await search("latest update");
    await expect(update).toContainText(/: update for the .* quarter of /);
    await update.click();
    await expect(page.getByRole("heading", { name: "The company’s six numbers" })).toBeInViewport();
    const offer = await search("who knows about pricing");
    await expect(offer).toHaveText("Look for “pricing” in the Member Directory");
    await offer.click();
    await expect(page.getByRole("searchbox")).toHaveValue("pricing");
    await expect(
      page
        .getByRole("main")
        .getByRole("link", { name: /^View profile/ })
        .first(),
    ).toBeVisible();
    await expect(await search("alder questions")).toContainText("Alder Analytics: Questions");
    await box.press("Enter");
    await expect(page.getByRole("heading", { name: "Questions", exact: true })).toBeInViewport();
    await expect(await search("alder allocation")).toContainText("Alder Analytics");
    await box.press("Escape");
  });

  await test.step("an admin finds a person, a deal and a place, not the own investments", async () => {
    await page.context().clearCookies();
    await page.goto("about:blank");
    await signInAsAdmin(page);
    for (const [words, found] of [
      ["priya shares", "Priya Raman"],
      ["fiona holdings", "Fiona"],
      ["hazel money", "Hazel Health: Money"],
      ["portfolio card", "Content, Company"],
      ["pause deals", "Stop all deals"],
      ["export audit", "Audit"],
      ["fintech", "Look for “fintech” in the Member Directory"],
    ] as const) {
      await expect(await search(words), words).toContainText(found);
      await box.press("Escape");
    }
  });
});

test("The menu of a phone has a member's name and the search, which Back closes, and asks nobody to join", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAsMember(page);
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu.getByText("Priya Raman", { exact: true })).toBeVisible();
  await expect(menu.getByRole("link", { name: /^(Join Now|Members)$/ })).toHaveCount(0);
  await menu.getByRole("button", { name: "Search or go to" }).click();
  await expect(menu).toBeHidden();
  const box = page.getByRole("combobox");
  await box.fill("zzqqx");
  await expect(page.getByText("No results for “zzqqx”")).toBeVisible();
  await expect(page.getByRole("group")).toHaveCount(0);
  const address = page.url();
  await page.goBack();
  await expect(box).toBeHidden();
  expect(page.url()).toBe(address);
});
