import { Refusal } from "./refusal.ts";

/** The file is no whole and sound backup. */
export class BackupFileError extends Refusal {
  constructor(file: string, complaint: string) {
    super(`${file} ${complaint}`);
  }
}
