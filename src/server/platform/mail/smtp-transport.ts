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

/** A connection per mail: nothing to keep alive, and nothing to mend after the server was away. */
export function createSmtpTransport({ smtpUrl, from, log }: SmtpOptions): SendMail {
  const transport = createTransport({ ...securityOf(smtpUrl), ...patience, url: smtpUrl });
  return async (mail, signal) => {
    try {
      await transport.sendMail({ ...mailMessage(mail, from), signal });
    } catch (error) {
      throw mailFailure(error);
    }
    log.info({ mail_id: mail.id, template: mail.template }, "Mail sent");
  };
}

/** Milliseconds. Silence within a conversation is allowed more: a server may scan a mail before it answers. */
const patience = {
  dnsTimeout: 10_000,
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 120_000,
};

/**
 * Mails carry links that sign in or set a password: TLS is required except on this machine, where any certificate will do.
 * Options in the URL itself, such as ?requireTLS=false, win.
 */
function securityOf(smtpUrl: string) {
  const isLocal = isLoopback(new URL(smtpUrl).hostname);
  return { requireTLS: !isLocal, ...(isLocal && { tls: { rejectUnauthorized: false } }) };
}
