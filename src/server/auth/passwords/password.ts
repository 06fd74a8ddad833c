import { dictionary } from "@zxcvbn-ts/language-common";
import { minimumPasswordLength, registrationMessages } from "#shared/registration-messages.ts";
import { HttpError } from "../../platform/http/http-error.ts";

const refusedCommonPasswords = 10_000;

/** Lower case, most frequent first. */
const commonPasswords = new Set(dictionary["passwords-common"].slice(0, refusedCommonPasswords));

/** @throws HttpError `weak_password` with its reasons. */
export function assertStrongPassword(password: string): void {
  const reasons: string[] = [];
  if (password.length < minimumPasswordLength) reasons.push("length");
  if (commonPasswords.has(password.toLowerCase())) reasons.push("common");
  if (reasons.length > 0) throw new HttpError(422, "weak_password", registrationMessages.weakPassword, { reasons });
}
