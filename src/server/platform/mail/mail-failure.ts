import { PermanentError } from "../jobs/permanent-error.ts";

interface SmtpError {
  code?: string;
  originalCode?: string;
  responseCode?: number;
  command?: string;
  permanent?: boolean;
}

/** Drops the SMTP server's text, which quotes addresses. */
export function mailFailure(error: unknown): Error {
  const { code, originalCode, responseCode, command, permanent } = error as SmtpError;
  const facts = [originalCode ?? code, responseCode, command && `at ${command.split(/[ :]/)[0]}`];
  const message = `The mail server did not take it: ${facts.filter(Boolean).join(" ") || "unknown reason"}`;
  return permanent && command?.startsWith("RCPT") ? new PermanentError(message) : new Error(message);
}
