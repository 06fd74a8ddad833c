import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import { isLoopback } from "../loopback.ts";
import { mailFailure } from "./mail-failure.ts";
import { mailMessage } from "./mail-message.ts";
import type { SendMail } from "./mail-transport.ts";

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
 * A password crosses a network only encrypted; on this machine the certificate may be any. What the operator says in
 * the address itself (such as ?requireTLS=false) has the last word.
 */
function securityOf(smtpUrl: string) {
  const { hostname, password } = new URL(smtpUrl);
  const isLocal = isLoopback(hostname);
  return { requireTLS: password !== "" && !isLocal, ...(isLocal && { tls: { rejectUnauthorized: false } }) };
}
