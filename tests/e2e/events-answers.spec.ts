import { buildEvent } from "#server/sample/build-event.ts";
import { callsWith, createPerson } from "./new-person.ts";
import { expect, expectAccessible, expectToast, expectToFit, expectToFitAt, signIn, test } from "./test.ts";

test.use({ viewport: { width: 360, height: 740 } });

const dayMilliseconds = 86_400_000;

test("A member on a phone brings a guest, waits for a full event, and takes the place that comes free", {
  tag: "@main",
}, async ({ page, app }) => {
  const approved = { status: "approved" } as const;
  const own = await createPerson(app, "wren@answers.example", { ...approved, full_name: "Ada Wren" });
  const other = await createPerson(app, "hale@answers.example", { ...approved, full_name: "Tom Hale" });
  const others = await callsWith(other.session);
  const date = new Date(Date.now() + 40 * dayMilliseconds).toISOString().slice(0, 10);
  const supper = await buildEvent(app.db, { title: "Winter supper", date, capacity: 3, guests: 1 });
  const clinic = await buildEvent(app.db, { title: "Term sheet clinic", date, capacity: 1, offer_hours: 12 });
  const answer = (slug: string, going: boolean) => others.put(`/api/events/${slug}/answer`, { data: { going } });
  for (const { slug } of [supper, clinic]) expect((await answer(slug, true)).status()).toBe(200);
  await signIn(page, own, "/#/members?tab=events");
  const card = (name: string) =>
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 2, name, exact: true }) });
  const dialog = page.getByRole("dialog");

  await test.step("goes, and brings a guest", async () => {
    const event = card("Winter supper");
    await expect(event).toContainText("1 of 3 places taken");
    await event.getByRole("button", { name: "Going", exact: true }).click();
    await expectToast(page, "You are going");
    await expect(event).toContainText("2 of 3 places taken");
    await event.getByRole("button", { name: "Bring a guest" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByLabel("Your guest’s name")).toHaveAccessibleDescription(/Please enter your guest’s name/);
    await expectAccessible(dialog);
    await dialog.getByLabel("Your guest’s name").fill("Helen Marsh");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
    await expect(event).toContainText("With Helen Marsh");
    await expect(event).toContainText("3 of 3 places taken");
  });

  await test.step("sees what was pressed, wherever it lies: the message keeps to the other end of the window", async () => {
    const event = card("Winter supper");
    const message = page.locator(".toast");
    for (const [name, block] of [
      ["Not going", "end"],
      ["Going", "start"],
    ] as const) {
      const pressed = event.getByRole("button", { name, exact: true });
      await pressed.evaluate((button, to) => button.scrollIntoView({ block: to, behavior: "instant" }), block);
      await pressed.click();
      await expectToast(page, name === "Going" ? "You are going" : "You are not going");
      const isCovered = async () => {
        const [over, under] = await Promise.all([message.boundingBox(), pressed.boundingBox()]);
        return !over || !under || (over.y < under.y + under.height && under.y < over.y + over.height);
      };
      await expect.poll(isCovered).toBe(false);
    }
    await event.getByRole("button", { name: "Bring a guest" }).click();
    await dialog.getByLabel("Your guest’s name").fill("Helen Marsh");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step("waits where all places are taken", async () => {
    const event = card("Term sheet clinic");
    await expect(event).toContainText("1 place, all taken.");
    await expect(event).not.toContainText("1 of 1 place taken");
    const notGoing = event.getByRole("button", { name: "Not going" });
    await notGoing.click();
    await expect(notGoing).toHaveAttribute("aria-pressed", "true");
    await expectToFitAt(page, [320, 360]);
    await event.getByRole("button", { name: "Join the waiting list" }).click();
    await expect(event).toContainText("Waiting list, 1st of 1");
    await expect(event).toContainText("A place is yours for 12 hours when one is free.");
  });

  await test.step("leaves the list only once the question is answered", async () => {
    const event = card("Term sheet clinic");
    const leave = event.getByRole("button", { name: "Leave the list" });
    await leave.click();
    await dialog.getByRole("button", { name: "Stay on the list" }).click();
    await expect(event).toContainText("Waiting list, 1st of 1");
    await leave.click();
    await dialog.getByRole("button", { name: "Leave the list" }).click();
    await expect(event).toContainText("1 place, all taken.");
    await event.getByRole("button", { name: "Join the waiting list" }).click();
    await expect(event).toContainText("Waiting list, 1st of 1");
  });

  await test.step("takes the place that somebody leaves", async () => {
    expect((await answer(clinic.slug, false)).status()).toBe(200);
    await page.reload();
    const event = card("Term sheet clinic");
    await expect(event).toContainText(/A place is free for you until (today|tomorrow), \d\d:\d\d/);
    await expectToFit(page, "an offer at 360 px");
    await event.getByRole("button", { name: "Take the place" }).click();
    await expect(event.getByRole("button", { name: "Going", exact: true })).toHaveAttribute("aria-pressed", "true");
    await expect(event).toContainText("1 of 1 place taken");
  });

  await others.dispose();
  // The events are removed, as other journeys count what a club begins with; answers are deleted before their events.
  const ids = [supper.id, clinic.id];
  await app.db.deleteFrom("event_places").where("event_id", "in", ids).execute();
  await app.db.deleteFrom("content_items").where("id", "in", ids).execute();
});
