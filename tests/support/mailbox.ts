import type { Email } from "postal-mime";
import { startTestSmtpServer } from "#server/platform/mail/test-smtp-server.ts";

export interface Mailbox {
  smtpUrl: string;
  /** Newest matching mail. */
  waitFor(address: string, subject: RegExp): Promise<Email>;
  close(): Promise<void>;
}

const patienceMilliseconds = 20_000;
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

/** Receives over SMTP. */
export async function openMailbox(): Promise<Mailbox> {
  const { url, mails, stop } = await startTestSmtpServer();
  return {
    smtpUrl: url,
    close: stop,
    waitFor: async (address, subject) => {
      const deadline = Date.now() + patienceMilliseconds;
      for (;;) {
        const mail = mails.findLast((one) => one.recipients.includes(address) && subject.test(one.subject ?? ""));
        if (mail) return mail;
        if (Date.now() > deadline) throw new Error(`no mail to ${address} about ${subject}; there are ${mails.length}`);
        await pause();
      }
    },
  };
}

export const tokenIn = (link: string): string => new URLSearchParams(link.split("?")[1]).get("token") ?? "";

export function linkIn(mail: Email): string {
  const link = /https?:\/\/\S+/.exec(mail.text ?? "")?.[0];
  if (!link) throw new Error(`no link in the mail "${mail.subject}"`);
  return link;
}
