import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { downloadFrom } from "./page-actions.ts";
import { ageSignIns, expect, expectAccessible, expectToFit, signInAsAdmin, test } from "./test.ts";

test.use({ allowedNoise: [/Failed to load resource|Broken for/] });

const address = "/#/members?tab=admin&view=system";

test("An admin sees what is to be done, sends a test email, and discards what failed", { tag: "@main" }, async ({
  page,
  app,
}) => {
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, state, output, started_on, completed_on)
    values ('mail', '{"template": "invitation"}', 'failed', '{"reason": "550 <ada@mail.example> unknown"}', now(), now())
    returning id`.execute(app.db);
  await signInAsAdmin(page, address);
  const checklist = page.getByRole("table", { name: "Setup checklist" });
  const first = checklist.getByRole("row").nth(1);
  await expect(first).toContainText("Fix now");
  await expect(checklist.getByRole("row", { name: /^Address/ })).toContainText(
    "Ask whoever runs the server to set up https and to change APP_URL.",
  );
  const top = await page.getByRole("heading", { name: "System", exact: true }).boundingBox();
  const record = await first.boundingBox();
  expect((record?.y ?? Infinity) - (top?.y ?? 0)).toBeLessThan(360);

  const database = page.getByRole("table", { name: "Database" });
  await expect(database).toBeHidden();
  await page.getByRole("region", { name: "Database" }).locator("summary").click();
  await expect(database.getByRole("row", { name: /^Prepared statements/ })).toContainText("On");
  await expect(database.getByRole("row", { name: /^Replica/ })).toContainText("None");

  const queue = page.getByRole("region", { name: "Emails and jobs in the queue" });
  // Among what is good or, where the failed one is the latest, what is to be done.
  await page.getByText(/^Good: /).click();
  const mail = page.getByRole("row").filter({ has: page.getByRole("button", { name: "Send a test email" }) });
  await mail.getByRole("button", { name: "Send a test email" }).click();
  await app.mailbox.waitFor(sampleAccounts.admin.email, /Test email/);
  await expect(mail.getByRole("status")).toContainText(/Test email of .+: Sent/);

  const failed = queue.getByRole("row", { name: /invitation/ });
  await expect(failed).toContainText("550 <[email]> unknown");
  await page.setViewportSize({ width: 320, height: 700 });
  await expectToFit(page);
  await failed.getByRole("button", { name: /^Discard/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect(failed).toBeHidden();
  const left = await sql`select from pgboss.job where id = ${rows[0]?.id}`.execute(app.db);
  expect(left.rows).toEqual([]);
});

test("An admin looks again, and reads until when an email waits", async ({ page, app }) => {
  await signInAsAdmin(page, address);
  const queue = page.getByRole("region", { name: "Emails and jobs in the queue" });
  await queue.locator("summary").click();
  await queue.getByRole("radio", { name: "Waiting" }).check();
  const waiting = queue.getByRole("row", { name: /membership suspended/ });
  await expect(page.getByRole("table", { name: "Setup checklist" })).toBeVisible();
  await expect(waiting).toHaveCount(0);
  await sql`
    insert into pgboss.job (name, data, start_after)
    values ('mail', '{"template": "membership-suspended"}', '2099-01-02 07:00+00')`.execute(app.db);
  await page.getByRole("button", { name: "Look again" }).click();
  await expect(waiting).toContainText("Not before 2 Jan 2099, 07:00");
  await waiting.getByRole("button", { name: /^Discard/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect(waiting).toHaveCount(0);
});

test("An admin makes a backup, sees that it is verified, and downloads it with the password", async ({ page, app }) => {
  await app.db.deleteFrom("backups").where("state", "<>", "running").execute();
  await signInAsAdmin(page, address);
  await ageSignIns(app);
  const backups = page.getByRole("region", { name: "Backups" });
  await page
    .getByRole("table", { name: "Setup checklist" })
    .getByRole("row", { name: /^Backup/ })
    .getByRole("button", { name: "Make a backup now" })
    .click();
  await backups
    .getByRole("row", { name: /Verified/ })
    .getByRole("button", { name: /^Download/ })
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("The file holds everything");
  await dialog.getByRole("button", { name: "Download" }).click();
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expectAccessible(question);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await dialog.getByRole("button", { name: "Download" }).click();
  await question.getByLabel("Your password").fill(sampleAccounts.admin.password);
  const download = await downloadFrom(question.getByRole("button", { name: "Confirm" }));
  expect(download.suggestedFilename()).toMatch(/^kindling-.+\.backup$/);
  expect(gunzipSync(readFileSync(await download.path())).toString()).toContain('"kind":"backup of a club"');
  await expect(dialog).toBeHidden();
});

test("An error of a visitor's browser arrives without its text", async ({ page, browser, app }) => {
  const visitor = await (await browser.newContext({ baseURL: app.url })).newPage();
  await visitor.goto("/#/contact?email=ada@mail.example");
  const reported = visitor.waitForResponse(/\/api\/client-errors$/);
  await visitor.evaluate(() => {
    setTimeout(() => {
      throw new Error("Broken for ada@mail.example");
    });
  });
  expect((await reported).status()).toBe(202);
  await signInAsAdmin(page, address);
  const row = page.getByRole("region", { name: "Errors of browsers" }).getByRole("row").filter({ hasText: "/contact" });
  await expect(row).toContainText("Error: text not kept");
  await expect(row).not.toContainText("Broken");
});
