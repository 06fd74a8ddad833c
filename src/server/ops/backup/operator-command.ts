import { WrongRightsError } from "../../platform/db/rights.ts";
import { MissingRolesError } from "../../platform/db/roles.ts";
import { type Settings, SettingsError } from "../../settings.ts";

export interface CommandContext {
  settings: Settings;
  /** Absolute path of the file or folder argument. */
  place: string | undefined;
  options: { replace?: boolean; sample?: boolean; "without-secret"?: boolean };
  /** Project folder with `db/`. */
  root: string;
  signal: AbortSignal;
}

/** @returns a report for the operator. */
export type OperatorCommand = (context: CommandContext) => Promise<string>;

/** Message for the operator of a command; nothing has been changed. */
export class OperatorError extends Error {}

/** Warnings and errors only, as plain text on stderr: an operator reads them at the terminal. */
export const operatorLog = {
  debug() {},
  info() {},
  warn: (...said: unknown[]) => void process.stderr.write(`${said.filter((part) => typeof part === "string")}\n`),
  error: (...said: unknown[]) => void process.stderr.write(`${said.filter((part) => typeof part === "string")}\n`),
};

/** Message for the operator; a stack only for unexpected errors. */
export function explainFailure(error: unknown): string {
  if (error instanceof MissingRolesError) {
    return `${error.message} An administrator of the database server has to run this once:\n\n${error.sql}`;
  }
  if (!(error instanceof Error)) return String(error);
  const isForeseen = error instanceof SettingsError || error instanceof WrongRightsError || error.name === "Error";
  return isForeseen ? error.message : (error.stack ?? error.message);
}

export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;

export const sizeOf = (bytes: number) =>
  bytes < 1e6 ? countOf(Math.ceil(bytes / 1e3), "kB", "kB") : countOf(Math.ceil(bytes / 1e6), "MB", "MB");

/** @param began from `performance.now()`. */
export const secondsSince = (began: number) => `${((performance.now() - began) / 1000).toFixed(1)} s`;
