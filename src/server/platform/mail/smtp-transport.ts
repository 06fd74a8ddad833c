import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import { isLoopback } from "../http/loopback.ts";
import { mailFailure } from "./mail-failure.ts";
import { mailMessage } from "./mail-message.ts";
import type { SendMail } from "./send-mail.ts";

interface SmtpOptions {
  smtpUrl: string;
  from: string;
  log: Logger;
}

/** No connection pool: nothing to reconnect. */
export function createSmtpTransport({ smtpUrl, from, log }: SmtpOptions): SendMail {
  const transport = createTransport({ ...securityOf(smtpUrl), ...patience, url: smtpUrl });
  return async (mail, signal) => {
    try {
      await transport.sendMail({ ...mailMessage(mail, from), signal });
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
