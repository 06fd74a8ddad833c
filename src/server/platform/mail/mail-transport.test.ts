import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defaultClub } from "#shared/settings/club.ts";
import { readCalendar } from "#tests/support/read-calendar.ts";
import { calendarOf } from "../http/calendar-file.ts";
import { createMailTransport } from "./mail-transport.ts";
import { type OutgoingMail, PermanentError } from "./send-mail.ts";
import { startTestSmtpServer, type TestSmtpServer } from "./test-smtp-server.ts";

const mail: OutgoingMail = {
  id: "4f0c1d7e-1111-4222-8333-944455556666",
  template: "verification",
  to: "ada@mail.example",
  replyTo: "contact@club.example",
  sender: { name: "Kindling", address: "info@kindling.example" },
  link: "https://club.example/v?token=secret-token",
  subject: "Verify your email address",
  html: "<p>Grüße: https://club.example/v?token=secret-token</p>",
  text: "Grüße: https://club.example/v?token=secret-token\n",
};
const { signal } = new AbortController();

let dataDir: string;
let lines: string[];
const log = pino({ level: "trace" }, { write: (line) => void lines.push(line) });

beforeEach(async () => {
  lines = [];
  dataDir = await mkdtemp(join(tmpdir(), "kindling-mail-"));
});

afterEach(() => rm(dataDir, { recursive: true }));

describe("A club with a mail server", () => {
  let server: TestSmtpServer;

  beforeEach(async () => {
    server = await startTestSmtpServer();
  });

  afterEach(() => server.stop());

  it("A club with a mail server sends both parts under its own name, with an id that identifies a repeated mail", async () => {
    const send = createMailTransport({ smtpUrl: server.url, dataDir, printLink: false, log });
    await send(mail, signal);
    await send(mail, signal);
    expect(server.mails).toHaveLength(2);
    for (const received of server.mails) {
      expect(received.recipients).toEqual(["ada@mail.example"]);
      expect(received.messageId).toBe("<4f0c1d7e-1111-4222-8333-944455556666@kindling.example>");
      expect(received.from).toEqual({ address: "info@kindling.example", name: "Kindling" });
      expect(received.to).toEqual([{ address: "ada@mail.example", name: "" }]);
      expect(received.subject).toBe("Verify your email address");
      expect(received.html?.trim()).toBe("<p>Grüße: https://club.example/v?token=secret-token</p>");
      expect(received.text?.trim()).toBe("Grüße: https://club.example/v?token=secret-token");
      expect(received.headers).toContainEqual(
        expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
      );
    }
  });

  it("A club with a mail server sends an invitation that a calendar program can read", async () => {
    const entry = {
      id: "autumn-dinner",
      title: "Bread, wine; and 40 pitches",
      location: "The Long Room",
      sequence: 2,
      start: new Date("2026-12-04T18:30:00Z"),
      end: new Date("2026-12-04T21:30:00Z"),
    };
    const invited = { email: "ada@mail.example", name: "Ada Voss", isGoing: true };
    const text = calendarOf([entry], { domain: "club.example", club: defaultClub, invited });
    const send = createMailTransport({ smtpUrl: server.url, dataDir, printLink: false, log });
    await send({ ...mail, calendar: { method: "REQUEST", text } }, signal);
    const attachments = server.mails[0]?.attachments ?? [];
    expect(attachments.map(({ mimeType, method }) => [mimeType, method])).toEqual([
      ["text/calendar", "REQUEST"],
      ["application/ics", undefined],
    ]);
    const file = attachments.find(({ mimeType }) => mimeType === "application/ics");
    // The parser of mails turns each CRLF of a calendar into a line feed.
    const received = new TextDecoder().decode(file?.content as ArrayBuffer).replaceAll("\n", "\r\n");
    expect(readCalendar(received)).toMatchObject([
      {
        uid: "autumn-dinner@club.example",
        sequence: 2,
        status: "CONFIRMED",
        location: "The Long Room",
        starts: "2026-12-04T18:30:00Z",
        summary: "Bread, wine; and 40 pitches",
      },
    ]);
  });

  it("A club with a mail server sends under the name that the operator chose", async () => {
    const mailFrom = '"Investors, North" <post@north.example>';
    await createMailTransport({ smtpUrl: server.url, mailFrom, dataDir, printLink: false, log })(mail, signal);
    expect(server.mails[0]?.from).toEqual({ address: "post@north.example", name: "Investors, North" });
    expect(server.mails[0]?.messageId).toBe("<4f0c1d7e-1111-4222-8333-944455556666@north.example>");
  });

  it("A mail to a rejected address is reported without the address", async () => {
    const send = createMailTransport({ smtpUrl: server.url, dataDir, printLink: false, log });
    const refusal = send({ ...mail, to: "nobody@mail.example" }, signal);
    await expect(refusal).rejects.toThrow(
      new PermanentError("The mail server did not take it: EENVELOPE 550 at RCPT", "550"),
    );
  });

  it("A mail server that is unreachable is reported", async () => {
    await server.stop();
    const send = createMailTransport({ smtpUrl: server.url, dataDir, printLink: false, log });
    await expect(send(mail, signal)).rejects.toThrow(
      new Error("The mail server did not take it: ECONNREFUSED at CONN"),
    );
    server = await startTestSmtpServer();
  });

  it("Addresses, links and text of mails stay out of the log", async () => {
    await createMailTransport({ smtpUrl: server.url, dataDir, printLink: true, log })(mail, signal);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('"msg":"mail sent"');
    expect(lines[0]).not.toMatch(/@|token|https?:|Verify/);
  });

  it.each(["club:hunter2@0.0.0.0", "0.0.0.0"])(
    "A club sends no mail and no password without encryption to %s",
    async (remote) => {
      const smtpUrl = server.url.replace("127.0.0.1", remote);
      const send = createMailTransport({ smtpUrl, dataDir, printLink: false, log });
      await expect(send(mail, signal)).rejects.toThrow(
        new Error("The mail server did not take it: ETLS 500 at STARTTLS"),
      );
      expect(server.mails).toEqual([]);
    },
  );

  it("A club sends unencrypted mail to a remote server when the operator allows that in SMTP_URL", async () => {
    const smtpUrl = `${server.url.replace("127.0.0.1", "0.0.0.0")}?requireTLS=false`;
    await createMailTransport({ smtpUrl, dataDir, printLink: false, log })(mail, signal);
    expect(server.mails).toHaveLength(1);
  });
});

describe("A club without a mail server", () => {
  const folder = () => join(dataDir, "mail");

  it("A club without a mail server writes each mail to a file that only its owner can read, named in order of time", async () => {
    const send = createMailTransport({ dataDir, printLink: false, log });
    await send(mail, signal);
    await send({ ...mail, subject: "The second" }, signal);
    const names = (await readdir(folder())).toSorted();
    expect(names).toHaveLength(2);
    expect(names[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-verification-4f0c1d7e-.*\.eml$/);
    const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder(), name)))));
    expect(mails.map(({ subject }) => subject)).toEqual(["Verify your email address", "The second"]);
    expect(mails[0]?.to).toEqual([{ address: "ada@mail.example", name: "" }]);
    expect(mails[0]?.text?.trim()).toBe("Grüße: https://club.example/v?token=secret-token");
    expect((await stat(join(folder(), names[0] ?? ""))).mode & 0o777).toBe(0o600);
    expect((await stat(folder())).mode & 0o777).toBe(0o700);
  });

  it("A club without a mail server logs the file's path in one line, and none of its content", async () => {
    await createMailTransport({ dataDir, printLink: false, log })(mail, signal);
    expect(lines).toHaveLength(1);
    const [name] = await readdir(folder());
    expect(lines[0]).toContain(`mail written to ${join(folder(), name ?? "")}"`);
    expect(lines[0]).not.toMatch(/@|token|https?:/);
  });

  it("The sample club without a mail server logs the link too", async () => {
    await createMailTransport({ dataDir, printLink: true, log })(mail, signal);
    expect(lines[0]).toContain(".eml, its link: https://club.example/v?token=secret-token");
  });
});
