import { type APIRequestContext, request } from "@playwright/test";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import { linkIn, tokenIn } from "../support/mailbox.ts";
import type { RunningClub } from "../support/running-club.ts";

const password = "nine slow ferries";

/** One admin session per worker. */
let inviter: Promise<APIRequestContext> | undefined;

async function signInAdmin(url: string): Promise<APIRequestContext> {
  const admin = await request.newContext({ baseURL: url, extraHTTPHeaders: { origin: url } });
  await admin.post("/api/auth/sign-in/email", { data: sampleAccounts.admin });
  return admin;
}

/** Registered and verified through the API, not approved. */
export async function registerPerson({ url, mailbox }: RunningClub, email: string) {
  inviter ??= signInAdmin(url);
  const { code } = await (await (await inviter).post("/api/invitations", { data: { email } })).json();

  const visitor = await request.newContext({ baseURL: url });
  await visitor.post("/api/registrations", { data: { code, email, password } });
  const token = tokenIn(linkIn(await mailbox.waitFor(email, /(verify|confirm)/i)));
  await visitor.post("/api/auth/verify-email", { data: { token, password } });
  await visitor.dispose();
  return { email, password };
}
