import { OperatorError } from "./operator-error.ts";

/** The file is no whole and sound backup. */
export class BackupFileError extends OperatorError {
  constructor(file: string, complaint: string) {
    super(`${file} ${complaint}`);
  }
}
