import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";

interface ReceivedMail extends Email {
  recipients: string[];
}

export interface TestSmtpServer {
  url: string;
  port: number;
  mails: ReceivedMail[];
  stop(): Promise<void>;
}

/** Rejects recipients starting with "nobody". */
export async function startTestSmtpServer(port = 0): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, done) => {
      if (!address.startsWith("nobody")) return done();
      done(Object.assign(new Error(`no such user: ${address}`), { responseCode: 550 }));
    },
    // A sender that is killed halfway has sent nothing.
    onData: (stream, session, done) => void receive(stream, session).then(() => done(), done),
  });
  const receive = async (stream: SMTPServerDataStream, { envelope }: SMTPServerSession) => {
    const mail = await PostalMime.parse(Buffer.concat(await stream.toArray()));
    mails.push({ ...mail, recipients: envelope.rcptTo.map(({ address }) => address) });
  };
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
