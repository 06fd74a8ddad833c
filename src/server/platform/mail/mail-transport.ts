import type { Logger } from "pino";
import { club } from "#shared/club.ts";
import { createFileTransport } from "./file-transport.ts";
import type { SendMail } from "./send-mail.ts";
import { createSmtpTransport } from "./smtp-transport.ts";

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
