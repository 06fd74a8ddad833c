import { MissingRolesError } from "../../platform/db/roles.ts";
import { SettingsError } from "../../settings.ts";

/** Message for the operator; a stack only for unexpected errors. */
export function explainFailure(error: unknown): string {
  if (error instanceof MissingRolesError) {
    return `${error.message} An administrator of the database server has to run this once:\n\n${error.sql}`;
  }
  if (!(error instanceof Error)) return String(error);
  const isForeseen = error instanceof SettingsError || error.name === "Error";
  return isForeseen ? error.message : (error.stack ?? error.message);
}
