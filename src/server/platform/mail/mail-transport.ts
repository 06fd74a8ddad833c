import type { Logger } from "pino";
import { club } from "#shared/club.ts";
import { createFileTransport } from "./file-transport.ts";
import type { SendMail } from "./send-mail.ts";
import { createSmtpTransport } from "./smtp-transport.ts";

interface MailTransportOptions {
  /** Without it, mails are files in `dataDir/mail`. */
  smtpUrl?: string;
  /** `address` or `Name <address>`. */
  mailFrom?: string;
  dataDir: string;
  /** Logs the button's URL; development only. */
  printLink: boolean;
  log: Logger;
}

export function createMailTransport({ smtpUrl, mailFrom, dataDir, printLink, log }: MailTransportOptions): SendMail {
  const from = mailFrom ?? `${club.product} <${club.infoEmail}>`;
  if (smtpUrl) return createSmtpTransport({ smtpUrl, from, log });
  return createFileTransport({ dataDir, from, printLink, log });
}
