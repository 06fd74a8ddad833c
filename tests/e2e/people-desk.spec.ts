import { dateBoxes, fillDate } from "../support/fill-date.ts";
import { createPerson } from "./new-person.ts";
import { downloadFrom } from "./page-actions.ts";
import { expect, expectAccessible, expectToast, expectToFit, signInAsAdmin, test } from "./test.ts";

const list = "/#/members?tab=admin&view=people";

test("An admin finds somebody by name and status, opens their page, reloads it and goes back to the filtered list", {
  tag: "@main",
}, async ({ page }) => {
  await signInAsAdmin(page, `${list}&status=pending`);
  const rows = page.getByRole("row");
  await expect(rows.filter({ hasText: "Stephen Garside" })).toContainText("Pending");
  await expect(rows.filter({ hasText: "Priya Raman" })).toHaveCount(0);
  await page.getByRole("searchbox", { name: "Search" }).fill("garside");
  await expect(page).toHaveURL(/status=pending&q=garside|q=garside&status=pending/);
  await page.getByRole("link", { name: "Stephen Garside" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Stephen Garside", exact: true })).toBeVisible();
  await expect(page).toHaveTitle("Stephen Garside, People | Kindling");
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("region", { name: "What happened" })).toContainText("Account registered");
  await expect(page).toHaveTitle("Stephen Garside, People | Kindling");
  await page.setViewportSize({ width: 320, height: 800 });
  await expectToFit(page);
  await page.goBack();
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("garside");
  await page.getByRole("button", { name: "Filters (1)" }).click();
  const status = page.getByRole("combobox", { name: "Status" });
  await expect(status).toHaveValue("pending");
  await expect(status.getByRole("option", { name: /^Pending \([1-9]\d*\)$/ })).toHaveCount(1);
  await expect(page).toHaveTitle("People | Kindling");
});

test("An admin sees who is invited, downloads the list, and reaches the invitation", async ({ page }) => {
  await signInAsAdmin(page, `${list}&status=invited&q=vogelsang`);
  const download = await downloadFrom(page.getByRole("button", { name: "Export CSV" }));
  expect(download.suggestedFilename()).toMatch(/^kindling-people-\d{4}-\d\d-\d\d\.csv$/);
  await page.getByRole("link", { name: "Helena Vogelsang" }).click();
  await expect(page).toHaveURL(/view=invitations&q=helena%40vogelsang\.example/);
});

test("An admin signs a member out everywhere and sets their tier, and both reasons are in the history", async ({
  page,
  app,
}) => {
  const input = { full_name: "Juno Larch", status: "approved" } as const;
  const person = await createPerson(app, "juno@larch.example", input);
  await signInAsAdmin(page, `${list}&q=juno@larch`);
  await page.getByRole("link", { name: "Juno Larch" }).click();
  const history = page.getByRole("region", { name: "What happened" });

  await page.getByRole("button", { name: /^Change plan/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Plan").selectOption("vip");
  await fillDate(dialog, "From", "2026-04-01");
  await fillDate(dialog, "Until", "2026-03-01");
  await dialog.getByLabel("Reason").fill("Paid for a year.");
  await dialog.getByRole("button", { name: "Change plan" }).click();
  await expect(dialog.getByText("Choose a day that is not before the first one.")).toBeVisible();
  await expectAccessible(dialog);
  await fillDate(dialog, "Until", "2040-03-31");
  await dialog.getByRole("button", { name: "Change plan" }).click();
  await expectToast(page, "Plan changed");
  await expect(page.getByText("VIP until 31 March 2040", { exact: true })).toBeVisible();
  await expect(history).toContainText("VIP from 1 Apr 2026 until 31 Mar 2040");
  await expect(history).toContainText("“Paid for a year.”");

  await page.getByRole("button", { name: /^Change plan/ }).click();
  await expect(dateBoxes(dialog, "Until").getByLabel("Year")).toHaveValue("2040");
  await dialog.getByLabel("Plan").selectOption("premium");
  await fillDate(dialog, "From", "2039-01-01");
  await dialog.getByLabel("Reason").fill("Less from 2039 on.");
  await dialog.getByRole("button", { name: "Change plan" }).click();
  await expect(history).toContainText("Premium from 1 Jan 2039 until 31 Mar 2040");
  await page.getByRole("button", { name: /^Change plan/ }).click();
  await expect(dialog.getByLabel("Plan")).toHaveValue("vip");
  await expect(dateBoxes(dialog, "From").getByLabel("Year")).not.toHaveValue("2039");
  await fillDate(dialog, "From", "2038-06-01");
  await dialog.getByLabel("Reason").fill("VIP all the time.");
  await dialog.getByRole("button", { name: "Change plan" }).click();
  await expect(page.getByText("1 Jan 2039 to 31 Mar 2040, replaced")).toBeVisible();
  await expect(page.getByText(", replaced")).toHaveCount(1);

  await page.getByRole("button", { name: /^Sign out everywhere/ }).click();
  await dialog.getByLabel("Reason").fill("You lost your laptop.");
  await dialog.getByRole("button", { name: "Sign out everywhere" }).click();
  await expectToast(page, "Signed out everywhere");
  await expect(history).toContainText("“You lost your laptop.”");
  await app.mailbox.waitFor(person.email, /signed out everywhere/);
});

test("An admin gives several members a tier by keyboard, and reads who was left out", async ({ page, app }) => {
  const approved = { status: "approved" } as const;
  const people = [];
  for (const full_name of ["Ada Rowan", "Bea Rowan", "Cleo Rowan"]) {
    const email = `${full_name.split(" ")[0]?.toLowerCase()}@rowan.example`;
    people.push(await createPerson(app, email, { full_name, ...approved }));
  }
  await createPerson(app, "dee@rowan.example", { full_name: "Dee Rowan", status: "pending" });
  const [ada, bea, cleo] = people;
  if (!ada || !bea || !cleo) throw new Error("nobody created");
  await signInAsAdmin(page, `${list}&q=rowan.example`);
  const tick = (name: string) => page.getByRole("checkbox", { name: `Choose ${name}` });
  await expect(tick("Dee Rowan")).toHaveCount(0);
  await page.getByLabel("Search").fill("bea@rowan.example");
  await expect(page.getByRole("checkbox", { name: "Choose this member" })).toBeVisible();
  await page.getByLabel("Search").fill("rowan.example");
  const all = page.getByRole("checkbox", { name: "Choose all 3 members" });
  await all.focus();
  await page.keyboard.press("Space");
  await expect(page.getByRole("status").filter({ hasText: "3 chosen" })).toHaveCount(1);
  await tick("Cleo Rowan").focus();
  await page.keyboard.press("Space");
  await expect(all).not.toBeChecked();
  await expect(page.getByRole("status").filter({ hasText: "2 chosen" })).toHaveCount(1);
  await tick("Cleo Rowan").press("Space");
  await expect(all).toBeChecked();
  await expectAccessible(page);

  const end = { data: { reason: "Left the club." }, headers: { origin: app.url } };
  expect((await page.request.post(`/api/people/${bea.id}/end-membership`, end)).status()).toBe(200);
  const button = page.getByRole("button", { name: /^Change plan/ });
  await button.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Change plan of 3 people" });
  await dialog.getByLabel("Plan").selectOption("premium");
  await fillDate(dialog, "From", "2026-04-01");
  await dialog.getByLabel("Reason").fill("Founding members of the north group.");
  await expectAccessible(dialog);
  await page.setViewportSize({ width: 320, height: 800 });
  await expectToFit(page);
  await dialog.getByRole("button", { name: "Change plan" }).press("Enter");
  await expectToast(page, "2 people are told by email.");
  await expect(page.getByText("1 person was left out.")).toBeVisible();
  await expect(page.getByText("Bea Rowan: The membership has ended.")).toBeVisible();
  await expect(button).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: "0 chosen" })).toHaveCount(1);
  const rowOf = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(rowOf("Ada Rowan")).toContainText("Premium");
  await expect(rowOf("Cleo Rowan")).toContainText("Premium");
  await expect(rowOf("Bea Rowan")).toContainText("Ended");
  await expectToFit(page);
  await expectAccessible(page);
  await app.mailbox.waitFor(cleo.email, /plan is Premium/);
});
