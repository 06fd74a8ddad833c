import { MissingRolesError } from "../../platform/db/roles.ts";
import { SettingsError } from "../../settings.ts";

/** What an operator has to read when the club does not start; only what nobody foresaw comes with a stack. */
export function explainFailure(error: unknown): string {
  if (error instanceof MissingRolesError) {
    return `${error.message} An administrator of the database server has to run this once:\n\n${error.sql}`;
  }
  if (!(error instanceof Error)) return String(error);
  const isForeseen = error instanceof SettingsError || error.name === "Error";
  return isForeseen ? error.message : (error.stack ?? error.message);
}
