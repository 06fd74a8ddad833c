import type { Locator, Page } from "@playwright/test";
import { URI } from "otpauth";
import { buildDeal } from "#server/sample/build-deal.ts";
import { beginWithDeals, setDeals } from "../support/set-deals.ts";
import { createInvestor, createPerson } from "./new-person.ts";
import { expect, expectToast, signIn, signInAsMember, test } from "./test.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** Counts what a person taps, and the fields that they fill in. */
function countTaps() {
  const counted = { taps: 0, fields: 0 };
  return {
    counted,
    tap: async (target: Locator) => {
      counted.taps++;
      await target.tap();
    },
    type: async (target: Locator, text: string) => {
      counted.fields++;
      await target.fill(text);
    },
  };
}

const main = (page: Page) => page.getByRole("main");
const toAccount = (page: Page) => main(page).getByRole("link", { name: "Account", exact: true }).first();

test.afterEach(({ app }) => setDeals(app.db));

test("A member on a phone asks about a deal in 2 taps, and commits by 8 taps and fields from its bar", async ({
  page,
  app,
}) => {
  await beginWithDeals(app.db, { cooling_off_hours: 0 });
  const deal = await buildDeal(app.db, { company: { name: "Fernhill Taps" } });
  const investor = await createInvestor(app, "jonas.taps@heather.example", "Jonas Weber");
  await signIn(page, investor, `/#/members?tab=investments&view=deals&deal=${deal.id}`);

  const question = countTaps();
  await question.tap(page.getByRole("button", { name: "Ask a question" }));
  await question.type(page.getByRole("textbox", { name: "Your question" }), "Who owns the data of a practice?");
  await question.tap(page.getByRole("button", { name: "Ask", exact: true }));
  await expectToast(page, "Question asked");
  expect(question.counted).toEqual({ taps: 2, fields: 1 });

  const commitment = countTaps();
  await commitment.tap(page.getByRole("region", { name: "Your answer" }).getByRole("link", { name: "Commit" }));
  await commitment.type(page.getByRole("textbox", { name: "Amount" }), "£1,200");
  for (const name of [/^I have read/, /^I can lose/, /^The nominee/, /^I instruct/])
    await commitment.tap(page.getByRole("checkbox", { name }));
  await commitment.type(page.getByRole("textbox", { name: "Type your name as Jonas Weber" }), "Jonas Weber");
  await commitment.tap(page.getByRole("button", { name: "Commit to 1,000 shares" }));
  await expect(page.getByRole("heading", { name: /^You committed to 1,000/ })).toBeFocused();
  expect(commitment.counted).toEqual({ taps: 6, fields: 2 });
});

test("A member on a phone has a tax certificate in 1 tap, and sees what is late with others", async ({ page }) => {
  await signInAsMember(page);
  const certificate = countTaps();
  const download = page.waitForEvent("download");
  await certificate.tap(
    main(page)
      .getByRole("button", { name: /^Your SEIS3 certificate for / })
      .first(),
  );
  expect((await download).suggestedFilename()).toMatch(/seis3\.pdf$/);
  expect(certificate.counted).toEqual({ taps: 1, fields: 0 });
  const others = page.getByRole("region", { name: "Waiting for others" });
  await expect(others.getByRole("listitem").first()).toContainText(/certificate for your tax return.*Late/);
  await expect(others.getByRole("button")).toHaveCount(0);
});

test("A member on a phone lets an adviser read in 3 taps, and adds events to a calendar in 3", async ({
  page,
  app,
}) => {
  const investor = await createInvestor(app, "ada.taps@heather.example", "Ada Reader");
  await signIn(page, investor);
  const adviser = countTaps();
  await adviser.tap(toAccount(page));
  await adviser.tap(main(page).getByRole("link", { name: /^Your data/ }));
  await adviser.type(page.getByLabel("For whom"), "Hale & Partners");
  await adviser.tap(page.getByRole("button", { name: "Grant access" }));
  await expect(page.getByRole("heading", { name: "The link for Hale & Partners" })).toBeVisible();
  expect(adviser.counted).toEqual({ taps: 3, fields: 1 });

  await page.goto("/#/members");
  await page.reload();
  const calendar = countTaps();
  await calendar.tap(page.getByRole("link", { name: "Member Events" }));
  await calendar.tap(page.getByRole("button", { name: "Add all to my calendar" }));
  const open = page.getByRole("dialog").getByRole("link", { name: "Open in your calendar" });
  await expect(open).toHaveAttribute("href", /^webcal:/);
  calendar.counted.taps++;
  expect(calendar.counted).toEqual({ taps: 3, fields: 0 });
});

test("A person on a phone sets up two-factor sign-in in 4 taps, and asks for deletion in 2 and the password", async ({
  page,
  app,
}) => {
  const person = await createPerson(app, "ivo.taps@ferry.example");
  await signIn(page, person);
  const setup = countTaps();
  await setup.tap(toAccount(page));
  await setup.tap(main(page).getByRole("link", { name: /^Sign-in and security/ }));
  await setup.tap(page.getByRole("button", { name: "Set up two-factor sign-in" }));
  await setup.type(page.getByRole("textbox", { name: "Password" }), person.password);
  await setup.tap(page.getByRole("button", { name: "Confirm password" }));
  const app_link = await page.getByRole("link", { name: "open it here" }).getAttribute("href");
  await setup.type(page.getByLabel("Six-digit code"), URI.parse(app_link ?? "").generate());
  await expectToast(page, "Two-factor sign-in is on");
  expect(setup.counted).toEqual({ taps: 4, fields: 2 });

  await page.goto("/#/members");
  await page.reload();
  const deletion = countTaps();
  await deletion.tap(toAccount(page));
  await deletion.tap(main(page).getByRole("link", { name: /^Your data/ }));
  await deletion.type(page.getByRole("textbox", { name: "Password" }), person.password);
  await page.keyboard.press("Enter");
  await expectToast(page, "Your request for deletion is with the admins");
  expect(deletion.counted).toEqual({ taps: 2, fields: 1 });
});
