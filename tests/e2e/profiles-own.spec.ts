import type { Page } from "@playwright/test";
import sharp from "sharp";
import { buildSubmission } from "#server/sample/builders.ts";
import type { RunningApp } from "../support/running-app.ts";
import { callsOfAdmin, callsWith, createPerson } from "./new-person.ts";
import { expect, expectAccessible, expectToast, expectToFit, signIn, signInByForm, test } from "./test.ts";

const submitView = "/#/members?tab=directory&view=submit";
const editView = "/#/members?tab=directory&view=edit";

const photograph = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: "#2c4653" } })
    .jpeg()
    .toBuffer();

/** Changes the stored draft and reloads. */
async function changeDraft(page: Page, draft: "submission" | "profile", values: object): Promise<void> {
  await page.evaluate(
    ([kind, changed]) => {
      const key = Object.keys(sessionStorage).find(
        (name) => name.startsWith(`${kind}-draft:`) && !name.endsWith(":skill"),
      );
      const kept = JSON.parse(sessionStorage.getItem(key ?? "") ?? "{}");
      sessionStorage.setItem(key ?? "", JSON.stringify({ ...kept, ...changed }));
    },
    [draft, values] as const,
  );
  await page.reload();
}

const chooser = (page: Page) => page.getByRole("button", { name: /^(Upload a picture|Replace picture)$/ });
const preview = (page: Page) => page.getByRole("group", { name: /^Profile picture/ }).locator(".avatar img");
const expertiseBox = (page: Page) => page.getByRole("textbox", { name: /^Expertise/ });

test.use({ allowedNoise: [/Failed to load resource/] });

test("Submit Profile checks its fields, and its skills and draft survive a reload until the person logs out", {
  tag: "@main",
}, async ({ page, app }) => {
  await signIn(page, await createPerson(app, "drafts@profile.example"), submitView);
  await expect(page.getByLabel("Full name")).toBeVisible();

  await test.step("shows an error at each field, and long text fields are enlarged", async () => {
    const minimumHeight = (label: RegExp) => page.getByLabel(label).evaluate((box) => getComputedStyle(box).minHeight);
    expect([await minimumHeight(/^Bio/), await minimumHeight(/^Services offered/)]).toEqual(["100px", "80px"]);
    await page.getByLabel(/^Company/).fill("x".repeat(201));
    await page.getByLabel(/^Profile picture URL/).fill("/api/pictures/mine");
    await page.getByRole("button", { name: "Submit profile" }).click();
    await expect(page.getByLabel("Full name")).toBeFocused();
    await expect(page.getByLabel("Full name")).toHaveAccessibleDescription("Full name is required");
    await expect(page.getByLabel(/^Company/)).toHaveAccessibleDescription("Please use at most 200 characters");
    await expect(page.getByLabel(/^Profile picture URL/)).toHaveAccessibleDescription(
      "Invalid url Instead of an upload. Begins with https://",
    );
    await expect(page.getByLabel(/^Company/)).toHaveValue("x".repeat(201));
    await page.getByRole("button", { name: "Discard changes" }).click();
    await expect(page.getByLabel(/^Company/)).toHaveValue("");
  });

  await test.step("completes an address without a scheme, and on a phone shows the first error with its message, marked", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const [linkedIn, website] = [page.getByLabel(/^LinkedIn URL/), page.getByLabel(/^Website URL/)];
    await linkedIn.fill("linkedin.com/in/drafts");
    await website.focus();
    await expect(linkedIn).toHaveValue("https://linkedin.com/in/drafts");
    await page.getByLabel("Full name").fill("Drafts Drawn");
    await website.fill("not an address");
    await page.getByRole("button", { name: "Submit profile" }).click();
    await expect(website).toHaveAccessibleDescription("Invalid url Such as your-company.com");
    await expect(page.getByText("Invalid url", { exact: true })).toBeInViewport({ ratio: 1 });
    await expect(website).toBeFocused();
    await expect(website).toHaveAttribute("aria-invalid", "true");
    await expect(website).toHaveCSS(
      "outline-color",
      await website.evaluate((box) => getComputedStyle(box).borderColor),
    );
    await expect(website).not.toHaveCSS(
      "border-color",
      await linkedIn.evaluate((box) => getComputedStyle(box).borderColor),
    );
    await page.getByRole("button", { name: "Discard changes" }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("adds skills by button or Enter, trimmed and without duplicates; a half-typed one survives a reload", async () => {
    const chips = page.getByRole("button", { name: /^Remove (?!picture)/ });
    await expertiseBox(page).fill("  Pricing ");
    await page.getByRole("button", { name: "Add expertise" }).click();
    await expertiseBox(page).fill("Hiring");
    await expertiseBox(page).press("Enter");
    await expertiseBox(page).fill("pricing");
    await expertiseBox(page).press("Enter");
    await expertiseBox(page).fill("   ");
    await expertiseBox(page).press("Enter");
    await expect(chips).toHaveCount(2);
    await expect(page.getByText("Pricing", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Remove Hiring" }).click();
    await expect(chips).toHaveCount(1);
    await expertiseBox(page).fill("Board work, half ty");
    await page.getByLabel(/^Bio/).fill("Typed and not sent");
    await page.reload();
    await expect(expertiseBox(page)).toHaveValue("Board work, half ty");
    await expect(chips).toHaveCount(1);
    await expect(page.getByText("Not saved yet.")).toBeVisible();
    await page.getByRole("link", { name: "View Directory" }).click();
    await page.getByRole("button", { name: "Leave the form" }).click();
    await page.getByRole("link", { name: "Submit Profile" }).click();
    await expect(expertiseBox(page)).toHaveValue("Board work, half ty");
    await expect(page.getByLabel(/^Bio/)).toHaveValue("Typed and not sent");
    await page.getByRole("button", { name: "Discard changes" }).click();
    await expect(expertiseBox(page)).toHaveValue("");
    await page.reload();
    await expect(expertiseBox(page)).toHaveValue("");
    await expect(page.getByLabel(/^Bio/)).toHaveValue("");
    await expect(page.getByText("Not saved yet.")).toHaveCount(0);
    await page.getByLabel(/^Bio/).fill("Nobody else at this computer shall read it");
    await page.getByRole("banner").getByRole("button", { name: "Log out" }).click();
    await expect(page).toHaveURL(/#\/$/);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });
});

test("A profile submission that fails keeps its draft, is confirmed when it succeeds, and cannot be repeated", async ({
  page,
  app,
}) => {
  const account = await createPerson(app, "twice@profile.example");
  await signIn(page, account, submitView);
  await page.getByLabel("Full name").fill("Late Sender");

  await test.step("an unreachable server or a missing session is reported, and the draft is kept until after sign-in", async () => {
    await page.route("**/api/member-profile-submissions/me", (route) => route.abort());
    await page.getByRole("button", { name: "Submit profile" }).click();
    await expectToast(page, "Unexpected Error");
    await expectToast(page, "An unexpected error occurred while submitting your profile. Please try again.");
    await expect(page.getByLabel("Full name")).toHaveValue("Late Sender");
    await page.unroute("**/api/member-profile-submissions/me");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Submit profile" }).click();
    await expectToast(page, "Authentication Error");
    await expectToast(page, "You must be logged in to submit a profile. Please log in and try again.");
    await signInByForm(page, account);
    await page.goto(submitView);
    await expect(page.getByLabel("Full name")).toHaveValue("Late Sender");
  });

  await test.step("a rejection by the server is shown, also at the field", async () => {
    await page.getByLabel("Full name").fill("Twyla Marsh");
    await expertiseBox(page).fill("Typed, and not added by hand");
    await changeDraft(page, "submission", { profile_image_url: await pictureOfAdmin(app) });
    await page.getByRole("button", { name: "Submit profile" }).click();
    await expectToast(page, "Submission Failed");
    await expectToast(page, "Failed to submit profile: Your uploaded picture is no longer there. Please try again.");
    await expect(chooser(page)).toHaveAccessibleDescription(
      "This picture is no longer there. Please upload it again, or remove it.",
    );
    await expect(chooser(page)).toBeFocused();
    await page.getByRole("button", { name: "Remove picture" }).click();
  });

  await test.step("a success is confirmed, and a second submission shows the pending notice", async () => {
    await page.getByRole("button", { name: "Submit profile" }).click();
    await expectToast(page, "Profile Submitted Successfully!");
    await expectToast(page, "Your profile has been submitted for admin review. You'll be notified once it's approved.");
    await expect(page.getByRole("heading", { name: "Profile Submitted!", exact: true })).toBeVisible();
    await expect(
      page.getByText(
        "An admin will review your profile. You will be notified once it is approved and added to the member directory.",
      ),
    ).toBeVisible();
    const own = await (await page.request.get("/api/member-profile-submissions/me")).json();
    expect(own.expertise).toEqual(["Typed", "and not added by hand"]);
    await expect(page.getByText("it waits for review: another is not taken")).toBeVisible();
    await expect(page.getByRole("button", { name: "Submit Another Profile" })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Submission Already Exists", exact: true })).toBeVisible();
  });
});

test("Edit Profile shows skeletons, a picture chosen by keyboard, errors at the fields, and a change's outcome", async ({
  page,
  app,
}) => {
  const person = await createPerson(app, "picture@profile.example", { full_name: "Pia Portrait", status: "approved" });
  await buildSubmission(app.db, { user_id: person.id, full_name: "Pia Portrait", status: "approved" });
  await app.db.insertInto("member_profiles").values({ user_id: person.id, full_name: "Pia Portrait" }).execute();

  await test.step("both forms show three skeletons while loading", async () => {
    let answer = () => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/api/member-profile*/me", async (route) => {
      await asked;
      await route.continue();
    });
    await signIn(page, person, editView);
    await expect(page.getByRole("status", { name: "Loading your profile" }).locator("> *")).toHaveCount(3);
    await page.getByRole("link", { name: "Submit Profile" }).click();
    await expect(page.getByRole("status", { name: "Looking for your submission" }).locator("> *")).toHaveCount(3);
    answer();
    await expect(page.getByRole("heading", { name: "Submission Already Exists", exact: true })).toBeVisible();
  });

  await test.step("a picture is previewed at once, kept after a reload, saved, visible to members, and removed", async () => {
    // Wait before clicking: the event fires early.
    const opened = page.waitForEvent("filechooser");
    await page.goto(editView);
    await expect(page.getByLabel("Full name")).toHaveValue("Pia Portrait");
    await chooser(page).press("Enter");
    await (await opened).setFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer: await photograph() });
    await expect(preview(page)).toHaveAttribute("src", /^\/api\/pictures\/[0-9a-f-]{36}$/);
    await expect(page.getByText("Picture uploaded. Save the form to use it.")).toBeAttached();
    await expect(chooser(page)).toHaveText("Replace picture");
    await page.reload();
    await expect(preview(page)).toBeVisible();
    await expectAccessible(page.getByRole("main"));
    await page.getByRole("button", { name: "Save changes" }).click();
    await expectToast(page, "Your profile has been updated successfully.");
    await expect(page.getByText("Picture uploaded. Save the form to use it.")).toHaveCount(0);

    const src = (await preview(page).getAttribute("src")) ?? "";
    const member = await createPerson(app, "looks@profile.example", { status: "approved" });
    const theirs = await callsWith(member.session);
    expect((await theirs.get(src)).headers()["content-type"]).toMatch(/^image\//);
    await theirs.dispose();
    await page.goto("/#/members?tab=directory");
    const card = page.getByRole("listitem").filter({ hasText: "Pia Portrait" });
    const picture = card.locator(".avatar img");
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(512);

    await page.goto(editView);
    await page.getByRole("button", { name: "Remove picture" }).press("Enter");
    await expect(chooser(page)).toBeFocused();
    await expect(page.getByText("Picture removed")).toBeAttached();
    const saved = page.waitForResponse("**/api/member-profiles/me");
    await page.getByRole("button", { name: "Save changes" }).click();
    expect(await (await saved).json()).toMatchObject({ full_name: "Pia Portrait", profile_image_url: null });
    await page.goto("/#/members?tab=directory");
    await expect(card.locator(".avatar")).toHaveText("PP");
    await page.goto(editView);
  });

  await test.step("what is missing is named until it is dismissed, and the preview is the directory's own card and page", async () => {
    await page.getByRole("button", { name: "What others see" }).click();
    const card = page.getByRole("listitem").filter({ hasText: "Pia Portrait" });
    await expect(card).toContainText("Pia Portrait");
    await expectAccessible(page.getByRole("main"));
    await card.getByRole("link", { name: /^View profile/ }).click();
    await expect(page.getByRole("dialog", { name: "Pia Portrait" })).toContainText("In the directory since");
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    const hint = page.getByText(/^Not filled in yet: your position, .* a picture, a link/);
    await expect(hint).toBeVisible();
    await page.getByRole("button", { name: "Do not show this again" }).click();
    await expect(hint).toBeHidden();
    await page.reload();
    await expect(page.getByLabel("Full name")).toHaveValue("Pia Portrait");
    await expect(hint).toBeHidden();
  });

  await test.step("errors are shown at their fields; success, failure and a missing session are reported", async () => {
    const save = page.getByRole("button", { name: "Save changes" });
    await page.getByLabel("Full name").fill("E");
    await save.click();
    await expect(page.getByLabel("Full name")).toHaveAccessibleDescription("Full name must be at least 2 characters");
    await page.getByRole("button", { name: "Discard changes" }).click();

    await page.getByLabel(/^Company/).fill("Wright & Co");
    await page.route("**/api/member-profiles/me", (route) => route.abort());
    await save.click();
    await expectToast(page, "Failed to update profile. Please try again.");
    await page.unroute("**/api/member-profiles/me");
    await save.click();
    await expectToast(page, "Success!");
    await expectToast(page, "Your profile has been updated successfully.");

    await page.getByLabel(/^Company/).fill("Wright Ltd");
    await page.context().clearCookies();
    await save.click();
    await expectToast(page, "You must be logged in to update your profile.");
  });
});

test("A profile picture can be dropped on its field, which rejects other files and blocks submitting during an upload", async ({
  page,
  app,
}) => {
  await signIn(page, await createPerson(app, "dropped@profile.example"), submitView);
  await expect(page.getByLabel("Full name")).toBeVisible();

  await test.step("files that are not pictures or too large are rejected", async () => {
    const drop = async (bytes: number[], name: string) => {
      const dataTransfer = await page.evaluateHandle(
        ([content, called]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([new Uint8Array(content)], called, { type: "image/png" }));
          return transfer;
        },
        [bytes, name] as const,
      );
      await page.locator(".file-drop").dispatchEvent("drop", { dataTransfer });
    };
    await drop([...Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>")], "logo.png");
    await expect(chooser(page)).toHaveAccessibleDescription(
      "This file is not a picture we can read. Please choose a JPEG, PNG, WebP, AVIF or GIF. An iPhone takes JPEGs with Settings, Camera, Formats, Most Compatible.",
    );
    await expectAccessible(page.getByRole("main"));
    await drop([...(await photograph())], "me.jpg");
    await expect(preview(page)).toBeVisible();
    await expect(chooser(page)).toHaveAccessibleDescription(/^JPEG, PNG, WebP, AVIF or GIF, at most 5 MB/);

    const buffer = Buffer.alloc(5 * 1024 * 1024 + 1);
    await page.locator("input[type=file]").setInputFiles({ name: "big.png", mimeType: "image/png", buffer });
    await expect(chooser(page)).toHaveAccessibleDescription(
      "This picture is larger than 5 MB. Please choose a smaller one.",
    );
    await expect(preview(page)).toBeVisible();
    await page.setViewportSize({ width: 320, height: 700 });
    await expectToFit(page);
  });

  await test.step("submitting waits for the upload, and the initials are shown when it fails", async () => {
    await page.getByRole("button", { name: "Remove picture" }).click();
    await page.getByLabel("Full name").fill("Slow Sender");
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/api/pictures?*", async (route) => {
      await held;
      await route.abort();
    });
    const buffer = await photograph();
    await page.locator("input[type=file]").setInputFiles({ name: "me.jpg", mimeType: "image/jpeg", buffer });
    await expect(page.getByRole("button", { name: /^Uploading \d+%\.\.\.$/ })).toBeVisible();
    await page.getByLabel("Full name").press("Enter");
    await expect(page.getByRole("button", { name: "Uploading picture..." })).toHaveAttribute("aria-disabled", "true");
    await expect(page.getByLabel("Full name")).toBeEnabled();
    answer();
    await expect(chooser(page)).toHaveAccessibleDescription("The picture could not be uploaded. Please try again.");
    await page.getByLabel(/^Profile picture URL/).fill(`${app.url.replace("http:", "https:")}/nothing.png`);
    await page.getByLabel(/^Profile picture URL/).press("Tab");
    await expect(page.locator(".file-drop .avatar")).toHaveText("SS");
    await expect(page.getByRole("heading", { name: "Profile Submitted!", exact: true })).toHaveCount(0);
  });
});

/** The server refuses another person's picture like a deleted one that a stale draft names. */
async function pictureOfAdmin(app: RunningApp): Promise<string> {
  const admin = await callsOfAdmin(app);
  const answer = await admin.post("/api/pictures?name=theirs", {
    data: await photograph(),
    headers: { "content-type": "image/jpeg" },
  });
  return (await answer.json()).url;
}
