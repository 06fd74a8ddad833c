import { join } from "node:path";
import { type TOTP, URI } from "otpauth";
import { sampleAccounts } from "#server/sample/sample-club.ts";
import type { Stage } from "./stage.ts";
import { type Answer, call } from "./visitor.ts";

export interface SavedClub {
  /** Still exists; the club is stopped. */
  dataDir: string;
  file: string;
  /** The sample member's authenticator. */
  totp: TOTP;
}

export const invited = "otto@mail.example";

/** Sample club with two-factor and two queued mails, and its backup. */
export async function saveSampleClub({ spawn, folder, sampleClubFolder, command }: Stage): Promise<SavedClub> {
  const dataDir = sampleClubFolder();
  const settings = { DATA_DIR: dataDir, SMTP_URL: "smtp://127.0.0.1:1" };
  const club = spawn(settings);
  const url = await club.url();
  const admin = cookieOf(await signIn(url, sampleAccounts.admin));
  await call(url, "POST /api/invitations", { email: invited }, admin);
  const { password } = sampleAccounts.member;
  const member = cookieOf(await signIn(url, sampleAccounts.member));
  const { body } = await call(url, "POST /api/auth/two-factor/enable", { password }, member);
  const totp = URI.parse(body.totp_uri) as TOTP;
  await call(url, "POST /api/auth/two-factor/verify-totp", { code: totp.generate() }, member);
  const file = join(folder(), "club.backup");
  const { exitCode, said } = await command(settings, "backup", file);
  if (exitCode !== 0) throw new Error(said);
  club.process.kill("SIGTERM");
  await club.ended;
  return { dataDir, file, totp };
}

export const signIn = (url: string, account: { email: string; password: string }) =>
  call(url, "POST /api/auth/sign-in/email", account);

export const cookieOf = ({ headers }: Answer) =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0])
    .join("; ");
