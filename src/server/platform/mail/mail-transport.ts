import type { Logger } from "pino";
import { createFileTransport } from "./file-transport.ts";
import type { SendMail } from "./send-mail.ts";
import { createSmtpTransport } from "./smtp-transport.ts";

interface MailTransportOptions {
  /** Without it, mails are files in `dataDir/mail`. */
  smtpUrl?: string;
  /** `address` or `Name <address>`, in place of the club's own. */
  mailFrom?: string;
  dataDir: string;
  /** Logs the button's URL; development only. */
  printLink: boolean;
  log: Logger;
}

export function createMailTransport({ smtpUrl, mailFrom, dataDir, printLink, log }: MailTransportOptions): SendMail {
  if (smtpUrl) return createSmtpTransport({ smtpUrl, mailFrom, log });
  return createFileTransport({ dataDir, mailFrom, printLink, log });
}
