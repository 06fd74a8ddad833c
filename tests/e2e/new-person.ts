import { request } from "@playwright/test";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { linkIn } from "../support/mailbox.ts";
import type { RunningClub } from "../support/running-club.ts";

const password = "nine slow ferries";

/** Somebody who belongs to one test alone: invited, registered and verified by plain calls, and not approved yet. */
export async function registerPerson({ url, mailbox }: RunningClub, email: string) {
  const admin = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
  await admin.post("/api/auth/sign-in/email", { data: sampleAccounts.admin });
  const { code } = await (await admin.post("/api/invitations", { data: { email } })).json();
  await admin.dispose();

  const visitor = await request.newContext({ baseURL: url });
  await visitor.post("/api/registrations", { data: { code, email, password } });
  await visitor.get(linkIn(await mailbox.waitFor(email, /(verify|confirm)/i)));
  await visitor.dispose();
  return { email, password };
}
