import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import { isLoopback } from "../http/loopback.ts";
import { createFileTransport } from "./file-transport.ts";
import { mailMessage, PermanentError, type SendMail } from "./send-mail.ts";

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

interface SmtpOptions {
  smtpUrl: string;
  mailFrom: string | undefined;
  log: Logger;
}

/** No connection pool: nothing to reconnect. */
function createSmtpTransport({ smtpUrl, mailFrom, log }: SmtpOptions): SendMail {
  const transport = createTransport({ ...securityOf(smtpUrl), ...patience, url: smtpUrl });
  return async (mail, signal) => {
    try {
      await transport.sendMail({ ...mailMessage(mail, mailFrom), signal });
    } catch (error) {
      throw mailFailure(error);
    }
    log.info({ mail_id: mail.id, template: mail.template }, "mail sent");
  };
}

/** Milliseconds. Socket timeout is longer: servers scan mails before replying. */
const patience = {
  dnsTimeout: 10_000,
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 120_000,
};

/** Mails contain secrets: TLS required except on loopback, which accepts any certificate. URL options override. */
function securityOf(smtpUrl: string) {
  const isLocal = isLoopback(new URL(smtpUrl).hostname);
  return { requireTLS: !isLocal, ...(isLocal && { tls: { rejectUnauthorized: false } }) };
}

interface SmtpError {
  code?: string;
  originalCode?: string;
  responseCode?: number;
  command?: string;
  permanent?: boolean;
}

/** Drops the SMTP server's text, which quotes addresses. */
function mailFailure(error: unknown): Error {
  const { code, originalCode, responseCode, command, permanent } = error as SmtpError;
  const facts = [originalCode ?? code, responseCode, command && `at ${command.split(/[ :]/)[0]}`];
  const message = `The mail server did not take it: ${facts.filter(Boolean).join(" ") || "unknown reason"}`;
  return permanent && command?.startsWith("RCPT") ? new PermanentError(message) : new Error(message);
}
