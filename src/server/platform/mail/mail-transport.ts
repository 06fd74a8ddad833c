import type { Logger } from "pino";
import { club } from "#shared/club.ts";
import { createFileTransport } from "./file-transport.ts";
import type { ComposedMail } from "./mail-content.ts";
import { createSmtpTransport } from "./smtp-transport.ts";

/** A mail of the queue. Whoever tries twice does so with the same id, by which a repeated mail is recognised. */
export interface OutgoingMail extends ComposedMail {
  id: string;
}

/** Resolves when the mail is in safe hands, which may be more than once for the same mail. */
export type SendMail = (mail: OutgoingMail, signal: AbortSignal) => Promise<void>;

export interface MailTransportOptions {
  /** Without one, mails become files in `dataDir/mail`. */
  smtpUrl?: string;
  /** An address, or Name <address>; the club's own by default. */
  mailFrom?: string;
  dataDir: string;
  /** Say in the log where a mail's button leads: only where everybody who reads the log may follow it. */
  printLink: boolean;
  log: Logger;
}

export function createMailTransport({ smtpUrl, mailFrom, dataDir, printLink, log }: MailTransportOptions): SendMail {
  const from = mailFrom ?? `${club.product} <${club.infoEmail}>`;
  if (smtpUrl) return createSmtpTransport({ smtpUrl, from, log });
  return createFileTransport({ dataDir, from, printLink, log });
}
