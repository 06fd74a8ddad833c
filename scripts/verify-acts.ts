import { readFileSync } from "node:fs";
import { findWrongSignatures, type SignedAct } from "../src/server/auth/signing/verify-signed.ts";

/** `npm run verify-acts -- lists.json`: checks the signatures of a deal's lists, from its evidence, without the club's database. */
const [file] = process.argv.slice(2);
if (!file) {
  console.error("Say which file: npm run verify-acts -- lists.json");
  process.exit(2);
}
const acts = JSON.parse(readFileSync(file, "utf8")) as SignedAct[];
const wrong = findWrongSignatures(acts);
for (const line of wrong) console.error(line);
const withoutKey = acts.flatMap(({ signatures }) => signatures).filter(({ method }) => method !== "passkey").length;
if (withoutKey > 0) console.log(`${withoutKey} signatures were given by password and code, which this cannot check.`);
if (wrong.length === 0) console.log(`${acts.length} lists: every signature is of the text that it stands under.`);
process.exit(wrong.length > 0 ? 1 : 0);
