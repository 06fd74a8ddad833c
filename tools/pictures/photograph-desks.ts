import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium, type Locator, type Page } from "@playwright/test";
import sharp from "sharp";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { chromiumFlags, journeyBrowser } from "../../tests/support/chromium.ts";

/** The pictures of docs/operations: the admins' screens of a new sample club. */
const folder = new URL("../../docs/operations/pictures/", import.meta.url);
const largestBytes = 60_000;
const port = process.env.PORT ?? "24170";
/** What the screens say, without a port; a sample club answers this machine only. */
const host = "localhost";
const url = `http://${host}`;
const founder = "ada@kindling.example";

interface Desk {
  name: string;
  address: string;
  /** Visible once the screen has loaded. */
  shows: string;
  prepare?: (page: Page) => Promise<void>;
}

const desks: Desk[] = [
  { name: "settings", address: "club", shows: "Name of the club" },
  {
    name: "settings-colours",
    address: "look",
    shows: "How it looks",
    prepare: async (page) => {
      await page.getByLabel("Accent colour: Join, badges").fill("#f08a24");
      await page.getByText("Refused").first().waitFor();
      await toTop(page.getByText("Main colour").first());
    },
  },
  {
    name: "settings-terms",
    address: "plans",
    shows: "The beginning",
    prepare: (page) => toTop(page.getByRole("heading", { name: "Fees and minimum" })),
  },
  { name: "content", address: "content", shows: "Saved" },
  {
    name: "content-editor",
    address: "content&q=Understanding",
    shows: "Understanding",
    prepare: async (page) => {
      await page.getByRole("row").nth(1).getByRole("link").click();
      await page.getByRole("toolbar").waitFor();
    },
  },
  { name: "people", address: "people", shows: "Last sign-in" },
  {
    name: "person",
    address: "people&q=Priya",
    shows: "Last sign-in",
    prepare: async (page) => {
      await page.getByRole("row").nth(1).getByRole("link").click();
      await page.getByText("What happened").waitFor();
    },
  },
  { name: "invitations", address: "invitations", shows: "Created" },
  { name: "requests", address: "requests", shows: "Approve" },
  { name: "import", address: "import", shows: "What a line can look like" },
  { name: "newsletter", address: "newsletter", shows: "No addresses yet", prepare: fillNewsletter },
  { name: "statement-forms", address: "statement-forms", shows: "Signed off" },
  { name: "statements", address: "statements", shows: "Valid until" },
  { name: "enquiries", address: "enquiries", shows: "Take on" },
  { name: "deals", address: "deals", shows: "Alder Analytics" },
  { name: "deal", ...openDeal("closing", "Steps of the round") },
  { name: "deal-version", ...openDeal("versions", "Evidence (ZIP)") },
  { name: "deal-room", ...openDeal("room", "Cap table") },
  { name: "deal-questions", ...openDeal("questions", "Answer") },
  { name: "deal-emails", ...openDeal("mails", "The release") },
  { name: "register", address: "shown", shows: "Statement" },
  { name: "audit", address: "audit", shows: "To whom or what" },
  { name: "system", address: "system", shows: "Fix now" },
  {
    name: "backups",
    address: "system",
    shows: "Verified",
    prepare: (page) => toTop(page.getByRole("region", { name: "Backups" })),
  },
];

function openDeal(part: string, ready: string): Omit<Desk, "name"> {
  return {
    address: "deals",
    shows: "Alder Analytics",
    prepare: async (page) => {
      await page.getByRole("link", { name: "Alder Analytics" }).first().click();
      await page.waitForURL(/deal=/);
      await page.evaluate((name) => {
        location.hash = `${location.hash}&part=${name}`;
      }, part);
      await page.getByText(ready).filter({ visible: true }).first().waitFor();
      if (part !== "closing") await toTop(page.getByRole("navigation", { name: "Parts of the record" }));
    },
  };
}

/** Under the bar of the site, which stays. */
const toTop = (part: Locator) =>
  part.evaluate((element) => {
    window.scrollBy({ top: element.getBoundingClientRect().top - 96, behavior: "instant" });
  });

/** The sample club's box sends nothing. */
async function fillNewsletter(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const headers = { "content-type": "application/json" };
    const { revision, value } = await (await fetch("/api/settings/newsletter")).json();
    const setting = { value: { ...value, mode: "list" }, expected_revision: revision };
    await fetch("/api/settings/newsletter", { method: "PUT", headers, body: JSON.stringify(setting) });
    for (const email of ["ines@quill.example", "tom@castell.example", "margaret@harbourlight.example"]) {
      await fetch("/api/newsletter-subscriptions", { method: "POST", headers, body: JSON.stringify({ email }) });
    }
  });
  await page.reload();
  await page.getByText("Waiting (3)").waitFor();
}

mkdirSync(folder, { recursive: true });
await runApp({}, photographDesks);
await runApp({ ADMIN_EMAILS: founder }, photographSetup);

async function runApp(settings: Record<string, string>, visit: (page: Page, dataDir: string) => Promise<void>) {
  const dataDir = mkdtempSync(join(tmpdir(), "desks-"));
  const { PATH, HOME } = process.env;
  const app = spawn(process.execPath, ["dist/server/main.js"], {
    env: { PATH, HOME, DATA_DIR: dataDir, PORT: port, APP_URL: url, ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stopped = new Promise((resolve) => app.once("exit", resolve));
  const resolver = `--host-resolver-rules=MAP ${host}:80 127.0.0.1:${port}`;
  const browser = await chromium.launch({
    executablePath: "chromium",
    ...journeyBrowser(),
    args: [...chromiumFlags, resolver],
  });
  try {
    for await (const line of createInterface({ input: app.stdout })) if (line.includes("ready")) break;
    app.stdout.resume();
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: "en-GB",
      reducedMotion: "reduce",
    });
    await visit(await context.newPage(), dataDir);
  } finally {
    await browser.close();
    app.kill("SIGTERM");
    await stopped;
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function photographDesks(page: Page): Promise<void> {
  await page.goto(url);
  const { email, password } = sampleAccounts.admin;
  const isIn = await page.evaluate(signIn, { email, password });
  if (!isIn) throw new Error("Sign-in failed");
  for (const { name, address, shows, prepare } of desks) {
    await page.goto("about:blank");
    await page.goto(`${url}/#/members?tab=admin&view=${address}`);
    await page.getByText(shows).filter({ visible: true }).first().waitFor();
    await prepare?.(page);
    await photograph(page, name);
  }
}

async function photographSetup(page: Page, dataDir: string): Promise<void> {
  const links = readFileSync(join(dataDir, "registration-links.txt"), "utf8").split("\n");
  await page.goto(links.find((line) => line.startsWith(founder))?.split(/\s+/)[1] ?? "");
  await page.getByText("Step 1 of 3: Your account").waitFor();
  await photograph(page, "setup");
}

async function photograph(page: Page, name: string): Promise<void> {
  await page.waitForLoadState("networkidle");
  const picture = await compress(await page.screenshot());
  if (picture.length > largestBytes) throw new Error(`${name} has ${picture.length} bytes`);
  writeFileSync(new URL(`${name}.webp`, folder), picture);
}

/** Runs in the page. */
async function signIn(body: object): Promise<boolean> {
  const headers = { "content-type": "application/json" };
  const response = await fetch("/api/auth/sign-in/email", { method: "POST", headers, body: JSON.stringify(body) });
  return response.ok;
}

/** Flat colours: few of them without loss are smaller and sharper than a lossy picture. */
async function compress(screenshot: Buffer): Promise<Buffer> {
  const reduced = await sharp(screenshot).png({ palette: true, colours: 32, dither: 0 }).toBuffer();
  return sharp(reduced).webp({ lossless: true, effort: 6 }).toBuffer();
}
