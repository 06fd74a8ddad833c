import { registerPerson } from "./new-person.ts";
import { expect, expectToast, expectToFitAt, signInAsAdmin, test } from "./test.ts";

const invitations = "/#/members?tab=admin&view=invitations";

test("An admin searches invitations by part of an email and by status, and the search is stored in the URL", {
  tag: "@main",
}, async ({ page, app }) => {
  await registerPerson(app, "ines.found@search.example");
  await signInAsAdmin(page);
  for (const name of ["iris.waits", "ivor.waits"]) {
    await page.request.post("/api/invitations", {
      data: { email: `${name}@search.example` },
      headers: { origin: app.url },
    });
  }
  await page.goto(invitations);
  const row = (email: string) => page.getByRole("row").filter({ hasText: email });
  await page.getByRole("searchbox", { name: "Search" }).fill("@SEARCH.");
  await expect(page.getByRole("row")).toHaveCount(4);
  await expect(row("ines.found@search.example")).toContainText("Used");
  await expect(row("ines.found@search.example")).toContainText("by Amara Okafor");
  await page.getByRole("radio", { name: "Unused" }).check();
  await expect(page.getByRole("row")).toHaveCount(3);
  await expect(row("ivor.waits@search.example")).toContainText(/Unused.*\d+ \w+ \d{4}Copy code/);
  await page.reload();
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("@SEARCH.");
  await expect(page.getByRole("radio", { name: "Unused" })).toBeChecked();
  await expect(page.getByRole("row")).toHaveCount(3);
  await page.getByRole("radio", { name: "Expired" }).check();
  await expect(page.getByText("No invitations found")).toBeVisible();
  await page.getByRole("button", { name: "Show all invitations" }).click();
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
  await expect(page.getByRole("radio", { name: "All" })).toBeChecked();
});

test("A half-typed email survives a tab change and a reload, and surrounding whitespace is trimmed", async ({
  page,
}) => {
  await signInAsAdmin(page, invitations);
  const email = page.getByRole("main").getByRole("textbox", { name: "Email" });
  await email.fill("  drafted@kept.example  ");
  await page.getByRole("link", { name: "Bulk Import Members" }).click();
  await page.getByRole("link", { name: "Manage Invitations" }).click();
  await page.reload();
  await expect(email).toHaveValue(/drafted@kept\.example/);
  await page.getByRole("button", { name: "Create invitation" }).click();
  await expectToast(page, "Invitation Created");
  await expectToast(page, "The code is on its way to drafted@kept.example.");
  await expect(page.getByRole("row").filter({ hasText: "drafted@kept.example" })).toHaveCount(1);
  await expect(email).toHaveValue("");
});

test("Invitations fit viewports from 320 to 1440 pixels, and no email breaks inside a word", async ({ page, app }) => {
  await signInAsAdmin(page);
  const long = "bartholomew.featherstonehaugh@northlightfoods-and-partners.example";
  await page.request.post("/api/invitations", { data: { email: long }, headers: { origin: app.url } });
  await page.goto("/#/members?tab=admin&view=invitations&q=featherstonehaugh");
  await expect(page.getByRole("row").filter({ hasText: long })).toHaveCount(1);
  await expectToFitAt(page, [320, 360, 768, 960, 1280, 1440]);
  for (const width of [768, 960, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/#/members?tab=admin&view=invitations");
    const isBroken = await page
      .getByRole("cell")
      .filter({ hasText: "@" })
      .locator("wbr")
      .first()
      .evaluate((mark) => {
        const range = document.createRange();
        range.selectNodeContents(mark.previousSibling ?? mark);
        return range.getClientRects().length > 1;
      });
    expect(isBroken, `${width} px`).toBe(false);
  }
});
