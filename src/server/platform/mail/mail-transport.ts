import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import { isLoopback } from "../http/loopback.ts";
import { mailMessage, type OutgoingMail, PermanentError, type SendMail, UncertainError } from "./send-mail.ts";

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
  message?: string;
  response?: string;
  originalCode?: string;
  responseCode?: number;
  command?: string;
  permanent?: boolean;
}

/** Drops the SMTP server's text, which quotes addresses. */
function mailFailure(error: unknown): Error {
  const { code, originalCode, responseCode, response = "", command, permanent } = error as SmtpError;
  const facts = [originalCode ?? code, responseCode, command && `at ${command.split(/[ :]/)[0]}`];
  const message = `The mail server did not take it: ${facts.filter(Boolean).join(" ") || "unknown reason"}`;
  if (permanent && command?.startsWith("RCPT")) {
    return new PermanentError(
      message,
      /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response)?.[0] ?? String(responseCode ?? ""),
    );
  }
  return isUncertain(error as SmtpError) ? new UncertainError(message) : new Error(message);
}

/** A connection that was made, and ended without an answer: nodemailer does not say how far it came. */
const isUncertain = ({ code, originalCode, responseCode, message }: SmtpError): boolean =>
  responseCode === undefined &&
  ((originalCode ?? code) === "ECONNRESET" ||
    (originalCode ?? code) === "EPIPE" ||
    /^(Timeout|Connection closed unexpectedly|Socket closed)/.test(message ?? ""));

interface FileOptions {
  dataDir: string;
  mailFrom: string | undefined;
  printLink: boolean;
  log: Logger;
}

/** `.eml` files sorted by time, mode 0600. */
function createFileTransport({ dataDir, mailFrom, printLink, log }: FileOptions): SendMail {
  const folder = join(dataDir, "mail");
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return async (mail) => {
    const { message } = await transport.sendMail(mailMessage(mail, mailFrom));
    const file = join(folder, fileName(mail));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await writeFile(`${file}.part`, message, { mode: 0o600 });
    await rename(`${file}.part`, file);
    const link = printLink && mail.link ? `, its link: ${mail.link}` : "";
    log.info({ mail_id: mail.id, template: mail.template }, `mail written to ${file}${link}`);
  };
}

function fileName({ template, id }: OutgoingMail): string {
  return `${new Date().toISOString().replaceAll(":", "-")}-${template}-${id}.eml`;
}
