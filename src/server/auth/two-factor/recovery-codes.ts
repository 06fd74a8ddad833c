import { randomInt } from "node:crypto";
import { invitationCodeAlphabet } from "#shared/invitations.ts";
import type { OwnerContext } from "../../context.ts";

const amount = 10;
const length = 10;
const groupLength = 5;

/** Ten codes such as K7QX2-MPR9W, about 49 bits each. */
export const createRecoveryCodes = (): string[] => Array.from({ length: amount }, () => grouped(createCode()));

const createCode = () =>
  Array.from({ length }, () => invitationCodeAlphabet[randomInt(invitationCodeAlphabet.length)]).join("");

/** A recovery code as it was given out, however it was typed. */
export const normalRecoveryCode = (typed: string): string => grouped(typed.replace(/[\s-]/g, "").toUpperCase());

const grouped = (code: string) => `${code.slice(0, groupLength)}-${code.slice(groupLength)}`;

/** The codes that a person has left, also while the second factor is still being set up. */
export async function findRecoveryCodes(
  { auth, db }: Pick<OwnerContext, "auth" | "db">,
  userId: string,
): Promise<string[]> {
  const factor = await db.selectFrom("auth.two_factors").select("id").where("user_id", "=", userId).executeTakeFirst();
  if (!factor) return [];
  return (await auth.api.viewBackupCodes({ body: { userId } })).backupCodes;
}
