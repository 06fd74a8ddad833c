import { pageUrl, paths } from "#shared/paths.ts";
import { formatPence } from "#shared/pence.ts";
import { findRecipient, type WriteMail } from "../../../platform/mail/mail-writer.ts";

interface Text {
  subject: string;
  preview: string;
  body: string[];
}

/** Service mails, with or without a statement: with what their reader gets. */
const aboutExit =
  (
    state: "confirmed" | "withdrawn",
    write: (exit: { company: string; paid: string; hasImported: boolean }) => Text,
  ): WriteMail<{ user_id: string; exit_id: string }> =>
  async ({ read, appUrl, club, ...context }, { user_id, exit_id }) => {
    const person = await findRecipient({ read, appUrl, club, ...context }, user_id);
    const exit = await read
      .selectFrom("exits as e")
      .innerJoin("companies as c", "c.id", "e.company_id")
      .select("c.name as company")
      .select((of) =>
        of
          .exists(
            of
              .selectFrom("exit_lines as l")
              .innerJoin("holdings as h", "h.id", "l.holding_id")
              .innerJoin("investor_records as r", "r.id", "h.record_id")
              .select("l.id")
              .whereRef("l.exit_id", "=", "e.id")
              .where("r.user_id", "=", user_id)
              .where("h.import_id", "is not", null),
          )
          .as("has_imported"),
      )
      .select((of) =>
        of
          .selectFrom("exit_lines as l")
          .innerJoin("holdings as h", "h.id", "l.holding_id")
          .innerJoin("investor_records as r", "r.id", "h.record_id")
          .select(({ fn }) => fn.sum<number>("l.paid_pence").as("paid_pence"))
          .whereRef("l.exit_id", "=", "e.id")
          .where("r.user_id", "=", user_id)
          .as("paid_pence"),
      )
      .where("e.id", "=", exit_id)
      .where("e.state", "=", state)
      .executeTakeFirst();
    if (!person || !exit) return undefined;
    const text = write({
      company: exit.company,
      paid: formatPence(Number(exit.paid_pence ?? 0)),
      hasImported: exit.has_imported === true,
    });
    return {
      to: person.email,
      content: {
        ...text,
        heading: text.subject,
        name: person.name,
        action: { label: "Open My Investments", url: pageUrl(appUrl, paths.myInvestments), tone: "act" },
        afterword: ["No email of ours asks for an account to pay to. If one does, it is not ours."],
        reason: `You get this email because you hold shares through ${club.identity.name}, or did.`,
      },
    };
  };

export const exitMails = {
  "exit-confirmed": aboutExit("confirmed", ({ company, paid, hasImported }) => ({
    subject: `${company}: you get ${paid} for your shares`,
    preview: "My Investments says how it is worked out.",
    body: [
      `Two admins have recorded that ${company} or its buyers pay for shares that you hold. You get ${paid}. My Investments says what happened, what it costs and what you get, lot by lot.`,
      "For shares of a deal of ours, the money goes to the account of the deal first and is paid out to you from there. You get another email then.",
      ...(hasImported
        ? ["Shares that you held before are paid for beside our accounts. My Investments says when that was done."]
        : []),
    ],
  })),
  "exit-withdrawn": aboutExit("withdrawn", ({ company, paid }) => ({
    subject: `${company}: what we told you about your shares is withdrawn`,
    preview: "Nothing was paid.",
    body: [
      `What we told you about ${paid} for your shares of ${company} is withdrawn. Nothing was paid, and you hold what you held before.`,
    ],
  })),
};
