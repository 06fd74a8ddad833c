import { club } from "#shared/club.ts";
import { saveFile } from "#web/lib/download.ts";
import { longDate } from "#web/lib/format.ts";

export function saveRecoveryCodes(codes: string[], email: string): void {
  const lines = [
    `Recovery codes for ${email} at ${club.product}, made on ${longDate(new Date().toISOString())}.`,
    "Each signs you in once, in place of the authenticator app's code.",
    "",
    ...codes,
    "",
  ];
  saveFile(`${club.product.toLowerCase()}-recovery-codes.txt`, "text/plain", lines.join("\n"));
}
