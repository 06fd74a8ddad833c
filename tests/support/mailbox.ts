import { createServer } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

export interface Mailbox {
  smtpUrl: string;
  /** The newest mail to that address with that subject, waited for. */
  waitFor(address: string, subject: RegExp): Promise<Email>;
  close(): Promise<void>;
}

const patienceMilliseconds = 20_000;
const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

/** A real SMTP server on this machine that keeps what it is sent. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("end", async () => {
        mails.push(await PostalMime.parse(Buffer.concat(chunks)));
        done();
      });
    },
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    waitFor: async (address, subject) => {
      const deadline = Date.now() + patienceMilliseconds;
      for (;;) {
        const mail = mails.findLast(
          ({ to, subject: its = "" }) => to?.some((one) => one.address === address) && subject.test(its),
        );
        if (mail) return mail;
        if (Date.now() > deadline) throw new Error(`no mail to ${address} about ${subject}; there are ${mails.length}`);
        await pause();
      }
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

/** The first link in the text of a mail. */
export function linkIn(mail: Email): string {
  const link = /https?:\/\/\S+/.exec(mail.text ?? "")?.[0];
  if (!link) throw new Error(`no link in the mail "${mail.subject}"`);
  return link;
}
