import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import { mailMessage, type OutgoingMail, type SendMail } from "./send-mail.ts";

interface FileOptions {
  dataDir: string;
  mailFrom: string | undefined;
  printLink: boolean;
  log: Logger;
}

/** `.eml` files sorted by time, mode 0600. */
export function createFileTransport({ dataDir, mailFrom, printLink, log }: FileOptions): SendMail {
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
