import type { Settings } from "../../settings.ts";

export interface CommandContext {
  settings: Settings;
  /** The file or folder that the operator named: absolute. */
  place: string | undefined;
  options: { replace?: boolean; sample?: boolean; "without-secret"?: boolean };
  /** Folder of the project, which holds `migrations/`. */
  root: string;
  /** Aborted when the operator stops the command. */
  signal: AbortSignal;
}

/** @returns what it did, in words for the operator. */
export type OperatorCommand = (context: CommandContext) => Promise<string>;
