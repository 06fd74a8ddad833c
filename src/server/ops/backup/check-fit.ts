import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "../../settings.ts";
import type { BackupHeader } from "./backup-header.ts";
import { OperatorError } from "./operator-error.ts";

/** @throws OperatorError when this code cannot make the database that the backup was taken from. */
export function checkMigrations({ migrations }: BackupHeader, root: string): void {
  const known = readdirSync(join(root, "migrations"))
    .filter((name) => name.endsWith(".sql"))
    .map((name) => name.slice(0, -".sql".length))
    .toSorted();
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

/** @throws OperatorError when the club would not open on what is restored, or not find it. */
export function checkKind({ is_sample }: BackupHeader, { isSampleClub }: Settings): void {
  if (is_sample === isSampleClub) return;
  throw new OperatorError(
    is_sample
      ? "This is a backup of the sample club, whose passwords everybody knows. To restore it, leave ADMIN_EMAILS out."
      : "This is a backup of a club of your own. Set ADMIN_EMAILS to the e-mail addresses of its admins, then try again.",
  );
}
