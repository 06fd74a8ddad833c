import { toPerson } from "../../platform/mail/mail-writer.ts";

export const systemMails = {
  test: toPerson(({ name }, { club }) => ({
    subject: `Test email from ${club.identity.name}`,
    preview: "The mail server takes emails of the club.",
    heading: "Emails arrive",
    name,
    body: ["You asked for a test email. It went the way of every other: through the queue and the mail server."],
    afterword: ["If it is in your spam folder, check the SPF, DKIM and DMARC records of the sender’s domain."],
    reason: `You get this email because you asked for it as an admin of ${club.identity.name}.`,
  })),
};
