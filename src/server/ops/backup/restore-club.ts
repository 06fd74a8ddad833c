import { productName } from "#shared/settings/club.ts";
import { namesOf } from "../../platform/db/apply-schema.ts";
import { describeAddress } from "../../platform/db/database-address.ts";
import { readSchemaFiles } from "../../platform/db/schema-files.ts";
import type { Settings } from "../../settings.ts";
import type { BackupHeader, BackupTrailer } from "./backup-format.ts";
import { dropSession } from "./backup-session.ts";
import { summarise } from "./club-tables.ts";
import { loadClub } from "./load-club.ts";
import { type CommandContext, OperatorError, secondsSince } from "./operator-command.ts";
import { readBackup } from "./read-backup.ts";
import { type FoundClub, findClub, openPlace, type Place } from "./restore-target.ts";
import { draftSecret, planSecret, type SecretPlan } from "./secret-plan.ts";
import { prepareQueue } from "./waiting-jobs.ts";

/** `npm run restore`. */
export async function restoreClub({ settings, place: file, options, root, signal }: CommandContext): Promise<string> {
  const began = performance.now();
  if (!file) throw new OperatorError("Say which file: npm run restore -- FILE");
  const { header, trailer } = await checkFile(file);
  checkMigrations(header, root);
  checkKind(header, settings);
  const mayReplace = options.replace ?? false;
  const plan = planSecret(header, settings, { mayReplace, mayLose: options["without-secret"] ?? false });
  const place = await openPlace(settings);
  signal.addEventListener("abort", () => dropSession(place.client));
  try {
    const found = await findClub(place.client);
    if (found.rows > 0 && !mayReplace) throw new OperatorError(explainFound(found, place));
    const said = await restoreRows({ place, found, plan, file, header, root, dataDir: settings.dataDir });
    return [
      `${productName} is restored from ${file} in ${secondsSince(began)}: ${summarise(header.tables, trailer.rows)}.`,
      `It is the club of ${header.created_at}, in the ${describeAddress(place.address)}.`,
      ...(found.rows > 0 ? [`What was there is gone: ${found.words}.`] : []),
      ...said,
      "Start it with npm start.",
    ].join("\n");
  } finally {
    await place.close();
  }
}

/** Reads the whole file first: nothing is changed for a damaged one. */
async function checkFile(file: string): Promise<{ header: BackupHeader; trailer: BackupTrailer }> {
  const parts = readBackup(file);
  let header: BackupHeader | undefined;
  for (;;) {
    const { done, value } = await parts.next();
    if (done && header) return { header, trailer: value };
    if (!done && value.kind === "header") header = value.header;
  }
}

const explainFound = ({ words }: FoundClub, { address }: Place) =>
  `There is a club already in the ${describeAddress(address)}, with ${words}. Restore into an empty place, or add --replace to lose that one.`;

interface Work {
  place: Place;
  found: FoundClub;
  plan: SecretPlan;
  file: string;
  header: BackupHeader;
  root: string;
  dataDir: string;
}

/** @returns notes for the operator, a line each. */
async function restoreRows({ place, found, plan, file, header, root, dataDir }: Work): Promise<string[]> {
  const { client, address } = place;
  await prepareQueue(address);
  const secret = plan.place ? draftSecret(dataDir, plan.place) : undefined;
  try {
    await client.query("begin");
    const leftOut = await loadClub({ client, address, root, file, header, dataDir, found, isSecretLost: plan.isLost });
    await client.query("commit");
    const placed = secret?.put() ?? [];
    await client.query("analyze").catch(() => {}); // PostgreSQL gets to it by itself, later.
    return [
      ...placed,
      ...(plan.isLost
        ? ["The old secret is lost: everybody signs in again and sets up two-factor sign-in once more."]
        : []),
      ...(leftOut.length > 0 ? [`Left out, because this version does not have it: ${leftOut.join(", ")}.`] : []),
    ];
  } finally {
    secret?.discard();
  }
}

/** @throws OperatorError unless the backup's migrations are the first of ours. */
function checkMigrations({ migrations }: BackupHeader, root: string): void {
  const known = namesOf(readSchemaFiles(root));
  const unknown = migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new OperatorError(
      `The backup is of a newer version of the club: this one does not have ${unknown.join(", ")}. Update it (git pull, npm install), then try again.`,
    );
  }
  if (migrations.some((name, index) => name !== known[index])) {
    throw new OperatorError(
      "The migrations of the backup and of this version are in another order. Restore it with the version it was made by.",
    );
  }
}

/** @throws OperatorError for a sample backup into a real club, or the reverse. */
function checkKind({ is_sample }: BackupHeader, { isSampleClub }: Settings): void {
  if (is_sample === isSampleClub) return;
  throw new OperatorError(
    is_sample
      ? "This is a backup of the sample club, whose passwords everybody knows. To restore it, leave ADMIN_EMAILS out."
      : "This is a backup of a club of your own. Set ADMIN_EMAILS to the e-mail addresses of its admins, then try again.",
  );
}
