import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { chromiumFlags, journeyBrowserPath } from "../../tests/support/chromium.ts";

/** The pictures of docs/operations: the admins' screens of a new sample club. */
const folder = new URL("../../docs/operations/pictures/", import.meta.url);
const largestBytes = 60_000;
const port = process.env.PORT ?? "24170";
const url = `http://127.0.0.1:${port}`;

interface Desk {
  name: string;
  address: string;
  /** Visible once the screen has loaded. */
  shows: string;
  prepare?: (page: Page) => Promise<void>;
}

const desks: Desk[] = [
  { name: "settings", address: "settings", shows: "Name of the club" },
  {
    name: "settings-colours",
    address: "settings&section=brand",
    shows: "It on paper",
    prepare: async (page) => {
      await page.getByLabel("Invites: Join, marks").fill("#f08a24");
      await page.getByText("Refused").first().waitFor();
    },
  },
  { name: "settings-terms", address: "settings&section=terms", shows: "The beginning" },
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
  { name: "data-requests", address: "data", shows: "Data Requests" },
  { name: "newsletter", address: "newsletter", shows: "No addresses yet", prepare: fillNewsletter },
  { name: "audit", address: "audit", shows: "To whom or what" },
  { name: "system", address: "system", shows: "Fix now" },
  {
    name: "backups",
    address: "system",
    shows: "Verified",
    prepare: (page) => page.getByRole("region", { name: "Backups" }).evaluate((region) => region.scrollIntoView()),
  },
];

/** The sample club's box sends nothing. */
async function fillNewsletter(page: Page): Promise<void> {
  const headers = { origin: url };
  const path = `${url}/api/settings/newsletter`;
  const { value, revision } = await (await page.request.get(path)).json();
  await page.request.put(path, { headers, data: { value: { ...value, mode: "list" }, expected_revision: revision } });
  for (const email of ["ines@quill.example", "tom@castell.example", "margaret@harbourlight.example"]) {
    await page.request.post(`${url}/api/newsletter-subscriptions`, { headers, data: { email } });
  }
  await page.reload();
  await page.getByText("Waiting (3)").waitFor();
}

const dataDir = mkdtempSync(join(tmpdir(), "desks-"));
const environment = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: port };
const app = spawn(process.execPath, ["dist/server/main.js"], {
  env: environment,
  stdio: ["ignore", "pipe", "inherit"],
});
const stopped = new Promise((resolve) => app.once("exit", resolve));
try {
  for await (const line of createInterface({ input: app.stdout })) if (line.includes("ready")) break;
  app.stdout.resume();
  await photograph();
} finally {
  app.kill("SIGTERM");
  await stopped;
  rmSync(dataDir, { recursive: true, force: true });
}

async function photograph(): Promise<void> {
  const browser = await chromium.launch({ executablePath: journeyBrowserPath() ?? "chromium", args: chromiumFlags });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  const { email, password } = sampleAccounts.admin;
  const response = await context.request.post(`${url}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: url },
  });
  if (!response.ok()) throw new Error(`Sign-in failed: ${response.status()}`);
  mkdirSync(folder, { recursive: true });
  for (const { name, address, shows, prepare } of desks) {
    const page = await context.newPage();
    await page.goto(`${url}/#/members?tab=admin&view=${address}`);
    await page.getByText(shows).filter({ visible: true }).first().waitFor();
    await prepare?.(page);
    await page.waitForLoadState("networkidle");
    const picture = await compress(await page.screenshot());
    if (picture.length > largestBytes) throw new Error(`${name} has ${picture.length} bytes`);
    writeFileSync(new URL(`${name}.webp`, folder), picture);
    await page.close();
  }
  await browser.close();
}

/** Flat colours: few of them without loss are smaller and sharper than a lossy picture. */
async function compress(screenshot: Buffer): Promise<Buffer> {
  const reduced = await sharp(screenshot).png({ palette: true, colours: 32, dither: 0 }).toBuffer();
  return sharp(reduced).webp({ lossless: true, effort: 6 }).toBuffer();
}
