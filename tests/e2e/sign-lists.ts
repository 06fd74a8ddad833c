import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { Browser, Page } from "@playwright/test";
import { sql } from "kysely";
import { userHandleOf } from "#server/auth/passkeys/passkeys.ts";
import type { OwnerContext } from "#server/context.ts";
import type { Effects } from "#server/platform/db/types.ts";
import type { RunningApp } from "../support/running-app.ts";
import { createSession } from "./new-person.ts";
import { expect, expectToast, signIn } from "./test.ts";

export const founders = { amara: "amara@kindling.example", eleanor: "eleanor@kindling.example" } as const;

/** Passkeys belong to a domain name: 127.0.0.1 has none. */
export const onLocalhost = (url: string): string => url.replace("127.0.0.1", "localhost");

const idOf = async ({ db }: RunningApp, email: string): Promise<string> =>
  (await db.selectFrom("auth.users").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;

export const founderPanel = (app: RunningApp): Promise<string[]> =>
  Promise.all(Object.values(founders).map((email) => idOf(app, email)));

/** Signed in on localhost, with a passkey that is older than three days. */
export async function becomeFounder(
  page: Page,
  app: RunningApp,
  email: string,
  address: string,
  now = new Date(),
): Promise<void> {
  const url = onLocalhost(app.url);
  const user_id = await idOf(app, email);
  await givePasskey(page, app, user_id);
  const session = await createSession({ ...app, url }, user_id, now);
  await signIn(page, { email, password: "", session }, `${url}${address}`);
}

/** A browser of its own. */
export async function openFounder(browser: Browser, app: RunningApp, email: string, address: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: onLocalhost(app.url) });
  const page = await context.newPage();
  await becomeFounder(page, app, email, address);
  return page;
}

async function givePasskey(page: Page, { db }: RunningApp, user_id: string): Promise<void> {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  await db
    .insertInto("auth.passkeys")
    .values({
      user_id,
      name: "Phone",
      credential_id: id.toString("base64url"),
      sign_count: 0,
      transports: ["internal"],
      created_at: new Date(Date.now() - 30 * 86_400_000),
      public_key: publicKey.export({ format: "der", type: "spki" }),
    })
    .execute();
  const device = await page.context().newCDPSession(page);
  await device.send("WebAuthn.enable");
  const { authenticatorId } = await device.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await device.send("WebAuthn.addCredential", {
    authenticatorId,
    credential: {
      credentialId: id.toString("base64"),
      isResidentCredential: true,
      rpId: "localhost",
      privateKey: privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
      userHandle: Buffer.from(userHandleOf(user_id), "base64url").toString("base64"),
      signCount: 0,
    },
  });
}

/** The dialog of a list that is open: every tick, a call back where it is asked for, and the passkey. */
export async function signInDialog(page: Page, done: "Signed" | "Signed by two"): Promise<void> {
  const dialog = page.getByRole("dialog");
  const sign = dialog.getByRole("button", { name: "Sign with your passkey" });
  await expect(sign).toBeVisible();
  for (const box of await dialog.getByRole("checkbox").all()) await box.check();
  for (const note of await dialog.getByLabel(/^Whom you called back/).all())
    await note.fill("Jo Fern, on the number at Companies House.");
  await sign.click();
  await expectToast(page, done);
}

/** One prepares and signs by one press, the other reads and signs. */
export async function signByFounders([first, second]: readonly [Page, Page], list: "offer" | "closing list") {
  const label = `Sign the ${list}`;
  await first.getByRole("region", { name: "Next" }).getByRole("button", { name: label }).click();
  await signInDialog(first, "Signed");
  await second.reload();
  await second.getByRole("region", { name: "Next" }).getByRole("link", { name: "Read and sign" }).click();
  await second.getByRole("complementary", { name: "Signatures" }).getByRole("button", { name: label }).click();
  await signInDialog(second, "Signed by two");
}

/** What the clock does without its lists, for `past-the-lists.ts`; of its effects only the jobs. */
export const clockOf = ({ db }: RunningApp, at = new Date()): Pick<OwnerContext, "asOwner" | "now"> => ({
  now: () => at,
  asOwner: (_actor, work) =>
    db.transaction().execute(async (tx) => {
      await sql`select set_config('app.now', ${at.toISOString()}, true)`.execute(tx);
      const scheduled: { name: string; data: string; start: Date }[] = [];
      const effects = {
        audit: () => {},
        notify: () => {},
        mail: () => {},
        publish: () => {},
        schedule: (name: string, data: object, start: Date) =>
          scheduled.push({ name, data: JSON.stringify(data), start }),
      } as unknown as Effects;
      const result = await work(tx, effects);
      for (const { name, data, start } of scheduled)
        await sql`insert into pgboss.job (name, data, start_after) values (${name}, ${data}::jsonb, ${start})`.execute(
          tx,
        );
      return result;
    }),
});

/** The latest moment at which money could be called. */
export function lastCallTime(): Date {
  const day = new Date();
  day.setUTCHours(12, 0, 0, 0);
  if (day > new Date()) day.setUTCDate(day.getUTCDate() - 1);
  while (![1, 2, 3].includes(day.getUTCDay())) day.setUTCDate(day.getUTCDate() - 1);
  return day;
}

/** The day for which money to a new account waits is over. */
export const waitNoMore = ({ db }: RunningApp, dealId: string) =>
  sql`
    update act_parts set not_before = now() - interval '1 minute'
     where not_before is not null and act_id in (select id from acts where deal_id = ${dealId})`.execute(db);
