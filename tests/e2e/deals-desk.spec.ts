import type { Page } from "@playwright/test";
import type { RunningApp } from "../support/running-app.ts";
import { callsOfAdmin } from "./new-person.ts";
import { expect, expectAccessible, expectToast, signInAsAdmin, test } from "./test.ts";

const desk = "/#/members?tab=investments&view=desk";

const column = (page: Page, state: string) =>
  page
    .getByRole("list", { name: "Board" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: state }) });

const part = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Parts of the record" }).getByRole("link", { name });

/** A company with an enquiry, moved to where terms and page are written. */
async function prepare(app: RunningApp, name: string): Promise<{ id: string }> {
  const calls = await callsOfAdmin(app);
  const enquiry = {
    name,
    founders: [{ name: "Rosa Marsh" }],
    round_name: "Seed round 2027",
    enquired_on: "2026-11-20",
  };
  const { id, updated_at } = await (await calls.post("/api/deals/enquiries", { data: enquiry })).json();
  const move = { to: "preparing", expected_version: updated_at };
  expect((await calls.post(`/api/deals/${id}/transitions`, { data: move })).status()).toBe(200);
  return { id };
}

test.describe("An enquiry", () => {
  test.use({ allowedNoise: [/status of (403|409|422)/] });

  test("is typed in, moved by keyboard, and parked with the mouse", async ({ page }) => {
    await signInAsAdmin(page, desk);
    const card = page.getByRole("link", { name: "Saltmarsh Sensors" });
    const dialog = page.getByRole("dialog");

    await test.step("an enquiry is typed in with its company", async () => {
      await page.getByRole("link", { name: "Add a company" }).click();
      const form = page.getByRole("form", { name: "Add a company" });
      await expect(form.getByLabel("Company", { exact: true })).toBeFocused();
      await form.getByRole("button", { name: "Add to the pipeline" }).click();
      await expect(form.getByLabel("Company", { exact: true })).toHaveAccessibleDescription("Please fill this in");
      await form.getByLabel("Company", { exact: true }).fill("Saltmarsh Sensors");
      await form.getByLabel("What it does, in one line").fill("Tide gauges for marinas");
      await form.getByRole("button", { name: "Add a founder" }).click();
      await form.getByRole("group", { name: "Founder 1" }).getByLabel("Name").fill("Rosa Marsh");
      await form.getByRole("group", { name: "Founder 1" }).getByLabel("Email").fill("not an address");
      await form.getByLabel("Round").fill("Seed round 2027");
      await form.getByLabel("Note").fill("Met at the harbour.");
      await form.getByRole("button", { name: "Add to the pipeline" }).click();
      await expect(form.getByLabel("Email")).toHaveAccessibleDescription("Please enter a valid email address.");
      await form.getByLabel("Email").fill("rosa@saltmarsh.example");
      await expectAccessible(page);
      await form.getByRole("button", { name: "Add to the pipeline" }).click();
      await expect(page.getByRole("heading", { level: 2, name: "Saltmarsh Sensors" })).toBeVisible();
      await expect(page).toHaveTitle("Saltmarsh Sensors | Kindling");
      await expect(page.getByText("Rosa Marsh")).toBeVisible();
      await part(page, "Notes").click();
      await expect(page.getByRole("list", { name: "Notes" })).toContainText("Met at the harbour.");
      await expectAccessible(page);
    });

    await test.step("Space picks its card up, arrow keys choose where to, Space drops it", async () => {
      await page.getByRole("link", { name: "Pipeline" }).click();
      await expect(column(page, "Enquiry").getByRole("link", { name: "Saltmarsh Sensors" })).toBeVisible();
      await expectAccessible(page);
      await card.focus();
      await page.keyboard.press("Space");
      const said = page.getByRole("status").filter({ hasText: /Saltmarsh|of \d|stays/ });
      await expect(said).toHaveText(/^Saltmarsh Sensors is picked up\. Enquiry, 1 of 8\./);
      await page.keyboard.press("ArrowRight");
      await expect(said).toHaveText("Screening, 2 of 8");
      await page.keyboard.press("Escape");
      await expect(said).toHaveText("Saltmarsh Sensors stays where it was");
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Space");
      await expect(column(page, "Meeting").getByRole("link", { name: "Saltmarsh Sensors" })).toBeFocused();
      await expectToast(page, "Moved to Meeting");
      await expect(column(page, "Meeting").getByRole("button", { name: "Move Saltmarsh Sensors..." })).toBeVisible();
    });

    await test.step("the way back asks for a reason", async () => {
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("Space");
      await expect(dialog.getByLabel("To")).toHaveValue("screening");
      await expectAccessible(dialog);
      await dialog.getByRole("button", { name: "Move" }).click();
      await expect(dialog.getByLabel("Reason")).toHaveAccessibleDescription("Please give a reason");
      await dialog.getByLabel("Reason").fill("They sent new figures.");
      await dialog.getByRole("button", { name: "Move" }).click();
      await expect(column(page, "Screening").getByRole("link", { name: "Saltmarsh Sensors" })).toBeVisible();
    });

    await test.step("the mouse drags it onto a sum, which asks for the day as well", async () => {
      await card.dragTo(page.getByRole("link", { name: /^Parked \d/ }));
      await dialog.getByLabel("Reason").fill("They wait for their accounts.");
      await dialog.getByRole("button", { name: "Move" }).click();
      await expect(dialog.getByLabel("Parked until")).toHaveAccessibleDescription(
        "Please enter the day until which it is parked",
      );
      await dialog.getByLabel("Parked until").fill("2040-03-01");
      await dialog.getByRole("button", { name: "Move" }).click();
      await expect(card).toHaveCount(0);
      await page.getByRole("link", { name: /^Parked \d/ }).click();
      await expect(page.getByRole("row").filter({ hasText: "Saltmarsh Sensors" })).toContainText(
        "Parked until 1 Mar 2040",
      );
      await expectAccessible(page);
      await page.getByRole("button", { name: /^Move to\.\.\. Saltmarsh Sensors/ }).click();
      await dialog.getByLabel("To").selectOption("preparing");
      await dialog.getByLabel("Reason").fill("The accounts are here.");
      await dialog.getByRole("button", { name: "Move" }).click();
      await expect(card).toHaveCount(0);
      await page.getByRole("radio", { name: "Board" }).check();
      await column(page, "Preparing").getByRole("link", { name: "Saltmarsh Sensors" }).click();
    });

    await test.step("the record says who moved it and why", async () => {
      await part(page, "Moves").click();
      const moves = page.getByRole("list", { name: "Moves" });
      await expect(moves.getByRole("listitem").nth(2)).toContainText("Meeting to Screening, by Amara Okafor");
      await expect(moves.getByRole("listitem").nth(2)).toContainText("They sent new figures.");
      await page.getByLabel("Who works on it").selectOption({ label: "Amara Okafor" });
      await expectToast(page, "Amara Okafor works on it now");
    });
  });
});

test.describe("A record", () => {
  test.use({ allowedNoise: [/status of (403|409|422)/] });

  test("takes terms and a page", async ({ page, app }) => {
    const deal = await prepare(app, "Saltmarsh Tides");
    await signInAsAdmin(page, `${desk}&deal=${deal.id}`);

    await test.step("terms that cannot be are refused at their field, and others warn", async () => {
      await part(page, "Terms").click();
      const form = page.getByRole("form", { name: "New terms" });
      const texts = {
        "Share class": "Ordinary shares, one vote each",
        "Price of a share": "1.20",
        Rights: "First refusal on new shares",
        "Pre-money valuation": "£1,500,000",
        "Whole round": "150,000",
        "The club’s minimum": "60000",
        "The club’s maximum": "100000.50",
        "Raised ever under SEIS, before this round": "300000",
        "Who else invests": "Nobody yet.",
        "What the club and its founders put in": "£20,000 on the same terms.",
        "Conflicts of interest": "None.",
        "Who holds the shares, and how": "The nominee, on trust.",
        Opens: "2030-07-01T10:00",
        "Priority until": "2030-07-04T10:00",
        Closes: "2030-07-20T12:00",
        "Completion expected on": "2030-08-01",
        "What for": "Two engineers",
        "Per cent": "100",
      };
      for (const [label, text] of Object.entries(texts)) await form.getByLabel(label, { exact: true }).fill(text);
      for (const number of [1, 2, 3, 4, 5])
        await form.getByRole("textbox", { name: `Risk ${number}` }).fill(`Risk no. ${number}`);
      await form.getByRole("button", { name: "Set terms" }).click();
      const raised = form.getByLabel("Raised ever under SEIS, before this round");
      await expect(raised).toHaveAccessibleDescription(/more than £250,000 under SEIS cannot raise more/);
      await expect(raised).toBeFocused();
      await expectAccessible(page);
      await raised.fill("1000");
      await form.getByRole("button", { name: "Set terms" }).click();
      await expectToast(page, "Terms set");
      await expect(page.getByText("Advance assurance is not given. Members have to read that.")).toBeVisible();
      await expect(page.getByText("£100,000.50")).toBeVisible();
      await expect(page.getByText(/^Monday,? 1 July 2030, 10:00$/)).toBeVisible();
      await expectAccessible(page);
    });

    await test.step("new terms begin with the former ones, and say what changed", async () => {
      await page.getByRole("button", { name: "Set new terms" }).click();
      const form = page.getByRole("form", { name: "New terms" });
      await expect(form.getByLabel("The club’s maximum", { exact: true })).toHaveValue("100,000.50");
      await form.getByLabel("Price of a share").fill("1.24");
      await form.getByRole("button", { name: "Set terms" }).click();
      await expect(page.locator("del")).toContainText("£1.20");
      await expect(page.locator("ins")).toContainText("£1.24");
    });
  });
});
